//! The questions: the encodings that have a schema, with the JSON of values of each.

use std::error;

use serde_json::{Value, json};
use tezos_encoding::schema;
use tezos_protocols::registry;

use crate::rows::{Row, rows};

type Failure = Box<dyn error::Error>;

/// Values of each encoding that are made at random.
const RANDOM: usize = 120;
/// Values of each encoding at its limits.
const BOUNDARIES: usize = 60;
/// Bytes of the longest value, unless the shortest is longer; a key of ML-DSA-44 has 1,312.
const MAX_BYTES: usize = 3000;

/// Returns the questions.
pub(crate) fn questions() -> Result<Vec<Value>, Failure> {
    rows()?.iter().map(question).collect()
}

fn question(row: &Row) -> Result<Value, Failure> {
    let encoding = row.encoding;
    let generator = registry::add_examples(tezos_messages::generate(encoding)).max_bytes(MAX_BYTES);
    // A function of a type may refuse all values of a seed; that something is compared is checked at the end.
    let values = generator.values(0).take(RANDOM).chain(generator.boundaries().take(BOUNDARIES)).flatten();
    let values: Vec<Value> = values
        .map(|bytes| Ok(serde_json::from_str(&schema::to_json(encoding, &bytes)?)?))
        .collect::<Result<_, Failure>>()?;
    Ok(json!({ "id": row.id, "file": row.file, "pointer": row.pointer, "values": values }))
}
