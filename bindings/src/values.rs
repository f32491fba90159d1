//! Values of an encoding: bytes to JSON and back, parts, reasons.

use serde_json::{Value, json};
use tezos_codec_inspect::{encodings, nested, protocols, reason};
use tezos_encoding::schema::{Named, decode as check, from_json, to_json};

use crate::Error;

/// Returns the encoding with an id, or for a description.
pub(crate) fn named(id: &str) -> Result<&'static Named, Error> {
    encodings::named(id, None).ok_or_else(|| Error::unknown_id(id))
}

/// Decodes bytes to JSON.
///
/// # Errors
/// If the id is not known, or the encoding refuses the bytes.
pub fn decode(id: &str, bytes: &[u8]) -> Result<String, Error> {
    decode_as(named(id)?, bytes)
}

pub(crate) fn decode_as(named: &Named, bytes: &[u8]) -> Result<String, Error> {
    to_json(named.encoding, bytes).map_err(|error| Error::of_bytes(named, bytes, &error))
}

/// Encodes JSON to bytes.
///
/// # Errors
/// If the id is not known, or the text is not JSON of the encoding.
pub fn encode(id: &str, json: &str) -> Result<Vec<u8>, Error> {
    encode_as(named(id)?, json)
}

pub(crate) fn encode_as(named: &Named, json: &str) -> Result<Vec<u8>, Error> {
    from_json(named.encoding, json).map_err(|error| Error::of_json(named, json, &error))
}

/// Splits bytes into parts: a JSON list of objects with `offset`, `length`, `path`, `name`, `hex` and `value`, as `slice --json` prints it. With
/// `nested`, bytes that are values of their own are split too. Of refused bytes, the parts before the refused one are in the list.
///
/// # Errors
/// If the id is not known.
pub fn slice(id: &str, bytes: &[u8], nested: bool) -> Result<String, Error> {
    let parts = parts(id, bytes, nested)?;
    Ok(parts.map(|part| part.json()).collect::<Value>().to_string())
}

/// The parts of bytes, one after the other.
pub type Parts<'m> = nested::Parts<'m>;

/// Returns an iterator of the parts of bytes, for what shows some of them.
///
/// # Errors
/// If the id is not known.
pub fn parts<'m>(id: &str, bytes: &'m [u8], nested: bool) -> Result<Parts<'m>, Error> {
    Ok(nested::parts(named(id)?.encoding, bytes, nested.then(|| protocols::possible(None))))
}

/// Explains bytes part by part, and why they are refused: a JSON object with `id`, `bytes`, `valid`, `error` and `parts`, as `explain --json`
/// prints it.
///
/// # Errors
/// If the id is not known.
pub fn explain(id: &str, bytes: &[u8], nested: bool) -> Result<String, Error> {
    let named = named(id)?;
    let error = check(named.encoding, bytes).err().map(|error| reason::json(named, &error, bytes));
    let parts: Value = parts(id, bytes, nested)?.map(|part| part.json()).collect();
    let explained =
        json!({ "id": named.id, "bytes": bytes.len(), "valid": error.is_none(), "error": error, "parts": parts });
    Ok(explained.to_string())
}
