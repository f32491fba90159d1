//! The encodings and the protocols, and what is known of an encoding without a value.

use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};
use tezos_codec_inspect::{encodings as known, protocols::of_protocol};
use tezos_encoding::schema::{
    self, Named,
    generate::{Generate, Unmade},
};
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

/// Generates the bytes of a value of at most `max_bytes`, if the shortest value is not longer. Equal seeds give equal values. The generator of the last
/// call is kept: making one takes as long as making many values.
///
/// # Errors
/// If the id is not known, or no value was found.
pub fn generate(id: &str, seed: u64, max_bytes: usize) -> Result<Vec<u8>, Error> {
    static LAST: Mutex<Option<(&'static Named, usize, Arc<Generate>)>> = Mutex::new(None);
    let named = named(id)?;
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let known = last.as_ref().filter(|(other, max, _)| std::ptr::eq(*other, named) && *max == max_bytes);
    let generator = known.map(|(_, _, generator)| Arc::clone(generator)).unwrap_or_else(|| {
        let generate = known::generate(named.encoding).max_bytes(max_bytes.max(named.encoding.size().least));
        Arc::clone(&last.insert((named, max_bytes, Arc::new(generate))).2)
    });
    drop(last);
    let made = known::values(&generator, seed).next().unwrap_or(Err(Unmade::NoValue));
    made.map_err(|error| Error::argument("No_value", error))
}
