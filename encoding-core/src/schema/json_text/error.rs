//! What is wrong with a JSON text.

use alloc::boxed::Box;
use core::fmt;

use crate::error::{DecodeError, EncodeError};

/// Why there are no bytes for a JSON text, or no text for bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct JsonError(Box<JsonErrorKind>);

/// What is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JsonErrorKind {
    /// The text is no JSON.
    Syntax {
        /// Bytes of the text before the refused one.
        at: usize,
        /// What may stand there.
        expected: &'static str,
    },
    /// The text is not that of a value of the encoding.
    Mismatch {
        /// Bytes of the text before what does not fit.
        at: usize,
        /// What the encoding has there, and in which field.
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
    /// An error of this kind.
    #[cold]
    pub fn new(kind: JsonErrorKind) -> Self {
        Self(Box::new(kind))
    }

    /// What is wrong.
    pub fn kind(&self) -> &JsonErrorKind {
        &self.0
    }

    /// The name that the reference gives to the refusal of a value, or ours where it has none.
    pub fn name(&self) -> &'static str {
        match &*self.0 {
            JsonErrorKind::Syntax { .. } => "Invalid_json",
            JsonErrorKind::Mismatch { error, .. } | JsonErrorKind::Value(error) => error.kind().name(),
            JsonErrorKind::Bytes(error) => error.kind().name(),
            JsonErrorKind::Output(_) => "Output",
        }
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &*self.0 {
            JsonErrorKind::Syntax { at, expected } => write!(f, "at byte {at} of the text, {expected} is expected"),
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
