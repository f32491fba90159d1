//! `json(..)`: other values and other names in JSON; the bytes do not change.

use std::fmt::{self, Display};
use std::num::ParseIntError;
use std::str::FromStr;

use tezos_encoding::JsonAs;

use crate::common::*;

/// A hash whose text form is its bytes in angle brackets.
#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(display), id = "hash")]
struct Hash([u8; 2]);

impl Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{},{}>", self.0[0], self.0[1])
    }
}

impl FromStr for Hash {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.strip_prefix('<').and_then(|text| text.strip_suffix('>')?.split_once(','));
        let (a, b) = parts.ok_or("no brackets")?;
        let byte = |text: &str| text.parse().map_err(|error: ParseIntError| error.to_string());
        Ok(Self([byte(a)?, byte(b)?]))
    }
}

impl AsRef<[u8]> for Hash {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl TryFrom<&[u8]> for Hash {
    type Error = std::array::TryFromSliceError;

    fn try_from(bytes: &[u8]) -> Result<Self, Self::Error> {
        bytes.try_into().map(Self)
    }
}

/// Pairs as objects; numbers above nine are refused.
struct Named;

#[derive(HasEncoding, NomReader, BinWriter)]
struct Both {
    first: u8,
    second: u8,
}

impl JsonAs<(u8, u8)> for Named {
    type Json = Both;

    fn to_json((first, second): (u8, u8)) -> Both {
        Both { first, second }
    }

    fn from_json(json: Both) -> Result<(u8, u8), impl Display> {
        if json.first > 9 { Err("first is over nine") } else { Ok((json.first, json.second)) }
    }
}

/// A pair that is an object in JSON, even where its fields are among those of another struct.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(with = "Named"))]
struct Pair(u8, u8);

impl JsonAs<Pair> for Named {
    type Json = Both;

    fn to_json(Pair(first, second): Pair) -> Both {
        Both { first, second }
    }

    fn from_json(json: Both) -> Result<Pair, impl Display> {
        Ok::<_, &str>(Pair(json.first, json.second))
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Around {
    level: u16,
    #[encoding(flatten)]
    pair: Pair,
    end: u8,
}

#[test]
fn other_values_in_json_are_merged() {
    in_json(&Around { level: 1, pair: Pair(2, 3), end: 4 }, r#"{"level":1,"first":2,"second":3,"end":4}"#);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(rename_all = "camelCase"))]
struct Forms {
    #[encoding(json(decimal))]
    a_number: u32,
    #[encoding(json(decimal), le)]
    low_first: u16,
    #[encoding(dynamic(kind = "u8"), bytes, json(plain))]
    plain: Vec<u8>,
    #[encoding(json(hex, name = "inHex"))]
    text: String,
    #[encoding(bytes, json(b58 = "Hash"))]
    raw: [u8; 2],
    hashes: (Hash, Hash),
    #[encoding(json(with = "Named"), json(name = "pair"))]
    of_two: (u8, u8),
    #[encoding(json(plain))]
    rest: Vec<u8>,
    end: u8,
}

fn value() -> Forms {
    Forms {
        a_number: 7,
        low_first: 1,
        plain: vec![b'a', b'"', 0xff],
        text: "hi".to_owned(),
        raw: [3, 4],
        hashes: (Hash([5, 6]), Hash([7, 8])),
        of_two: (1, 2),
        rest: b"xyz".to_vec(),
        end: 9,
    }
}

const BYTES: &str = "00000007 0100 03 6122ff 00000002 6869 0304 0506 0708 0102 78797a 09";
const JSON: &str = r#"{"aNumber":"7","lowFirst":"1","plain":{"invalid_utf8_string":[97,34,255]},"inHex":"6869","raw":"<3,4>","hashes":["<5,6>","<7,8>"],"pair":{"first":1,"second":2},"rest":"xyz","end":9}"#;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(rename_all = "SCREAMING_SNAKE_CASE"))]
enum Names {
    One {
        the_first: u8,
        #[encoding(name = "kept")]
        the_second: u8,
    },
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(rename_all = "kebab-case"))]
struct Kebab {
    the_first: u8,
    r#type: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(rename_all = "PascalCase"), dynamic)]
struct Pascal {
    the_first: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Swap {
    point: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Kinds {
    #[encoding(json(kind = "Disconnect"))]
    Disconnect,
    #[encoding(json(kind = "Swap_request"))]
    Request(Swap),
    #[encoding(json(kind = "Swap_ack"))]
    Ack(Swap),
    #[encoding(name = "nack")]
    Nack,
    #[encoding(json(kind = "Number"), name = "id")]
    Number(u8),
    #[encoding(json(kind_first = "Swap_nack"))]
    First(Swap),
}

/// Cases that JSON distinguishes by their kind, which is not on the wire.
#[test]
fn kinds() {
    for (value, bytes, json) in [
        (Kinds::Disconnect, "00", r#"{"kind":"Disconnect"}"#),
        (Kinds::Request(Swap { point: 1 }), "01 01", r#"{"point":1,"kind":"Swap_request"}"#),
        (Kinds::Ack(Swap { point: 1 }), "02 01", r#"{"point":1,"kind":"Swap_ack"}"#),
        (Kinds::Nack, "03", r#"{"nack":{}}"#),
        (Kinds::Number(7), "04 07", r#"{"id":7,"kind":"Number"}"#),
        (Kinds::First(Swap { point: 1 }), "05 01", r#"{"kind":"Swap_nack","point":1}"#),
    ] {
        both(&value, bytes);
        in_json(&value, json);
    }
    assert!(Kinds::from_json(r#"{"point":1}"#).is_err());
    assert!(Kinds::from_json(r#"{"point":1,"kind":"Swap"}"#).is_err());
}

#[test]
fn schema() {
    schema_contains::<Hash>(&["A hash whose text form is its bytes in angle brackets.", "Def { id: \"hash\"", "Split"]);
    schema_contains::<Names>(&["\"THE_FIRST\"", "\"kept\""]);
    schema_contains::<Kebab>(&["\"the-first\"", "\"type\""]);
    schema_contains::<Pascal>(&["Dynamic", "\"TheFirst\""]);
}

#[test]
fn the_bytes_do_not_change() {
    both(&value(), BYTES);
    both(&Hash([1, 2]), "0102");
    refused::<Forms>("00000007 0100 03 61", "Not_enough_data", "plain", 7);
}

#[test]
fn json_in_both_directions() {
    in_json(&value(), JSON);
    in_json(&Hash([1, 255]), "\"<1,255>\"");
}

/// The error is that of the user's function, with the field path.
#[test]
fn json_that_is_refused() {
    for (from, to, expected) in [
        ("\"7\"", "\"x\"", "invalid digit"),
        ("\"7\"", "\"4294967296\"", "too large"),
        ("\"<5,6>\"", "\"5,6\"", "no brackets"),
        ("\"<3,4>\"", "\"3\"", "no brackets"),
        ("\"first\":1", "\"first\":10", "first is over nine"),
    ] {
        let error = Forms::from_json(&JSON.replacen(from, to, 1)).unwrap_err();
        assert!(error.to_string().contains(expected), "{error}");
    }
    assert!(Forms::from_json(&JSON.replace("\"6869\"", "\"ff\"")).is_err(), "bytes that are not a `String`");
    assert!(Forms::from_json(&JSON.replace("\"7\"", "7")).is_err(), "a number instead of a string");
}

/// Values from the schema represent the wire encoding.
#[test]
fn values() {
    let decoded = schema::decode(Hash::ENCODING, hex("0102")).unwrap();
    assert!(matches!(&decoded, Value::Bytes(bytes) if bytes[..] == [1, 2]), "{decoded:?}");
}
