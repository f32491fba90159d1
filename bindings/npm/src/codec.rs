//! The entry `tezos-codec`: a function of JavaScript for each of `tezos-codec-bindings`.

use tezos_codec_bindings as bindings;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

use crate::value::{Answer, text, thrown, value};

/// The types of values, in the declarations for TypeScript.
#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = "import type { Block, Encoding, Explanation, Identified, IdentifiedText, Micheline, Operation, Part, Protocol } from './types.js';";

/// Decodes bytes to the JSON of an encoding. An id is one that `encodings` lists, with or without a protocol (`seoul.operation`,
/// `023-PtSeouLo.operation`), or a description such as `list(uint16)`.
#[wasm_bindgen(unchecked_return_type = "any")]
pub fn decode(id: &str, bytes: &[u8]) -> Answer<JsValue> {
    value(bindings::decode(id, bytes))
}

/// Encodes JSON to bytes.
#[wasm_bindgen]
pub fn encode(id: &str, #[wasm_bindgen(unchecked_param_type = "unknown")] json: &JsValue) -> Answer<Vec<u8>> {
    bindings::encode(id, &text(json)?).map_err(thrown)
}

/// Splits bytes into parts. With `nested`, bytes that are values of their own are split too. Of refused bytes, the parts before the refused one are
/// returned. Secrets are zeros.
#[wasm_bindgen(unchecked_return_type = "Part[]")]
pub fn slice(id: &str, bytes: &[u8], nested: Option<bool>) -> Answer<JsValue> {
    value(bindings::slice(id, bytes, nested.unwrap_or_default()))
}

/// Explains bytes part by part, and why they are refused.
#[wasm_bindgen(unchecked_return_type = "Explanation")]
pub fn explain(id: &str, bytes: &[u8], nested: Option<bool>) -> Answer<JsValue> {
    value(bindings::explain(id, bytes, nested.unwrap_or_default()))
}

/// Identifies bytes. Without a protocol, the encodings of all are tried, those of the newest first.
#[wasm_bindgen(unchecked_return_type = "Identified")]
pub fn identify(bytes: &[u8], protocol: Option<String>) -> Answer<JsValue> {
    value(bindings::identify(bytes, protocol.as_deref()))
}

/// Identifies a text: hex, a dump, digits with separators, base64, or base58check.
#[wasm_bindgen(js_name = identifyText, unchecked_return_type = "IdentifiedText")]
pub fn identify_text(text: &str, protocol: Option<String>) -> Answer<JsValue> {
    value(bindings::identify_text(text, protocol.as_deref()))
}

/// Returns the encodings that belong to no protocol, or those of one protocol.
#[wasm_bindgen(unchecked_return_type = "Encoding[]")]
pub fn encodings(protocol: Option<String>) -> Answer<JsValue> {
    value(bindings::encodings(protocol.as_deref()))
}

/// Returns the protocols, the oldest first.
#[wasm_bindgen(unchecked_return_type = "Protocol[]")]
pub fn protocols() -> Answer<JsValue> {
    value(Ok(bindings::protocols()))
}

/// Describes the bytes of an encoding in tables, as `octez-codec` does.
#[wasm_bindgen]
pub fn describe(id: &str) -> Answer<String> {
    bindings::describe(id).map_err(thrown)
}

/// Returns the JSON Schema of the JSON of an encoding.
#[wasm_bindgen(js_name = jsonSchema, unchecked_return_type = "object")]
pub fn json_schema(id: &str) -> Answer<JsValue> {
    value(bindings::json_schema(id))
}

/// Generates the bytes of a value of at most `maxBytes`, if the shortest value is not longer. Equal seeds, which are integers below 2^32, give equal
/// values.
#[wasm_bindgen]
pub fn generate(id: &str, seed: u32, #[wasm_bindgen(js_name = maxBytes)] max_bytes: usize) -> Answer<Vec<u8>> {
    bindings::generate(id, seed.into(), max_bytes).map_err(thrown)
}

/// Returns the BLAKE2b hash of bytes in base58check, as a text of a kind such as `operation_hash`, `block_hash`, `script_expr_hash` or
/// `ed25519_public_key_hash`; `blake2b` returns the 32 bytes in hex.
#[wasm_bindgen]
pub fn hash(kind: &str, bytes: &[u8]) -> Answer<String> {
    bindings::hash(kind, bytes).map_err(thrown)
}

/// Encodes an operation, with its signature if it has one. Without a protocol, the newest one that mainnet has had is taken.
#[wasm_bindgen(js_name = forgeOperation)]
pub fn forge_operation(
    #[wasm_bindgen(unchecked_param_type = "Operation")] operation: &JsValue,
    protocol: Option<String>,
) -> Answer<Vec<u8>> {
    bindings::forge_operation(&text(operation)?, protocol.as_deref()).map_err(thrown)
}

/// Decodes an operation with or without its signature. Without a protocol, the newest one that mainnet has had is taken.
#[wasm_bindgen(js_name = unforgeOperation, unchecked_return_type = "Operation")]
pub fn unforge_operation(bytes: &[u8], protocol: Option<String>) -> Answer<JsValue> {
    value(bindings::unforge_operation(bytes, protocol.as_deref()))
}

/// Decodes a block: the answer of a node in binary, or a line of JSON with `chain_id`, `header` and `operations` in hex. The protocol of a block of
/// mainnet follows from its header; that of another chain is the newest that accepts the block, or the one that is given.
#[wasm_bindgen(js_name = readBlock, unchecked_return_type = "Block")]
pub fn read_block(block: &[u8], protocol: Option<String>) -> Answer<JsValue> {
    value(bindings::read_block(block, protocol.as_deref()))
}

/// Values that follow one another in a stream, whose bytes arrive in pieces of any size.
#[wasm_bindgen]
pub struct Values(bindings::Values);

#[wasm_bindgen]
impl Values {
    /// Starts at the first byte of a stream.
    #[wasm_bindgen(constructor)]
    pub fn new(id: &str) -> Answer<Values> {
        bindings::Values::new(id).map(Self).map_err(thrown)
    }

    /// Adds the next bytes of the stream; none if it has ended.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.0.feed(bytes);
    }

    /// Returns the offset in the stream of the next value.
    #[wasm_bindgen(getter)]
    #[allow(clippy::cast_precision_loss, reason = "a number of JavaScript is exact up to 2^53")]
    pub fn offset(&self) -> f64 {
        self.0.offset() as f64
    }

    /// Returns the JSON of the next value; `undefined` if it needs more bytes or the stream has ended.
    #[wasm_bindgen(js_name = next, unchecked_return_type = "any")]
    pub fn next_value(&mut self) -> Answer<JsValue> {
        let next = self.0.next_value().map_err(thrown)?;
        next.map_or(Ok(JsValue::UNDEFINED), |json| value(Ok(json)))
    }
}

/// Encodes an expression of Micheline.
#[wasm_bindgen(js_name = forgeMicheline)]
pub fn forge_micheline(#[wasm_bindgen(unchecked_param_type = "Micheline")] expression: &JsValue) -> Answer<Vec<u8>> {
    bindings::forge_micheline(&text(expression)?).map_err(thrown)
}

/// Decodes an expression of Micheline.
#[wasm_bindgen(js_name = unforgeMicheline, unchecked_return_type = "Micheline")]
pub fn unforge_micheline(bytes: &[u8]) -> Answer<JsValue> {
    value(bindings::unforge_micheline(bytes))
}

/// Parses the concrete syntax of Michelson.
#[wasm_bindgen(js_name = parseMichelson, unchecked_return_type = "Micheline")]
pub fn parse_michelson(text: &str) -> Answer<JsValue> {
    value(bindings::parse_michelson(text))
}

/// Prints an expression in the concrete syntax of Michelson: on one line, or in lines of at most `width` characters.
#[wasm_bindgen(js_name = printMichelson)]
pub fn print_michelson(
    #[wasm_bindgen(unchecked_param_type = "Micheline")] expression: &JsValue,
    width: Option<usize>,
) -> Answer<String> {
    bindings::print_michelson(&text(expression)?, width).map_err(thrown)
}

/// Returns the result of `PACK` for an expression. With its type, addresses, keys, times and the like become bytes and numbers, as in Michelson;
/// without a type they have to be that already.
#[wasm_bindgen]
pub fn pack(
    #[wasm_bindgen(unchecked_param_type = "Micheline")] expression: &JsValue,
    #[wasm_bindgen(js_name = "type", unchecked_optional_param_type = "Micheline")] ty: Option<JsValue>,
) -> Answer<Vec<u8>> {
    bindings::pack(&text(expression)?, optional_text(ty)?.as_deref()).map_err(thrown)
}

/// Decodes packed bytes to an expression.
#[wasm_bindgen(unchecked_return_type = "Micheline")]
pub fn unpack(bytes: &[u8]) -> Answer<JsValue> {
    value(bindings::unpack(bytes))
}

/// Returns the hash of an expression by which big maps find it. The arguments are those of `pack`.
#[wasm_bindgen(js_name = scriptExprHash)]
pub fn script_expr_hash(
    #[wasm_bindgen(unchecked_param_type = "Micheline")] expression: &JsValue,
    #[wasm_bindgen(js_name = "type", unchecked_optional_param_type = "Micheline")] ty: Option<JsValue>,
) -> Answer<String> {
    bindings::script_expr_hash(&text(expression)?, optional_text(ty)?.as_deref()).map_err(thrown)
}

fn optional_text(value: Option<JsValue>) -> Answer<Option<String>> {
    value.as_ref().map(text).transpose()
}
