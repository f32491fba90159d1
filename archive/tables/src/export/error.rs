//! What ends an export.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// Why an export ended before its end.
#[derive(Debug)]
pub struct Error {
    path: PathBuf,
    reason: String,
    cause: Option<io::Error>,
}

impl Error {
    pub(crate) fn new(path: &Path, reason: impl fmt::Display) -> Self {
        Self { path: path.to_owned(), reason: reason.to_string(), cause: None }
    }

    pub(crate) fn io(path: &Path, cause: io::Error) -> Self {
        Self { path: path.to_owned(), reason: cause.to_string(), cause: Some(cause) }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.reason)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.cause.as_ref().map(|cause| cause as _)
    }
}
