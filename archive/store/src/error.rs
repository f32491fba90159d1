//! What is wrong with a source, and with one block of it.

use std::fmt;
use std::io;
use std::path::Path;
use std::sync::Arc;

use tezos_encoding::DecodeError;

use crate::Place;

/// A source that cannot be opened.
#[derive(Debug)]
pub struct Error {
    source: Arc<Path>,
    reason: String,
    cause: Option<io::Error>,
}

impl Error {
    pub(crate) fn new(source: &Path, reason: impl Into<String>) -> Self {
        Self { source: source.into(), reason: reason.into(), cause: None }
    }

    pub(crate) fn io(source: &Path, cause: io::Error) -> Self {
        Self { source: source.into(), reason: cause.to_string(), cause: Some(cause) }
    }

    /// Returns the file, folder or address.
    #[must_use]
    pub fn place(&self) -> &Path {
        &self.source
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.source.display(), self.reason)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause.as_ref().map(|cause| cause as _)
    }
}

/// What a [`Refusal`] costs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Loss {
    /// No block: what is refused only helps to find blocks.
    Nothing,
    /// The metadata and the receipts of a block, which follows without them.
    Metadata,
    /// A block.
    Block,
    /// All blocks from there on, up to the next that is read.
    Rest,
}

/// A block, or a part of one, that is not what it should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// Where the block begins.
    pub place: Place,
    /// The level of the block, if it is known.
    pub level: Option<i32>,
    /// The field of the block, such as `operations[3][17]`; empty for the whole block.
    pub path: String,
    /// What was expected and what was found.
    pub reason: String,
    /// What is not read because of it.
    pub loss: Loss,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, level, path, reason, loss: _ } = self;
        write!(f, "{}, byte {}", place.source.display(), place.offset)?;
        if let Some(level) = level {
            write!(f, ", level {level}")?;
        }
        if !path.is_empty() {
            write!(f, ", {path}")?;
        }
        write!(f, ": {reason}")
    }
}

impl std::error::Error for Refusal {}

/// What is wrong with a block, before its place is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) path: String,
    pub(crate) reason: String,
}

impl Fault {
    pub(crate) fn new(path: impl Into<String>, reason: impl Into<String>) -> Self {
        Self { path: path.into(), reason: reason.into() }
    }

    /// Returns the fault of a value at `path` in the block.
    pub(crate) fn decoding(path: &str, error: &DecodeError) -> Self {
        Self::new(path, error.to_string())
    }

    /// Returns the fault with the place of an operation, by validation pass and index, behind the path.
    pub(crate) fn of_item(self, (pass, index): (usize, usize)) -> Self {
        Self { path: format!("{}[{pass}][{index}]", self.path), ..self }
    }

    pub(crate) fn at(self, place: Place, level: Option<i32>, loss: Loss) -> Refusal {
        Refusal { place, level, path: self.path, reason: self.reason, loss }
    }
}

impl From<io::Error> for Fault {
    fn from(error: io::Error) -> Self {
        Self::new("", format!("it cannot be read: {error}"))
    }
}
