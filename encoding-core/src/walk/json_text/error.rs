//! The errors of JSON conversion.

use alloc::boxed::Box;
use core::fmt;

use super::position::JsonPosition;
use crate::error::{DecodeError, EncodeError, Path};
use crate::revision::RevisionNames;

/// Why a JSON text cannot be converted to a value, or bytes cannot be converted to JSON.
///
/// ```
/// use tezos_encoding::prelude::*;
/// #[derive(Debug, HasEncoding, NomReader, BinWriter)]
/// struct Transfer { fee: i64 }
///
/// let error = Transfer::from_json("{\n  \"fee\": 4450\n}").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "at line 2, column 10 (byte 11), fee: expected digits in quotation marks, found the number 4450: \
///      write \"4450\" (Wrong_value)",
/// );
/// assert_eq!(error.position().map(|position| (position.line, position.column)), Some((2, 10)));
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct JsonError(Box<Refused>);

#[derive(Clone, PartialEq, Eq)]
struct Refused {
    kind: JsonErrorKind,
    position: Option<JsonPosition>,
}

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
        Self(Box::new(Refused { kind, position: None }))
    }

    /// Adds the line and the column to an error that has an offset in `text`.
    #[cold]
    #[must_use]
    pub fn in_text(self, text: &str) -> Self {
        match self.0.kind {
            JsonErrorKind::Syntax { at, .. }
            | JsonErrorKind::NumberTooLarge { at, .. }
            | JsonErrorKind::Mismatch { at, .. } => self.at(text, at),
            _ => self,
        }
    }

    /// Adds the position of the byte at `offset` in `text`.
    #[cold]
    pub(crate) fn at(mut self, text: &str, offset: usize) -> Self {
        self.0.position = Some(JsonPosition::new(text, offset));
        self
    }

    /// Replaces the numbers of revisions in the message by names.
    #[must_use]
    pub fn with_revision_names(self, names: RevisionNames) -> Self {
        let Refused { kind, position } = *self.0;
        let kind = match kind {
            JsonErrorKind::Mismatch { at, error } => {
                JsonErrorKind::Mismatch { at, error: error.with_revision_names(names) }
            }
            JsonErrorKind::Value(error) => JsonErrorKind::Value(error.with_revision_names(names)),
            other => other,
        };
        Self(Box::new(Refused { kind, position }))
    }

    /// Returns the kind of error.
    pub fn kind(&self) -> &JsonErrorKind {
        &self.0.kind
    }

    /// Returns the position in the JSON text of the refused value; `None` if the error does not concern a text, or if
    /// [`JsonError::new`] created it.
    pub fn position(&self) -> Option<JsonPosition> {
        self.0.position
    }

    /// Returns the name of the error in the reference, or ours if it has none.
    pub fn name(&self) -> &'static str {
        match &self.0.kind {
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
        let Refused { kind, position } = &*self.0;
        match (position, kind) {
            (Some(position), _) => position.fmt(f)?,
            (
                None,
                JsonErrorKind::Syntax { at, .. }
                | JsonErrorKind::NumberTooLarge { at, .. }
                | JsonErrorKind::Mismatch { at, .. },
            ) => write!(f, "at byte {at}")?,
            (None, JsonErrorKind::Value(error)) => return error.fmt(f),
            (None, JsonErrorKind::Bytes(error)) => return error.fmt(f),
            (None, JsonErrorKind::Output(error)) => return error.fmt(f),
        }
        // A path follows the position, and a colon follows the path.
        let before = |path: &Path| if path.is_empty() { ": " } else { ", " };
        match kind {
            JsonErrorKind::Syntax { expected, .. } => write!(f, ": expected {expected}"),
            JsonErrorKind::NumberTooLarge { number, .. } => {
                write!(f, ": expected a number in the range of a double, found {number}")
            }
            JsonErrorKind::Mismatch { error, .. } | JsonErrorKind::Value(error) => {
                write!(f, "{}{error}", before(error.path()))
            }
            // The bytes were made of the text, so their offset is of no use.
            JsonErrorKind::Bytes(error) => {
                let (path, kind) = (error.path(), error.kind());
                let colon = if path.is_empty() { "" } else { ": " };
                write!(f, "{}{path}{colon}{kind} ({})", before(path), kind.name())
            }
            JsonErrorKind::Output(error) => write!(f, ": {error}"),
        }
    }
}

impl fmt::Debug for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.kind.fmt(f)
    }
}

impl core::error::Error for JsonError {}
