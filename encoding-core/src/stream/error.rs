//! Errors of reading streams.

use core::fmt;

use crate::error::{DecodeError, counted::Counted};

/// The error of a stream.
///
/// Offsets count bytes from the start of the stream. No values follow an error, because the start of the next value is unknown. The
/// exception are some errors of [`StreamError::Io`].
#[derive(Debug)]
#[non_exhaustive]
pub enum StreamError {
    /// The bytes of a value are refused, and no further bytes can change that. This includes a block inside the value that is too short for
    /// its contents, as `Not_enough_data`.
    Decode {
        /// Offset of the start of the value.
        start: u64,
        /// The error of the value. Its offset counts from the start of the value.
        error: DecodeError,
    },
    /// The stream ends inside a value.
    EndsEarly {
        /// Offset of the start of the value.
        start: u64,
        /// The field in which the stream ends. [`DecodeError::missing`] is the number of bytes that are known to be missing.
        error: DecodeError,
    },
    /// A value is longer than [`StreamSettings::value_max_bytes`](super::StreamSettings::value_max_bytes).
    TooLong {
        /// Offset of the start of the value.
        start: u64,
        /// The limit.
        limit: usize,
    },
    /// Values of this type cannot follow one another.
    Unstreamable(Unstreamable),
    /// The source of the stream failed. [`StreamError::can_retry`] tells whether reading can go on.
    #[cfg(feature = "std")]
    Io(std::io::Error),
}

impl StreamError {
    /// Returns the offset of the start of the value that is refused, or in which the stream ends.
    pub fn start(&self) -> Option<u64> {
        match self {
            Self::Decode { start, .. } | Self::EndsEarly { start, .. } | Self::TooLong { start, .. } => Some(*start),
            _ => None,
        }
    }

    /// Returns the offset of the refused byte, or of the field in which the stream ends.
    pub fn offset(&self) -> Option<u64> {
        let inside = self.decode_error().map_or(0, DecodeError::offset);
        Some(self.start()?.saturating_add(u64::try_from(inside).unwrap_or(u64::MAX)))
    }

    /// Returns the error of the value, with its kind and field.
    pub fn decode_error(&self) -> Option<&DecodeError> {
        match self {
            Self::Decode { error, .. } | Self::EndsEarly { error, .. } => Some(error),
            _ => None,
        }
    }

    /// Returns true if the stream ends inside a value that may be valid, as in a truncated file.
    pub fn is_early_end(&self) -> bool {
        matches!(self, Self::EndsEarly { .. })
    }

    /// Returns true if reading can go on after the error without loss of bytes: if a non-blocking source has no bytes at the moment, or a
    /// timeout of the source has expired.
    #[cfg(feature = "std")]
    pub fn can_retry(&self) -> bool {
        use std::io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
        matches!(self, Self::Io(error) if matches!(error.kind(), Interrupted | TimedOut | WouldBlock))
    }
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decode { start, error } => {
                write!(f, "the value at byte {start} of the stream is refused; counted from its start: {error}")
            }
            Self::EndsEarly { start, error } => {
                let missing = Counted(error.missing().map_or(0, core::num::NonZeroUsize::get), "byte");
                write!(
                    f,
                    "the stream ends inside the value at byte {start}, at least {missing} early; counted from its start: {error}"
                )
            }
            Self::TooLong { start, limit } => {
                write!(f, "the value at byte {start} of the stream is longer than the limit of {limit} bytes")
            }
            Self::Unstreamable(reason) => reason.fmt(f),
            #[cfg(feature = "std")]
            Self::Io(error) => write!(f, "the stream cannot be read: {error}"),
        }
    }
}

impl core::error::Error for StreamError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Decode { error, .. } | Self::EndsEarly { error, .. } => Some(error),
            Self::Unstreamable(reason) => Some(reason),
            #[cfg(feature = "std")]
            Self::Io(error) => Some(error),
            Self::TooLong { .. } => None,
        }
    }
}

#[cfg(feature = "std")]
impl From<std::io::Error> for StreamError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

/// Why values of an encoding cannot follow one another in a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unstreamable {
    /// Values end where their input ends.
    Variable,
    /// Values may have no bytes, so a stream would contain infinitely many of them.
    Empty,
    /// Values have an older encoding (`legacy`) outside of blocks. While bytes arrive, an older value cannot be told from the start of a
    /// newer one.
    Legacy,
    /// The encoding of the values depends on the revision, and the settings have none.
    NoRevision,
}

impl fmt::Display for Unstreamable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Variable => super::VARIABLE,
            Self::Empty => super::EMPTY,
            Self::Legacy => {
                "values of this type may be in an older encoding, which can only be told once they are complete: put \
                 `dynamic` in front, for a size prefix"
            }
            Self::NoRevision => {
                "the encoding of these values depends on the revision: give it with `Settings::with_revision`"
            }
        })
    }
}

impl core::error::Error for Unstreamable {}
