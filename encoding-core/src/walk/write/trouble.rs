//! The error of writing a value, whatever its source.

use crate::error::ErrorKind;

/// Why a value cannot be written.
#[derive(Debug)]
pub(crate) struct Trouble {
    pub(crate) kind: ErrorKind,
    /// The offset in the JSON text, if the text is refused and not the value.
    pub(crate) at: Option<usize>,
}

impl From<ErrorKind> for Trouble {
    fn from(kind: ErrorKind) -> Self {
        Self { kind, at: None }
    }
}

/// The result of taking a child from a source.
pub(super) type Got<T> = Result<T, Trouble>;
