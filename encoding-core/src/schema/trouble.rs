//! Why a value cannot be written, whatever it is written from.

use crate::error::ErrorKind;

/// Why a value cannot be written.
#[derive(Debug)]
pub(crate) enum Trouble {
    /// The encoding refuses it.
    Refused(ErrorKind),
    /// It is refused at a place of the source, mostly as a value of another encoding.
    Mismatch { kind: ErrorKind, at: usize },
}

impl Trouble {
    pub(crate) fn kind(&self) -> &ErrorKind {
        match self {
            Self::Refused(kind) | Self::Mismatch { kind, .. } => kind,
        }
    }
}

impl From<ErrorKind> for Trouble {
    fn from(kind: ErrorKind) -> Self {
        Self::Refused(kind)
    }
}

pub(crate) type Got<T> = Result<T, Trouble>;
