//! Errors of JSON.

use alloc::boxed::Box;
use core::fmt;

use crate::error::{DecodeError, EncodeError};

/// Why a JSON text cannot be decoded, or bytes have no JSON.
#[derive(Clone, PartialEq, Eq)]
pub struct JsonError(Box<JsonErrorKind>);

/// Kinds of errors of JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JsonErrorKind {
    /// The text is not JSON.
    Syntax {
        /// The offset of the refused byte in the text.
        at: usize,
        /// What is expected there.
        expected: &'static str,
    },
    /// A number beyond the range of the numbers of JSON, which are doubles.
    NumberTooLarge {
        /// The offset of the number in the text.
        at: usize,
        /// The number, or its start.
        number: Box<str>,
    },
    /// The text is not that of a value of the encoding.
    Mismatch {
        /// The offset of what does not match.
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
    /// An error of this kind.
    #[cold]
    pub fn new(kind: JsonErrorKind) -> Self {
        Self(Box::new(kind))
    }

    /// The kind of error.
    pub fn kind(&self) -> &JsonErrorKind {
        &self.0
    }

    /// The name of the error in the reference, or ours if it has none.
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
            JsonErrorKind::Syntax { at, expected } => write!(f, "at byte {at} of the text, {expected} is expected"),
            JsonErrorKind::NumberTooLarge { at, number } => {
                write!(f, "at byte {at} of the text, a number in the range of a double is expected, {number} found")
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
