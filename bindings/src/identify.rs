//! What bytes and texts are.

use serde_json::{Value, json};
use tezos_codec_inspect::{
    guess::{Guess, Verdict, guesses, guesses_of_json},
    protocols::possible,
    read::{self, Given},
};
use tezos_protocols::Protocol;

use crate::{Error, operation::protocol};

/// Identifies bytes: a JSON object with `verdict` (`whole`, `start` of a value, or `unknown`), `guesses`, the best first, and `start`, the encoding of
/// which the bytes may be the start. A guess has `id`, `title`, `whole`, `surprises` (unusual values), `evidence` in bits, and `protocols`.
///
/// Without a protocol all are tried, the newest first.
///
/// # Errors
/// If the protocol is not known.
pub fn identify(bytes: &[u8], protocol: Option<&str>) -> Result<String, Error> {
    Ok(of_bytes(bytes, &tried(protocol)?).to_string())
}

/// Identifies a text: hex, a dump, digits with separators, base64, base58check, or JSON. The JSON object has `form` (`bytes`, `base58` or `json`). That of
/// bytes has `hex` and what [`identify`] returns; that of base58check has `kind`, `hex`, `hash` of a key, and `encodings`, the bytes of each encoding
/// whose JSON has the text; that of JSON has `guesses`, which have `hex` too.
///
/// # Errors
/// If the text has no bytes, or the protocol is not known.
pub fn identify_text(text: &str, protocol: Option<&str>) -> Result<String, Error> {
    let possible = tried(protocol)?;
    if is_json(text) {
        let guesses = guesses_of_json(text, &possible).into_iter().map(|(found, bytes)| {
            let mut guess = guess(&found);
            add(&mut guess, "hex", hex::encode(bytes).into());
            guess
        });
        return Ok(json!({ "form": "json", "guesses": guesses.collect::<Value>() }).to_string());
    }
    let (form, mut answer) = match read::any(text).map_err(|sentence| Error::argument("Unknown_text", sentence))? {
        Given::Text(text) => ("base58", text.json(&possible)),
        Given::Bytes(bytes) => {
            let mut answer = of_bytes(&bytes, &possible);
            add(&mut answer, "hex", hex::encode(&bytes).into());
            ("bytes", answer)
        }
    };
    add(&mut answer, "form", form.into());
    Ok(answer.to_string())
}

/// Returns the protocols to try: the one with this name, or all.
fn tried(name: Option<&str>) -> Result<Vec<Protocol>, Error> {
    name.map(|name| protocol(Some(name))).transpose().map(possible)
}

fn of_bytes(bytes: &[u8], possible: &[Protocol]) -> Value {
    let guesses = guesses(bytes, false, possible);
    let verdict = match guesses.verdict() {
        Verdict::Whole => "whole",
        Verdict::Start => "start",
        Verdict::Unknown => "unknown",
    };
    json!({
        "verdict": verdict,
        "guesses": guesses.whole.iter().map(guess).collect::<Value>(),
        "start": guesses.likely_start().map(guess),
    })
}

fn guess(guess: &Guess) -> Value {
    let title = ("title", guess.named.title.as_ref().into());
    guess.members().into_iter().chain([title]).map(|(name, value)| (name.to_owned(), value)).collect()
}

/// Returns whether a text is an object, or a list that is no list of bytes.
fn is_json(text: &str) -> bool {
    match serde_json::from_str(text) {
        Ok(Value::Object(_)) => true,
        Ok(Value::Array(_)) => read::parse(text).is_err(),
        _ => false,
    }
}

fn add(object: &mut Value, name: &str, value: Value) {
    object.as_object_mut().and_then(|object| object.insert(name.to_owned(), value));
}
