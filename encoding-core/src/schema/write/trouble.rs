//! Why a value cannot be written, whatever it is written from.

use crate::error::ErrorKind;

/// Why a value cannot be written.
#[derive(Debug)]
pub(crate) struct Trouble {
    pub(crate) kind: ErrorKind,
    /// The offset in the JSON text, if it is the text and not the value that is refused.
    pub(crate) at: Option<usize>,
}

impl From<ErrorKind> for Trouble {
    fn from(kind: ErrorKind) -> Self {
        Self { kind, at: None }
    }
}

/// The result of taking a part from a source.
pub(super) type Got<T> = Result<T, Trouble>;
