//! What holds for every encoding of the vectors, whatever its values: tests of the schema's answers.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod generated;
mod json_schema;
mod promises;
mod validator;

use std::{collections::BTreeMap, fs};

use serde_json::Value;
use tezos_encoding::schema::Encoding;

use tezos_encoding::schema::grammar;

use crate::shared::shared;

/// The lines of the vectors that have an encoding which the grammar reads, by its description; none where the vectors are not
/// here.
fn lines() -> BTreeMap<String, (&'static Encoding, Vec<Value>)> {
    let Some(folder) = shared("vectors") else { return BTreeMap::new() };
    let entries = fs::read_dir(&folder).unwrap();
    let mut found: BTreeMap<String, (&'static Encoding, Vec<Value>)> = BTreeMap::new();
    for path in entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "jsonl"))
    {
        let text = fs::read_to_string(path).unwrap();
        // What nests deeper than the parser of the test goes is left out.
        for line in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            let Some(description) = line["encoding"].as_str() else { continue };
            if let Some((_, lines)) = found.get_mut(description) {
                lines.push(line);
            } else if let Ok(encoding) = grammar::parse(description) {
                found.insert(description.to_owned(), (encoding, vec![line]));
            }
        }
    }
    assert!(found.len() > 100, "only {} encodings are read", found.len());
    found
}
