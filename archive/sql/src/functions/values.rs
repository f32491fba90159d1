//! Values of encodings.

use tezos_codec_bindings::{self as bindings, Error};
use tezos_encoding::Decode;
use tezos_protocols::micheline::Micheline;

use super::column::{Part, Value};
use super::{Answer, Failure};

/// Decodes a value to JSON.
pub(super) fn decode(id: &str, bytes: &[u8]) -> Answer {
    Ok(Value::Text(bindings::decode(id, bytes)?))
}

/// Encodes JSON.
pub(super) fn encode(id: &str, json: &str) -> Answer {
    Ok(Value::Bytes(bindings::encode(id, json)?))
}

/// Splits a value into its parts.
pub(super) fn slice(id: &str, bytes: &[u8]) -> Answer {
    let shown = bindings::shown(id, bytes)?;
    let mut parts = bindings::parts(id, &shown, false)?;
    let found = parts.by_ref().map(|part| Part {
        offset: part.slice.offset,
        length: part.slice.bytes.len(),
        path: part.path(),
        value: Some(part.slice.pretty).filter(|value| !value.is_empty()),
        encoding: part.slice.name,
    });
    let found = found.collect();
    match parts.into_error() {
        None => Ok(Value::Parts(found)),
        // The error of `decode` has the path, and what was expected.
        Some(refusal) => Err(bindings::decode(id, bytes)
            .err()
            .map_or_else(|| Failure::Value(refusal.kind.to_string()), Failure::from)),
    }
}

/// Prints an expression in the syntax of Michelson, on one line.
pub(super) fn micheline(bytes: &[u8]) -> Answer {
    let expression = Micheline::from_bytes(bytes);
    let expression = expression.map_err(|error| Failure::Value(format!("the bytes are not an expression: {error}")))?;
    Ok(Value::Text(expression.to_string()))
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        match error.name {
            "Unknown_id" => Self::Query(error.to_string()),
            _ => Self::Value(error.to_string()),
        }
    }
}
