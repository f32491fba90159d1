//! Parts of bytes as JSON.

use serde_json::{Value, json};
use tezos_encoding::schema::Slice;

/// Returns a part as JSON, with its position: `offset` and `length` in bytes, `path`, `name`, `hex` and the value as text, if it has one.
pub(crate) fn json(slice: &Slice<'_>, path: &str) -> Value {
    json!({
        "offset": slice.offset,
        "length": slice.bytes.len(),
        "path": path,
        "name": slice.name,
        "hex": hex::encode(slice.bytes),
        "value": (!slice.pretty.is_empty()).then_some(&slice.pretty),
    })
}
