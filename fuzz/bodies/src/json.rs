//! Converts JSON to bytes and back.

use tezos_encoding::HasEncoding;
use tezos_encoding::schema::{Encoding, decode, from_json, to_json};
use tezos_messages::p2p::PeerMessage;

use crate::heap::Heap;
use crate::input::Maker;
use crate::peer::points;
use crate::{Target, zoo};

/// Heap for a text: each character may be an element of a list, and the writer of a recursive type has pending steps for each level.
const HEAP: Heap = Heap { per_byte: 1024, fixed: 8192 };

fn encodings() -> Vec<&'static Encoding> {
    zoo::encodings().chain([PeerMessage::ENCODING]).collect()
}

/// The first byte selects the encoding, the second whether the rest is the text or makes a value whose JSON is then changed.
pub(crate) fn target() -> Target {
    let encodings = encodings();
    let body = move |input: &[u8]| {
        let [which, how, rest @ ..] = input else { return };
        let encoding = encodings[usize::from(*which) % encodings.len()];
        if how & 1 == 0 {
            return text(encoding, &String::from_utf8_lossy(rest));
        }
        let (made, edits) = rest.split_at(rest.len().min(9));
        let bytes = Maker::of(encoding, points).make(made);
        let Ok(json) = to_json(encoding, &bytes) else { return };
        text(encoding, &edited(&json, edits));
    };
    Target::plain("json", body, seeds)
}

fn seeds() -> Vec<Vec<u8>> {
    let of = |(which, encoding): (u8, &'static Encoding)| {
        let made = Maker::of(encoding, points).make(&[1, 0, 0, 0, 0, 0, 0, 0, which]);
        let json = to_json(encoding, &made).unwrap_or_default();
        [[&[which, 0], json.as_bytes()].concat(), vec![which, 1, 1, 0, 0, 0, 0, 0, 0, 0, which]]
    };
    (0..).zip(encodings()).flat_map(of).filter(|seed| seed.len() < 2000).collect()
}

/// Returns the text with some characters changed. Each edit is an index in two bytes and a character.
fn edited(json: &str, edits: &[u8]) -> String {
    let mut chars: Vec<char> = json.chars().collect();
    for change in edits.chunks_exact(3) {
        let index = usize::from(u16::from_be_bytes([change[0], change[1]])) % (chars.len() + 1);
        match change[2] {
            0 => chars.truncate(index),
            1 => drop((index < chars.len()).then(|| chars.remove(index))),
            added => chars.insert(index, char::from(added)),
        }
    }
    chars.into_iter().collect()
}

/// Checks that the bytes of a JSON text decode, and that their JSON converts to bytes with the same JSON.
fn text(encoding: &'static Encoding, text: &str) {
    let read = HEAP.hold("reading", text.as_bytes(), || from_json(encoding, text));
    let bytes = match read {
        Ok(bytes) => bytes,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    decode(encoding, &bytes).unwrap_or_else(|error| panic!("{text} converts to bytes that are refused: {error}"));
    let json = to_json(encoding, &bytes).unwrap();
    let again =
        from_json(encoding, &json).unwrap_or_else(|error| panic!("{json}, the JSON of {text}, is refused: {error}"));
    assert_eq!(to_json(encoding, &again).unwrap(), json, "{text}");
}
