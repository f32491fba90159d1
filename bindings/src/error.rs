//! The one error of all functions.

use std::fmt;

use serde_json::json;
use tezos_codec_inspect::{encodings, hints, reason};
use tezos_encoding::{DecodeError, schema::JsonError, schema::Named};

/// Why a function has no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// The name of the error in the reference, such as `Not_enough_data`, or ours if it has none.
    pub name: &'static str,
    /// A sentence.
    pub message: Box<str>,
    /// The path of the refused field, such as `contents[0].fee`. Empty for the value itself.
    pub path: Box<str>,
    /// The offset of the refused byte, or of the refused value in a JSON text.
    pub offset: Option<usize>,
    /// What was expected.
    pub expected: Option<Box<str>>,
    /// What was found.
    pub found: Option<Box<str>>,
}

impl Error {
    /// Creates an error about an argument that is not refused by an encoding.
    pub(crate) fn argument(name: &'static str, message: impl fmt::Display) -> Self {
        let message = message.to_string().into();
        Self { name, message, path: Box::default(), offset: None, expected: None, found: None }
    }

    /// Returns the error for an id that is not known.
    pub(crate) fn unknown_id(id: &str) -> Self {
        Self::argument("Unknown_id", encodings::unknown(id))
    }

    /// Returns the error for bytes that an encoding refuses.
    pub(crate) fn of_bytes(named: &Named, bytes: &[u8], error: &DecodeError) -> Self {
        Self { message: hints::of_bytes(named, bytes, error).into(), ..Self::of_bytes_alone(named, bytes, error) }
    }

    /// Returns the error for bytes that an encoding refuses, without hints, for which the schemas of all protocols are needed.
    pub(crate) fn of_bytes_alone(named: &Named, bytes: &[u8], error: &DecodeError) -> Self {
        let [expected, found] = reason::of_error(named, error, bytes);
        Self {
            name: error.kind().name(),
            message: format!("the bytes are not {}: {error}", named.id).into(),
            path: error.path().to_string().into(),
            offset: Some(error.offset()),
            expected: Some(expected.into()),
            found: Some(found.into()),
        }
    }

    /// Returns the error for JSON that an encoding refuses.
    pub(crate) fn of_json(named: &Named, json: &str, error: &JsonError) -> Self {
        let alone = Self::of_json_alone(named, error);
        Self { message: hints::of_json(named, json, alone.offset, error).into(), ..alone }
    }

    /// Returns the error for JSON that an encoding refuses, without hints, for which the schemas of all protocols are needed.
    pub(crate) fn of_json_alone(named: &Named, error: &JsonError) -> Self {
        let offset = error.position().map(|position| position.offset);
        let (path, texts) = reason::of_json_error(named, error);
        let [expected, found] = texts.map(|text| text.map(Into::into));
        let message = format!("the JSON is not {}: {error}", named.id).into();
        Self { name: error.name(), message, path: path.into(), offset, expected, found }
    }

    /// Returns the error as JSON: `name`, `message`, `path`, `offset`, `expected`, `found`; the last three may be null.
    #[must_use]
    pub fn to_json(&self) -> String {
        let Self { name, message, path, offset, expected, found } = self;
        json!({ "name": name, "message": message, "path": path, "offset": offset, "expected": expected, "found": found })
            .to_string()
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {}
