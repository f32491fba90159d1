//! The encodings and the protocols, and what is known of an encoding without a value.

use serde_json::{Value, json};
use tezos_codec_inspect::{encodings as known, protocols::of_protocol};
use tezos_encoding::schema::{self, generate::Unmade};
use tezos_protocols::Protocol;

use crate::{Error, operation::protocol, values::named};

/// Returns the encodings as a JSON list of objects with `id` and `title`: those of no protocol, or those of one protocol.
///
/// # Errors
/// If the protocol is not known.
pub fn encodings(of: Option<&str>) -> Result<String, Error> {
    let all = match of {
        Some(name) => of_protocol(protocol(Some(name))?),
        None => known::all(),
    };
    Ok(all.iter().map(|named| json!({ "id": named.id, "title": named.title })).collect::<Value>().to_string())
}

/// Returns the protocols as a JSON list of objects with `name`, `id` and `hashes`, the oldest first.
#[must_use]
pub fn protocols() -> String {
    let rows = Protocol::ALL
        .iter()
        .map(|protocol| json!({ "name": protocol.name(), "id": protocol.id(), "hashes": protocol.hashes() }));
    rows.collect::<Value>().to_string()
}

/// Describes the bytes of an encoding in tables, as `octez-codec` does.
///
/// # Errors
/// If the id is not known.
pub fn describe(id: &str) -> Result<String, Error> {
    Ok(schema::describe(named(id)?.encoding).to_string())
}

/// Returns the JSON Schema of the JSON of an encoding.
///
/// # Errors
/// If the id is not known.
pub fn json_schema(id: &str) -> Result<String, Error> {
    Ok(schema::json_schema(named(id)?.encoding))
}

/// Generates the bytes of a value of at most `max_bytes`, if the shortest value is not longer. Equal seeds give equal values.
///
/// # Errors
/// If the id is not known, or no value was found.
pub fn generate(id: &str, seed: u64, max_bytes: usize) -> Result<Vec<u8>, Error> {
    let encoding = named(id)?.encoding;
    let generate = known::generate(encoding).max_bytes(max_bytes.max(encoding.size().least));
    let made = known::values(&generate, seed).next().unwrap_or(Err(Unmade::NoValue));
    made.map_err(|error| Error::argument("No_value", error))
}
