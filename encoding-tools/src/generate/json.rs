//! Values of the encoding `json`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::choices::Choices;
use tezos_encoding_core::schema::{Encoding, from_json};

/// Bytes of `{}`.
pub(super) const LEAST: usize = 5;

static JSON: Encoding = Encoding::Json;

/// Members of an object, one after the other.
const MEMBERS: [&str; 6] =
    ["\"a\":null", "\"b\":true", "\"c\":-1.5", "\"d\":\"text \\u00e9\"", "\"e\":{}", "\"f\":[1,[],\"g\"]"];

/// The bytes of a document of at most `most` bytes; exactly so many where an empty key can make it so.
pub(super) fn document(choices: &mut impl Choices, most: usize, exact: bool) -> Option<Vec<u8>> {
    let members = choices.length(0, MEMBERS.len());
    let text = format!("{{{}}}", MEMBERS.get(..members)?.join(","));
    let mut bytes = from_json(&JSON, &text).ok().filter(|bytes| bytes.len() <= most);
    if exact || bytes.is_none() {
        // A member whose value is null takes two bytes and those of its key.
        let key = if exact { most.checked_sub(LEAST.saturating_add(2)) } else { None };
        let text = key.map_or(String::from("{}"), |key| format!("{{\"{}\":null}}", "k".repeat(key)));
        bytes = from_json(&JSON, &text).ok().filter(|bytes| bytes.len() <= most);
    }
    bytes
}
