//! The schema: the encoding of a type, as constant data.
//!
//! An [`Encoding`] is a tree in read-only memory. Derived code builds it from the items of [`crate::wire`]. Sizes
//! ([`Encoding::size`]) and the rules of `data-encoding` ([`rules`]) are evaluated at compile time.
//!
//! Tools work with the schema alone, for any type:
//! ```
//! use tezos_encoding::HasEncoding;
//! use tezos_encoding::schema::{describe, diff, generate, layout, slice};
//! #[derive(HasEncoding)]
//! struct Peer { port: u16, #[encoding(string = 40)] name: String }
//!
//! // A description of the bytes, as the reference prints it, and a diagram.
//! let description = describe(Peer::ENCODING);
//! assert!(description.to_string().contains("| port                  | 2 bytes  | unsigned 16-bit big-endian integer |"));
//! assert_eq!(layout(&description).blocks[0].parts[2].determined.as_deref(), Some("the size at 2"));
//! // Values for tests, and the meaning of each byte.
//! let bytes = generate(Peer::ENCODING).values(1).next().unwrap().unwrap();
//! assert_eq!(slice(Peer::ENCODING, &bytes).slices[0].name, "\"port\" (uint16)");
//! // Compatibility of an old and a new version of a type.
//! #[derive(HasEncoding)]
//! struct Longer { port: u16, #[encoding(string = 60)] name: String }
//! let changes = diff(&description, &describe(Longer::ENCODING));
//! assert!(changes.old_bytes() && !changes.new_bytes());
//! ```

/// A `for` loop for `const fn`s, which cannot use iterators: over a slice, or over the results of a method for 0, 1, 2
/// and so on.
macro_rules! each {
    ($item:ident in $slice:expr => $body:expr) => {{
        let mut rest: &[_] = $slice;
        while let [$item, others @ ..] = rest {
            rest = others;
            $body;
        }
    }};
    ($item:ident of $of:tt . $method:ident => $body:expr) => {{
        let mut index = 0usize;
        while let Some($item) = $of.$method(index) {
            index = index.saturating_add(1);
            $body;
        }
    }};
}

mod bounds;
pub(crate) mod case;
pub(crate) mod children;
pub(crate) mod compact;
mod definitions;
mod encoding;
mod legacy;
mod named;
mod opaque;
mod overlap;
mod parts;
mod rlp;
pub mod rules;
pub(crate) mod scalar;
mod shape;
mod size;

pub use case::{Case, CaseKind, Select, TagSize};
pub(crate) use children::Inside;
pub use compact::{CompactSchema, Part, PartCase, PartField, PartUnion, SharedTag};
pub use encoding::Encoding;
pub use legacy::LegacySchema;
pub use named::{Named, Scope};
pub use opaque::Opaque;
pub use parts::{About, Check, CheckKind, Count, DefaultBytes, Extent, Field, Keys, Mu, Run, Split};
pub use rlp::{RlpHeader, RlpTag};
pub(crate) use scalar::{INT31_MAX, INT31_MIN};
pub use scalar::{Int, Scalar};
pub use size::{Class, Size};
