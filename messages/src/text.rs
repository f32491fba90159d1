//! Text of the reference, which need not be text.

use alloc::{string::String, vec::Vec};
use core::fmt;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

/// A `string` of the reference: any bytes, text by intention.
///
/// OCaml strings are byte strings, so a peer may put anything here and other peers accept it. The bytes are kept as
/// they came; printing replaces what is not UTF-8.
///
/// | bytes | field | encoding |
/// |------:|-------|----------|
/// | 4 + n |       | `string` |
///
/// # Errors
/// `Not_enough_data`; `Invalid_int` for a size of 2^31 or more.
///
/// Rule: [`distributed_db_version.ml`, `Name.encoding`][rule], and the strings of a protocol's components.
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/ea8f2aefbcd54d23ae2919fea1802e2f1f977a94/src/lib_base/distributed_db_version.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Text(#[encoding(string)] Vec<u8>);

impl Text {
    /// Text from any bytes.
    pub fn from_raw(bytes: impl Into<Vec<u8>>) -> Self {
        Self(bytes.into())
    }

    /// The bytes as they are on the wire, without the size.
    pub fn as_raw(&self) -> &[u8] {
        &self.0
    }

    /// The bytes, given away.
    pub fn into_raw(self) -> Vec<u8> {
        self.0
    }

    /// The text, where the bytes are UTF-8.
    pub fn as_str(&self) -> Option<&str> {
        core::str::from_utf8(&self.0).ok()
    }
}

impl From<&str> for Text {
    fn from(text: &str) -> Self {
        Self(text.as_bytes().to_vec())
    }
}

impl From<String> for Text {
    fn from(text: String) -> Self {
        Self(text.into_bytes())
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.0 == other.as_bytes()
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&String::from_utf8_lossy(&self.0))
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.as_str() {
            Some(text) => fmt::Debug::fmt(text, f),
            None => write!(f, "b\"{}\"", self.0.escape_ascii()),
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::{format, string::ToString};

    use tezos_encoding::{Decode, Encode};

    use super::*;

    #[test]
    fn any_bytes_are_kept() {
        let text = Text::from_bytes(&[0, 0, 0, 2, 0xff, 0x41]).unwrap();
        assert_eq!(text.as_raw(), [0xff, 0x41]);
        assert_eq!(text.as_str(), None);
        assert_eq!(text.to_string(), "\u{fffd}A");
        assert_eq!(format!("{text:?}"), "b\"\\xffA\"");
        assert_eq!(text.to_bytes().unwrap(), [0, 0, 0, 2, 0xff, 0x41]);
    }

    #[test]
    fn text_is_text() {
        let text = Text::from("TEZOS_MAINNET");
        assert_eq!(text, "TEZOS_MAINNET");
        assert_eq!(text.as_str(), Some("TEZOS_MAINNET"));
        assert_eq!(format!("{text:>15}|{text:?}"), "  TEZOS_MAINNET|\"TEZOS_MAINNET\"");
    }
}
