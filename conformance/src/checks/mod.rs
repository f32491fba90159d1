//! Properties of every encoding in the reference's vectors.
#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "tests")]

mod generated;
mod json_schema;
mod promises;
mod streams;
mod validator;

use std::collections::BTreeMap;

use serde_json::Value;
use tezos_encoding::schema::{Encoding, grammar};

use crate::shared::shared;

/// Returns the lines of the vectors by the description of their encoding, or an empty map if the vectors are absent.
fn lines() -> BTreeMap<String, (&'static Encoding, Vec<Value>)> {
    let mut found: BTreeMap<String, (&'static Encoding, Vec<Value>)> = BTreeMap::new();
    let Some(folder) = shared("vectors") else { return found };
    for path in crate::files(&folder, "jsonl").unwrap() {
        let text = crate::read(&path).unwrap();
        // Lines nested too deeply for serde_json are left out.
        for line in text.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok()) {
            let Some(description) = line["encoding"].as_str() else { continue };
            if let Some((_, lines)) = found.get_mut(description) {
                lines.push(line);
            } else if let Ok(encoding) = grammar::parse(description) {
                found.insert(description.to_owned(), (encoding, vec![line]));
            }
        }
    }
    assert!(found.len() > 100, "only {} encodings are parsed", found.len());
    found
}
