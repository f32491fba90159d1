//! Errors of streams.

use core::fmt;

use crate::error::DecodeError;

/// Why no more values are read from a stream.
///
/// Offsets count bytes from the start of the stream. After all of them but some of [`StreamError::Io`] the stream has ended for its reader:
/// where the next value starts is not known.
#[derive(Debug)]
#[non_exhaustive]
pub enum StreamError {
    /// The bytes of a value are refused; no bytes behind them can change that. A block of the value that is too short for its contents is
    /// among these errors, as `Not_enough_data`.
    Decode {
        /// Where the value starts.
        start: u64,
        /// What is wrong; its offset counts from the start of the value.
        error: DecodeError,
    },
    /// The stream ends inside a value.
    EndsEarly {
        /// Where the value starts.
        start: u64,
        /// The field in which the stream ends. [`DecodeError::missing`] is how many bytes are missing, as far as is known.
        error: DecodeError,
    },
    /// A value is longer than [`Settings::value_max_bytes`](super::Settings::value_max_bytes).
    TooLong {
        /// Where the value starts.
        start: u64,
        /// The limit.
        limit: usize,
    },
    /// Values of this type cannot follow one another.
    Unstreamable(Unstreamable),
    /// The stream cannot be read. [`StreamError::can_retry`] tells for which of these errors reading can go on.
    #[cfg(feature = "std")]
    Io(std::io::Error),
}

impl StreamError {
    /// Where the value that is refused starts, or the one in which the stream ends.
    pub fn start(&self) -> Option<u64> {
        match self {
            Self::Decode { start, .. } | Self::EndsEarly { start, .. } | Self::TooLong { start, .. } => Some(*start),
            _ => None,
        }
    }

    /// Where the refused byte is, or the first byte of the field in which the stream ends.
    pub fn offset(&self) -> Option<u64> {
        let inside = self.decode_error().map_or(0, DecodeError::offset);
        Some(self.start()?.saturating_add(u64::try_from(inside).unwrap_or(u64::MAX)))
    }

    /// The error of the value: its kind, its field.
    pub fn decode_error(&self) -> Option<&DecodeError> {
        match self {
            Self::Decode { error, .. } | Self::EndsEarly { error, .. } => Some(error),
            _ => None,
        }
    }

    /// Whether the stream ends inside a value, which may be valid: a file that is cut off, and not one that is wrong.
    pub fn is_early_end(&self) -> bool {
        matches!(self, Self::EndsEarly { .. })
    }

    /// Whether reading can go on after the error without loss of bytes: that of a source that does not block and has no bytes at the moment,
    /// or has not had some for too long.
    #[cfg(feature = "std")]
    pub fn can_retry(&self) -> bool {
        use std::io::ErrorKind::{Interrupted, TimedOut, WouldBlock};
        matches!(self, Self::Io(error) if matches!(error.kind(), Interrupted | TimedOut | WouldBlock))
    }
}

impl fmt::Display for StreamError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Decode { start, error } => write!(f, "the value at byte {start} of the stream is refused: {error}"),
            Self::EndsEarly { start, error } => {
                let missing = error.missing().map_or(0, core::num::NonZeroUsize::get);
                write!(f, "the stream ends inside the value at byte {start}, at least {missing} bytes early: {error}")
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
    /// They end where their input ends.
    Variable,
    /// They may have no bytes: a stream would hold any number of them.
    Empty,
    /// They have an older encoding (`legacy`) outside of blocks: while bytes arrive, those of an older value and the start of a newer one
    /// cannot be told apart.
    Legacy,
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
        })
    }
}

impl core::error::Error for Unstreamable {}
