//! Values of an encoding: bytes to JSON and back, parts, reasons.

use std::borrow::Cow;

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
/// `nested`, bytes that are values of their own are split too. Of refused bytes, the parts before the refused one are in the list. Secrets are
/// zeros.
///
/// # Errors
/// If the id is not known.
pub fn slice(id: &str, bytes: &[u8], nested: bool) -> Result<String, Error> {
    let named = named(id)?;
    Ok(list(named, &nested::shown(named.encoding, bytes), nested).to_string())
}

/// The parts of bytes, one after the other.
pub type Parts<'m> = nested::Parts<'m>;

/// Returns an iterator of the parts of bytes, for what shows some of them. The bytes are those that [`shown`] returns.
///
/// # Errors
/// If the id is not known.
pub fn parts<'m>(id: &str, shown: &'m [u8], nested: bool) -> Result<Parts<'m>, Error> {
    Ok(parts_of(named(id)?, shown, nested))
}

/// Returns the bytes as they may be shown, with zeros for secrets.
///
/// # Errors
/// If the id is not known.
pub fn shown<'m>(id: &str, bytes: &'m [u8]) -> Result<Cow<'m, [u8]>, Error> {
    Ok(nested::shown(named(id)?.encoding, bytes))
}

/// Explains bytes part by part, and why they are refused: a JSON object with `id`, `bytes`, `valid`, `error` and `parts`, as `explain --json`
/// prints it.
///
/// # Errors
/// If the id is not known.
pub fn explain(id: &str, bytes: &[u8], nested: bool) -> Result<String, Error> {
    let named = named(id)?;
    let shown = nested::shown(named.encoding, bytes);
    let error = check(named.encoding, bytes).err().map(|error| reason::json(named, &error, &shown));
    let (valid, parts) = (error.is_none(), list(named, &shown, nested));
    Ok(json!({ "id": named.id, "bytes": bytes.len(), "valid": valid, "error": error, "parts": parts }).to_string())
}

fn parts_of<'m>(named: &Named, shown: &'m [u8], nested: bool) -> Parts<'m> {
    nested::parts(named.encoding, shown, nested.then(|| protocols::possible(None)))
}

fn list(named: &Named, shown: &[u8], nested: bool) -> Value {
    parts_of(named, shown, nested).map(|part| part.json()).collect()
}
