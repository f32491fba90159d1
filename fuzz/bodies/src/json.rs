//! JSON to bytes and back.

use tezos_encoding::HasEncoding;
use tezos_encoding::schema::{Encoding, decode, from_json, to_json};
use tezos_messages::p2p::PeerMessage;

use crate::heap::Heap;
use crate::input::Maker;
use crate::peer::points;
use crate::{Target, zoo};

/// Memory for a text: each sign may be a value of a list, and the writer of a recursive type has steps to do for each level.
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

/// The text with some of its signs changed: a place in two bytes, and the sign.
fn edited(json: &str, edits: &[u8]) -> String {
    let mut signs: Vec<char> = json.chars().collect();
    for change in edits.chunks_exact(3) {
        let place = usize::from(u16::from_be_bytes([change[0], change[1]])) % (signs.len() + 1);
        match change[2] {
            0 => signs.truncate(place),
            1 => drop((place < signs.len()).then(|| signs.remove(place))),
            sign => signs.insert(place, char::from(sign)),
        }
    }
    signs.into_iter().collect()
}

/// What a text leads to is read, has a JSON, and that JSON leads to bytes with the same.
fn text(encoding: &'static Encoding, text: &str) {
    let read = HEAP.hold("reading", text.as_bytes(), || from_json(encoding, text));
    let bytes = match read {
        Ok(bytes) => bytes,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    decode(encoding, &bytes).unwrap_or_else(|error| panic!("{text} leads to bytes that are refused: {error}"));
    let json = to_json(encoding, &bytes).unwrap();
    let again = from_json(encoding, &json).unwrap_or_else(|error| panic!("{json}, of {text}, leads nowhere: {error}"));
    assert_eq!(to_json(encoding, &again).unwrap(), json, "{text}");
}
