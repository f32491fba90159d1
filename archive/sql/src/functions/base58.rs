//! Texts in base58check.

use tezos_codec_bindings as bindings;
use tezos_hashes::base58::{self, TextKind};

use super::column::{Payload, Value};
use super::{Answer, Failure};

/// Returns the text of bytes: of a kind, or of an encoding whose JSON is a text, such as that of addresses.
pub(super) fn encode(kind: &str, bytes: &[u8]) -> Answer {
    let Some(known) = kinds().find(|known| known.name == kind) else { return by_encoding(kind, bytes) };
    if bytes.len() != known.size {
        return Err(Failure::Value(format!("expected {} bytes for {kind}, found {}", known.size, bytes.len())));
    }
    Ok(Value::Text(known.encode(bytes)))
}

fn by_encoding(id: &str, bytes: &[u8]) -> Answer {
    let json = match bindings::decode(id, bytes) {
        Ok(json) => json,
        Err(error) if error.name == "Unknown_id" => {
            let known = kinds().map(|kind| kind.name).collect::<Vec<_>>().join(", ");
            return Err(Failure::Query(format!("{error}; or one of the kinds {known}")));
        }
        Err(error) => return Err(error.into()),
    };
    let text = json.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let text = text.filter(|text| base58::recognise(text).is_some());
    text.map(|text| Value::Text(text.into())).ok_or_else(|| {
        Failure::Query(format!("expected an encoding of texts in base58check, found {id}, whose JSON is {json}"))
    })
}

/// Returns the kind and the payload of a text.
pub(super) fn decode(text: &str) -> Answer {
    match base58::decode(text) {
        Some((kind, _)) if kind.is_secret() => Err(Failure::Value("the text is a secret key".into())),
        Some((kind, bytes)) => Ok(Value::Payload(Payload { kind: kind.name, bytes })),
        None => Err(Failure::Value(match base58::intended(text) {
            Some(kind) if kind.is_secret() => {
                format!("expected {} in base58check, found a text with errors", kind.name)
            }
            Some(kind) => format!("expected {} in base58check, found `{text}`, which has errors", kind.name),
            None => format!("expected a text in base58check, found `{text}`"),
        })),
    }
}

/// Returns the kinds of texts that are no secrets.
fn kinds() -> impl Iterator<Item = &'static TextKind> {
    base58::kinds().filter(|kind| !kind.is_secret())
}
