//! The entry `tezos-codec/forge`: unsigned operations in hex, as Taquito's forgers take and return them.

use tezos_codec_bindings as bindings;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::value::{Answer, not_hex, text, thrown, value};

/// The types of values, in the declarations for TypeScript.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "import type { Operation } from './types.js';";

/// Encodes an unsigned operation to hex. Without a protocol, the newest one that mainnet has had is taken.
#[wasm_bindgen]
pub fn forge(
    #[wasm_bindgen(unchecked_param_type = "Operation")] operation: &JsValue,
    protocol: Option<String>,
) -> Answer<String> {
    let bytes = bindings::forge_unsigned(&text(operation)?, protocol.as_deref());
    bytes.map(hex::encode).map_err(thrown)
}

/// Decodes an unsigned operation in hex. Without a protocol, the newest one that mainnet has had is taken.
#[wasm_bindgen(unchecked_return_type = "Operation")]
pub fn parse(hex: &str, protocol: Option<String>) -> Answer<JsValue> {
    let bytes = hex::decode(hex).map_err(|error| not_hex(&error))?;
    value(bindings::parse_unsigned(&bytes, protocol.as_deref()))
}
