//! Values cross the boundary as one JSON text, which JavaScript parses and prints.

use tezos_codec_bindings::Error;
use wasm_bindgen::prelude::{JsValue, wasm_bindgen};

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = JSON)]
    fn parse(text: &str) -> JsValue;

    #[wasm_bindgen(js_namespace = JSON, catch)]
    fn stringify(value: &JsValue) -> Result<JsValue, JsValue>;
}

#[wasm_bindgen(raw_module = "./error.js")]
extern "C" {
    type CodecError;

    #[wasm_bindgen(constructor)]
    fn new(
        name: &str,
        message: &str,
        path: &str,
        offset: Option<usize>,
        expected: Option<String>,
        found: Option<String>,
    ) -> CodecError;
}

/// The result of a function. It throws a `CodecError`, or what `JSON.stringify` throws.
pub(crate) type Answer<T> = Result<T, JsValue>;

/// Returns the `CodecError` of an error.
pub(crate) fn thrown(error: Error) -> JsValue {
    let [expected, found] = [error.expected, error.found].map(|text| text.map(String::from));
    CodecError::new(error.name, &error.message, &error.path, error.offset, expected, found).into()
}

/// Returns the `CodecError` of a text that is not hex.
#[cfg(not(feature = "codec"))]
pub(crate) fn not_hex(error: &hex::FromHexError) -> JsValue {
    let offset = match error {
        hex::FromHexError::InvalidHexCharacter { index, .. } => Some(*index),
        _ => None,
    };
    let message = format!("the text is not hex: {error}");
    CodecError::new("Invalid_hex", &message, "", offset, Some("hex digits, two for each byte".into()), None).into()
}

/// Returns the value of a JSON text.
pub(crate) fn value(json: Result<String, Error>) -> Answer<JsValue> {
    json.map(|json| parse(&json)).map_err(thrown)
}

/// Returns the JSON text of a value. A value without one, such as `undefined`, has the empty text, which no encoding accepts.
pub(crate) fn text(value: &JsValue) -> Answer<String> {
    Ok(stringify(value)?.as_string().unwrap_or_default())
}
