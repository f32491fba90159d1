//! The errors of JSON conversion.

use alloc::boxed::Box;
use core::fmt;

use crate::error::{DecodeError, EncodeError};
use crate::revision::RevisionNames;

/// Why a JSON text cannot be converted to a value, or bytes cannot be converted to JSON.
#[derive(Clone, PartialEq, Eq)]
pub struct JsonError(Box<JsonErrorKind>);

/// The kinds of errors.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JsonErrorKind {
    /// The text is not JSON.
    Syntax {
        /// The offset of the refused byte in the text.
        at: usize,
        /// What was expected there.
        expected: &'static str,
    },
    /// A number beyond the range of JSON numbers, which are doubles.
    NumberTooLarge {
        /// The offset of the number in the text.
        at: usize,
        /// The number, possibly truncated.
        number: Box<str>,
    },
    /// The text is JSON, but not that of a value of the encoding.
    Mismatch {
        /// The offset of the value that does not match.
        at: usize,
        /// What the encoding expects, and in which field.
        error: EncodeError,
    },
    /// The encoding refuses the value.
    Value(EncodeError),
    /// The encoding refuses the bytes.
    Bytes(DecodeError),
    /// The text could not be written.
    Output(fmt::Error),
}

impl JsonError {
    /// Creates an error of this kind.
    #[cold]
    pub fn new(kind: JsonErrorKind) -> Self {
        Self(Box::new(kind))
    }

    /// Replaces the numbers of revisions in the message by names.
    #[must_use]
    pub fn with_revision_names(self, names: RevisionNames) -> Self {
        Self(Box::new(match *self.0 {
            JsonErrorKind::Mismatch { at, error } => {
                JsonErrorKind::Mismatch { at, error: error.with_revision_names(names) }
            }
            JsonErrorKind::Value(error) => JsonErrorKind::Value(error.with_revision_names(names)),
            other => other,
        }))
    }

    /// Returns the kind of error.
    pub fn kind(&self) -> &JsonErrorKind {
        &self.0
    }

    /// Returns the name of the error in the reference, or ours if it has none.
    pub fn name(&self) -> &'static str {
        match &*self.0 {
            JsonErrorKind::Syntax { .. } => "Invalid_json",
            JsonErrorKind::NumberTooLarge { .. } => "Number_too_large",
            JsonErrorKind::Mismatch { error, .. } | JsonErrorKind::Value(error) => error.kind().name(),
            JsonErrorKind::Bytes(error) => error.kind().name(),
            JsonErrorKind::Output(_) => "Output",
        }
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            JsonErrorKind::Syntax { at, expected } => write!(f, "at byte {at} of the text: expected {expected}"),
            JsonErrorKind::NumberTooLarge { at, number } => {
                write!(f, "at byte {at} of the text: expected a number in the range of a double, found {number}")
            }
            JsonErrorKind::Mismatch { at, error } => write!(f, "at byte {at} of the text: {error}"),
            JsonErrorKind::Value(error) => error.fmt(f),
            JsonErrorKind::Bytes(error) => error.fmt(f),
            JsonErrorKind::Output(error) => error.fmt(f),
        }
    }
}

impl fmt::Debug for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl core::error::Error for JsonError {}
