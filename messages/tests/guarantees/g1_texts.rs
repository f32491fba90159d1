//! Guarantee 1 for types that are parsed from text: hashes, points, times, keys.

use std::str::FromStr;

use tezos_messages::base58;
use tezos_messages::handshake::P2pAddress;
use tezos_messages::hash::{BlockHash, ChainId, OperationHash, PeerId, ProtocolHash};
use tezos_messages::identity::{CryptoBoxPublicKey, CryptoBoxSecretKey, Identity, Stamp};
use tezos_messages::point::Point;
use tezos_messages::timestamp::Timestamp;

/// Calls every function that parses a text.
fn read(text: &str) {
    fn one<T: FromStr>(text: &str) {
        drop(text.parse::<T>());
    }
    one::<BlockHash>(text);
    one::<ChainId>(text);
    one::<OperationHash>(text);
    one::<PeerId>(text);
    one::<ProtocolHash>(text);
    one::<Point>(text);
    one::<P2pAddress>(text);
    one::<Timestamp>(text);
    one::<CryptoBoxPublicKey>(text);
    one::<Stamp>(text);
    drop(CryptoBoxSecretKey::from_hex(text));
    drop(Identity::from_text(Some(text), text, text, text));
    let _ = Point::parse(text.as_bytes());
    drop(base58::decode(text));
}

/// Texts that one of these functions accepts.
const VALID: [&str; 12] = [
    "BLockGenesisGenesisGenesisGenesisGenesisf79b5d1CoW2",
    "NetXdQprcVkpaWU",
    "127.0.0.1:9732",
    "[2001:db8::1]:65535",
    "::ffff:1.2.3.4",
    "2018-06-30T16:07:32Z",
    "-0001-01-01T00:00:00-00:00",
    "+292277026596-12-04T15:30:07Z",
    "9223372036854775807",
    "6400000000000000000000000000000000000000000000000000000000000000",
    "000000000000000000000000000000000000000000000000",
    "é:1",
];

const LETTERS: &str = "019aZz:.-+[]T \u{0}é\u{1f980}";

#[test]
fn truncated_and_changed_texts_cause_no_panic() {
    for text in VALID {
        read(text);
        for (at, letter) in text.char_indices() {
            let (before, after) = (&text[..at], &text[at + letter.len_utf8()..]);
            read(before);
            read(&[before, after].concat());
            for other in LETTERS.chars() {
                read(&[before, other.to_string().as_str(), after].concat());
                read(&[before, other.to_string().as_str(), letter.to_string().as_str(), after].concat());
            }
        }
    }
}

#[test]
fn texts_of_two_characters_cause_no_panic() {
    let letters: Vec<char> = (0..=0x7f).map(char::from).chain(LETTERS.chars()).collect();
    for one in &letters {
        for other in &letters {
            read(&String::from_iter([*one, *other]));
        }
    }
}

/// The length of a text is checked before its content, because decoding base 58 takes quadratic time.
#[test]
fn long_texts_take_little_time() {
    for letter in LETTERS.chars() {
        read(&letter.to_string().repeat(1 << 20));
    }
}
