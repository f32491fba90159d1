//! Base58check: the text form of hashes.
//!
//! A text is base 58 (Bitcoin's alphabet) of `prefix || payload || checksum`, the checksum being the first 4 bytes
//! of SHA-256 applied twice. The prefix is chosen so that all texts of a kind start with the same letters (`B` for
//! a block, `Net` for a chain) and have the same length.
//!
//! Rule: [`base58.ml`, `safe_encode` and `simple_decode`](https://gitlab.com/tezos/tezos/-/blob/0465d4133690b3ef4cf5e99f31f5575085890f4c/src/lib_crypto/base58.ml).

use alloc::{string::String, vec::Vec};
use core::{error, fmt};

use crate::{hash, keys, protocol};

/// Every kind of text that a type of this crate has.
pub fn kinds() -> impl Iterator<Item = &'static Kind> {
    [hash::KINDS, keys::KINDS, protocol::KINDS].into_iter().flatten().copied()
}

/// One kind of text: what a hash type prints as.
#[derive(Debug, PartialEq, Eq)]
pub struct Kind {
    /// Its name in errors and schemas, as in Octez: `block_hash`.
    pub name: &'static str,
    /// The letters every text of the kind starts with.
    pub letters: &'static str,
    /// The bytes in front of the payload.
    pub prefix: &'static [u8],
    /// Bytes of the payload.
    pub size: usize,
    /// Characters of the text.
    pub characters: usize,
}

impl Kind {
    /// Text of `payload`.
    #[must_use]
    pub fn encode(&self, payload: &[u8]) -> String {
        bs58::encode([self.prefix, payload].concat()).with_check().into_string()
    }

    /// Payload of `text`.
    ///
    /// # Errors
    /// A text of another length or kind, a character outside the alphabet, a wrong checksum. The length is looked
    /// at first, so that the work is bounded whatever the text.
    pub fn decode<const N: usize>(&'static self, text: &str) -> Result<[u8; N], Base58Error> {
        let wrong_kind = || Base58Error::Kind { expected: self, found: recognise(text), characters: text.len() };
        if text.len() != self.characters {
            return Err(wrong_kind());
        }
        let bytes = bs58::decode(text).with_check(None).into_vec().map_err(|error| match error {
            bs58::decode::Error::InvalidCharacter { index, .. } | bs58::decode::Error::NonAsciiCharacter { index } => {
                Base58Error::Character {
                    expected: self,
                    character: text.get(index..).and_then(|rest| rest.chars().next()).unwrap_or('\u{fffd}'),
                    index,
                }
            }
            _ => Base58Error::Checksum { expected: self },
        })?;
        let payload = bytes.strip_prefix(self.prefix).ok_or_else(wrong_kind)?;
        payload.try_into().map_err(|_| wrong_kind())
    }
}

/// The kind and the payload of a text of any kind.
///
/// ```
/// let (kind, payload) = tezos_hashes::base58::decode("NetXdQprcVkpaWU").unwrap();
/// assert_eq!((kind.name, payload.as_slice()), ("chain_id", [0x7a, 0x06, 0xa7, 0x70].as_slice()));
/// ```
pub fn decode(text: &str) -> Option<(&'static Kind, Vec<u8>)> {
    let kind = recognise(text)?;
    let bytes = bs58::decode(text).with_check(None).into_vec().ok()?;
    let payload = bytes.strip_prefix(kind.prefix)?;
    (payload.len() == kind.size).then(|| (kind, payload.to_vec()))
}

/// The kind whose letters and length `text` has. Its checksum may still be wrong.
///
/// ```
/// let kind = tezos_hashes::base58::recognise("NetXdQprcVkpaWV").unwrap();
/// assert_eq!(kind.name, "chain_id");
/// ```
pub fn recognise(text: &str) -> Option<&'static Kind> {
    kinds().find(|kind| kind.characters == text.len() && text.starts_with(kind.letters))
}

/// Why a text is not the base58check form of a hash.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Base58Error {
    /// The text is of another kind, or of none.
    Kind {
        /// What was asked for.
        expected: &'static Kind,
        /// What the text looks like, if it is a kind known here.
        found: Option<&'static Kind>,
        /// Length of the text in bytes.
        characters: usize,
    },
    /// A character that base 58 does not have.
    Character {
        /// What was asked for.
        expected: &'static Kind,
        /// The character.
        character: char,
        /// Its place in the text, in bytes.
        index: usize,
    },
    /// The checksum does not match: a character is mistyped.
    Checksum {
        /// What was asked for.
        expected: &'static Kind,
    },
}

impl fmt::Display for Base58Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Kind { expected, .. } | Self::Character { expected, .. } | Self::Checksum { expected }) = self;
        write!(f, "expected a {} ({}…, {} characters), ", expected.name, expected.letters, expected.characters)?;
        match self {
            Self::Kind { found: Some(found), .. } if found != expected => write!(f, "found a {}", found.name),
            Self::Kind { characters, .. } if *characters != expected.characters => {
                write!(f, "found {characters} characters")
            }
            Self::Kind { .. } => write!(f, "found a text of another kind"),
            Self::Character { character, index, .. } => {
                write!(f, "found {character:?} at {index}, which base 58 does not have")
            }
            Self::Checksum { .. } => write!(f, "found a wrong checksum"),
        }
    }
}

impl error::Error for Base58Error {}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[test]
    fn letters_and_length_hold_for_the_lowest_and_highest_value() {
        for kind in kinds() {
            for byte in [0x00, 0xff] {
                let text = kind.encode(&vec![byte; kind.size]);
                assert!(text.starts_with(kind.letters), "{text}");
                assert_eq!(text.len(), kind.characters, "{text}");
                assert_eq!(recognise(&text), Some(kind), "{text}");
            }
        }
    }
}
