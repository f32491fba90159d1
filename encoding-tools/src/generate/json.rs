//! Generates values of the encoding `json`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::choices::Choices;
use tezos_encoding_core::schema::Encoding;
use tezos_encoding_core::walk::from_json;

/// Size of `{}` in bytes.
pub(super) const MIN_SIZE: usize = 5;

static JSON: Encoding = Encoding::Json;

/// Members of an object.
const MEMBERS: [&str; 6] =
    ["\"a\":null", "\"b\":true", "\"c\":-1.5", "\"d\":\"text \\u00e9\"", "\"e\":{}", "\"f\":[1,[],\"g\"]"];

/// Returns a document of at most `max` bytes; of exactly `max` if `is_exact` and a key of suitable length makes it
/// possible.
pub(super) fn document(choices: &mut Choices<'_>, max: usize, is_exact: bool) -> Option<Vec<u8>> {
    let members = choices.length(0, MEMBERS.len());
    let encoded = |text: &str| from_json(&JSON, text).ok().filter(|bytes| bytes.len() <= max);
    let bytes = encoded(&format!("{{{}}}", MEMBERS.get(..members)?.join(",")));
    if bytes.is_some() && !is_exact {
        return bytes;
    }
    // A member whose value is null takes two bytes plus those of its key.
    let key = if is_exact { max.checked_sub(MIN_SIZE.saturating_add(2)) } else { None };
    encoded(&key.map_or(String::from("{}"), |key| format!("{{\"{}\":null}}", "k".repeat(key))))
}
