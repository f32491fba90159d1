//! Reads bytes in texts: hex, dumps, digits with separators, base58check.

use std::{cmp::Ordering, fmt};

use base64::{Engine as _, engine::general_purpose};
use serde_json::{Value, json};
use tezos_encoding::schema::{Named, Scope, from_json};
use tezos_messages::base58::{self, TextKind};
use tezos_protocols::{Protocol, keys::PublicKey};

use crate::{encodings, protocols::of_protocol};

mod dumps;
mod text;

use text::is_base64;
pub use text::starts_with_text;

/// A file in which at most one character in `DIGITS_FOR_ONE_WRONG` is not hex is treated as mistyped hex, not as raw bytes.
const DIGITS_FOR_ONE_WRONG: usize = 8;

/// What a text gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given {
    /// Bytes.
    Bytes(Vec<u8>),
    /// A text in base58check.
    Text(Text),
}

/// A text in base58check, which says what its bytes are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// The kind that the text says.
    pub kind: &'static TextKind,
    text: String,
    payload: Vec<u8>,
}

impl Given {
    /// Returns the bytes of a value of an encoding. A text is converted by the JSON of the encoding.
    ///
    /// # Errors
    /// If the text is not of the encoding, as a sentence.
    pub fn bytes_in(self, named: &Named) -> Result<Vec<u8>, String> {
        match self {
            Self::Bytes(bytes) => Ok(bytes),
            Self::Text(text) => text.bytes_in(named).map_err(|wrong| {
                let bytes = text.payload().map(|bytes| format!(" (its bytes are {})", hex::encode(bytes)));
                let (kind, bytes, id) = (text.kind.name, bytes.unwrap_or_default(), &named.id);
                format!("this text is of the kind {kind}{bytes}, which {id} does not have: {wrong}")
            }),
        }
    }
}

impl Text {
    /// Returns the bytes that the text stands for, unless they are a secret.
    pub fn payload(&self) -> Option<&[u8]> {
        (!self.kind.is_secret()).then_some(&self.payload)
    }

    /// Returns the hash of the key, if the text is a public key.
    pub fn hash_of_key(&self) -> Option<String> {
        self.text.parse::<PublicKey>().ok().map(|key| key.hash().to_string())
    }

    /// Returns the bytes of the value whose JSON is the text.
    ///
    /// # Errors
    /// If the encoding refuses the JSON, or has the characters of the text and not what they stand for, as a sentence.
    pub fn bytes_in(&self, named: &Named) -> Result<Vec<u8>, String> {
        let json = Value::from(self.text.as_str()).to_string();
        let bytes = from_json(named.encoding, &json).map_err(|error| error.to_string())?;
        // An encoding of texts of any kind has the characters.
        let has_payload = bytes.windows(self.payload.len()).any(|window| window == self.payload);
        if has_payload { Ok(bytes) } else { Err("it has texts, and not what they stand for".into()) }
    }

    /// Returns the encodings in whose JSON the text is a value, each with the bytes: those of no protocol, then those of the first of the
    /// `possible` protocols. A secret has none.
    pub fn encodings(&self, possible: &[Protocol]) -> Vec<(&'static Named, Vec<u8>)> {
        let named = encodings::all().iter().filter(|named| named.scope != Scope::Ground);
        let named = named
            .chain(possible.first().map_or(&[][..], |first| of_protocol(*first)))
            .filter(|_| self.payload().is_some());
        named.filter_map(|named| Some((named, self.bytes_in(named).ok()?))).collect()
    }

    /// Returns the kind of the text, its bytes and its encodings as JSON.
    pub fn json(&self, possible: &[Protocol]) -> Value {
        let encodings = self.encodings(possible).into_iter();
        let encodings: Value =
            encodings.map(|(named, bytes)| json!({ "id": named.id, "hex": hex::encode(bytes) })).collect();
        json!({ "kind": self.kind.name, "hex": self.payload().map(hex::encode), "hash": self.hash_of_key(), "encodings": encodings })
    }
}

/// Why a text has no bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unread {
    /// What the text is, and what is wrong with it, as a sentence.
    Known(String),
    /// The text is of no known format.
    Unknown {
        /// The first character that is not a digit.
        other: char,
        /// Whether the text may be base64.
        is_base64: bool,
    },
}

impl fmt::Display for Unread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Known(sentence) => f.write_str(sentence),
            Self::Unknown { other, .. } => {
                write!(f, "this is neither hex ({other:?} is not a digit) nor a text in base58check")
            }
        }
    }
}

/// Why a file has no bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadFile {
    /// The line of the mistake, if it is known.
    pub line: Option<u64>,
    /// The reason, as a sentence.
    pub sentence: String,
}

/// Returns what the contents of a file give: the bytes in its text, or its bytes if it is no text.
///
/// # Errors
/// If the text has no bytes.
pub fn contents(content: Vec<u8>) -> Result<Given, UnreadFile> {
    let Some(text) = text::decoded(&content) else { return Ok(Given::Bytes(content)) };
    let wrong = |sentence: String| UnreadFile { line: None, sentence };
    if dumps::read(&text).is_none() {
        if let Some(sentence) = text::refusal(&text, false) {
            return Err(wrong(sentence.into()));
        }
        if let Some((line, found)) = mistyped(&text) {
            let sentence = format!("this is a file of hex, but {found:?} is not a digit");
            return Err(UnreadFile { line: Some(line), sentence });
        }
        if wrong_digits(&text).next().is_some() && !is_base58(&text) {
            return Err(wrong(text::refusal(&text, true).unwrap_or_default().into()));
        }
    }
    parse(&text).map_err(|unread| wrong(unread.to_string()))
}

/// Returns the bytes in a text that may be in any form, without a hint of which one: what [`parse`] reads, and base64.
///
/// # Errors
/// If the text is none of these.
pub fn any(text: &str) -> Result<Given, Unread> {
    parse(text).or_else(|unread| match unread {
        Unread::Unknown { is_base64: true, .. } => base64(text.as_bytes()).map(Given::Bytes).map_err(Unread::Known),
        other => Err(other),
    })
}

/// Decodes base64, with the alphabet of MIME or of URLs, with or without padding, in one or several lines.
///
/// # Errors
/// If the text is not base64, as a sentence.
pub fn base64(text: &[u8]) -> Result<Vec<u8>, String> {
    let digits: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace() && *byte != b'=').collect();
    let other = |_| general_purpose::URL_SAFE_NO_PAD.decode(&digits);
    let decoded = general_purpose::STANDARD_NO_PAD.decode(&digits).or_else(other);
    decoded.map_err(|error| format!("this is not base64: {error}"))
}

/// Returns whether a text may be in base58check.
fn is_base58(text: &str) -> bool {
    base58::recognise(text.trim()).or_else(|| base58::intended(text.trim())).is_some()
}

/// Returns the characters of a text that are not hex digits, each with its line.
fn wrong_digits(text: &str) -> impl Iterator<Item = (u64, char)> {
    let is_wrong = |character: &char| !character.is_ascii_hexdigit() && !character.is_whitespace();
    let lines = (1..).zip(text.lines().map(|line| unprefixed(line.trim_start())));
    lines.flat_map(move |(line, text)| text.chars().filter(is_wrong).map(move |character| (line, character)))
}

/// Returns the first wrong character if a text is probably mistyped hex: only a few characters are wrong, and none is a control character.
fn mistyped(text: &str) -> Option<(u64, char)> {
    let first = wrong_digits(text).next()?;
    let digits = text.chars().filter(char::is_ascii_hexdigit).count();
    let few = wrong_digits(text).count().saturating_mul(DIGITS_FOR_ONE_WRONG.saturating_sub(1)) <= digits;
    (few && !wrong_digits(text).any(|(_, character)| character.is_control())).then_some(first)
}

/// Returns hex without its prefix `0x`.
pub fn unprefixed(text: &str) -> &str {
    text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")).unwrap_or(text)
}

/// Returns the bytes in a text, or the text in base58check.
///
/// # Errors
/// If the text is neither.
pub fn parse(text: &str) -> Result<Given, Unread> {
    if let Some(read) = dumps::read(text) {
        return read.map(Given::Bytes).map_err(Unread::Known);
    }
    if let Some(sentence) = text::refusal(text, false) {
        return Err(Unread::Known(sentence.into()));
    }
    let text: String = text.split_whitespace().map(unprefixed).collect();
    if let Some((kind, payload)) = base58::decode(&text) {
        return Ok(Given::Text(Text { kind, text, payload }));
    }
    let Some(other) = text.chars().find(|character| !character.is_ascii_hexdigit()) else {
        let bytes = hex::decode(&text).map(Given::Bytes);
        return bytes.map_err(|_| Unread::Known(format!("a byte has two digits, and this has {}", text.len())));
    };
    if let Some((address, _)) = text.split_once('%').filter(|(address, _)| base58::decode(address).is_some()) {
        let sentence = format!("this is an address with an entrypoint: give the address alone, {address}");
        return Err(Unread::Known(sentence));
    }
    let unknown = Unread::Unknown { other, is_base64: is_base64(&text) };
    Err(mistyped_base58(&text).map_or(unknown, Unread::Known))
}

/// Returns what is wrong with a text that has the letters of a kind, and about its length.
pub fn mistyped_base58(text: &str) -> Option<String> {
    if base58::decode(text).is_some() {
        return None;
    }
    let kind = base58::recognise(text).or_else(|| base58::intended(text))?;
    let (name, found, expected) = (kind.name, text.chars().count(), kind.characters);
    let why = match found.cmp(&expected) {
        Ordering::Less => format!("it has {found} characters instead of {expected}: a part of it is missing"),
        Ordering::Greater => format!("it has {found} characters instead of {expected}"),
        Ordering::Equal => "its checksum is wrong: a character is mistyped".into(),
    };
    Some(format!("this looks like a {name} in base58check, but {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read_where_hex_and_base58_are_not() {
        let bytes = |text| any(text).map(|given| if let Given::Bytes(bytes) = given { bytes } else { Vec::new() });
        for text in ["BQEAAAAFaGVsbG8=", "BQEAAAAF\n aGVsbG8=\n", "0x05 01000000 0568656c6c6f"] {
            assert_eq!(bytes(text).as_deref(), Ok(&b"\x05\x01\x00\x00\x00\x05hello"[..]), "{text}");
        }
        // Hex before base64.
        assert_eq!(bytes("0501000000056865").map(|bytes| bytes.len()), Ok(8));
        assert!(matches!(any("BQEAAAAFaGVsbG8!"), Err(Unread::Unknown { other: 'Q', is_base64: false })));
    }

    #[test]
    fn mistyped_hex_is_told_from_raw_bytes() {
        // Raw bytes: more than one wrong character in eight, or a control character.
        assert_eq!(mistyped("7a06\n a77g"), Some((2, 'g')));
        assert_eq!(mistyped("\u{feff}7a06a770"), Some((1, '\u{feff}')));
        // One character in eight may be wrong, two in sixteen.
        assert_eq!(mistyped("0x7a06\n\nga77"), Some((3, 'g')));
        assert_eq!(mistyped("zz7a06a7707a06a7"), Some((1, 'z')));
        for text in ["7a06a770", "7a06zz", "7a06a770\0", "", "0x7a06a770", "decode", "7a06a7g", "zz7a06a7707a06a"] {
            assert_eq!(mistyped(text), None, "{text:?}");
        }
    }
}
