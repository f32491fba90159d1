//! Reads a stream of consecutive values of one type while its bytes arrive.
//!
//! [`Values`] reads from a [`std::io::Read`], [`StreamDecoder`] from chunks that are fed to it, [`ValueDecoder`] and [`Framer`] from a buffer
//! of the caller. The page `streams` of `tezos-encoding` explains which types can be read, how streams end, and the limits.
//!
//! ```
//! use tezos_encoding::stream::Values;
//! let file: &[u8] = &[0, 0, 0, 2, b'h', b'i', 0, 0, 0, 1, b'!'];
//! let values: Result<Vec<String>, _> = Values::new(file).collect();
//! assert_eq!(values.unwrap(), ["hi", "!"]);
//! ```

mod buffer;
mod error;
mod framer;
mod value;
#[cfg(feature = "std")]
mod values;

pub use buffer::StreamDecoder;
pub use error::{StreamError, Unstreamable};
pub use framer::Framer;
pub use value::ValueDecoder;
#[cfg(feature = "std")]
pub use values::Values;

use crate::reader::Limits;
use crate::revision::Revision;

/// The sentences of [`Unstreamable`] as literals, because compile errors need literals.
const VARIABLE: &str = "values of this type end where their input ends, so that none can follow them: put `dynamic` in front, for a size prefix";
const EMPTY: &str = "values of this type may have no bytes: a stream would hold any number of them";

/// Limits for each value of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct StreamSettings {
    /// Maximum size of a value in bytes; 16 MiB by default. No more than this is kept of an incomplete value.
    pub value_max_bytes: usize,
    /// Heap budget of a value, as in [`Decode::from_bytes_within`](crate::Decode::from_bytes_within); unlimited by default.
    pub value_heap_max_bytes: Option<usize>,
    /// Limits of depth.
    pub limits: Limits,
    /// The revision of the format; none by default. A type whose encoding [differs between revisions](crate::Facts::by_revision) needs one.
    pub revision: Option<Revision>,
}

impl Default for StreamSettings {
    fn default() -> Self {
        Self::new()
    }
}

impl StreamSettings {
    /// Returns the default limits.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            value_max_bytes: 16 << 20,
            value_heap_max_bytes: None,
            limits: Limits { max_depth: None },
            revision: None,
        }
    }

    /// Allows at most `bytes` bytes for a value.
    #[must_use]
    pub const fn with_value_max_bytes(self, bytes: usize) -> Self {
        Self { value_max_bytes: bytes, ..self }
    }

    /// Allows at most `bytes` bytes of heap for a value.
    #[must_use]
    pub const fn with_value_heap_max_bytes(self, bytes: usize) -> Self {
        Self { value_heap_max_bytes: Some(bytes), ..self }
    }

    /// Sets limits of depth.
    #[must_use]
    pub const fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Sets the revision of the format.
    #[must_use]
    pub const fn with_revision(self, revision: Revision) -> Self {
        Self { revision: Some(revision), ..self }
    }

    /// Returns the revision of the format, or the newest one.
    pub(crate) const fn revision_or_newest(self) -> Revision {
        match self.revision {
            Some(revision) => revision,
            None => Revision::NEWEST,
        }
    }
}
