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

/// The kinds of text of all types of this crate.
pub fn kinds() -> impl Iterator<Item = &'static Kind> {
    [hash::KINDS, keys::KINDS, protocol::KINDS].into_iter().flatten().copied()
}

/// A kind of base58check text, such as that of block hashes.
#[derive(Debug, PartialEq, Eq)]
pub struct Kind {
    /// The name in errors and schemas, as in Octez: `block_hash`.
    pub name: &'static str,
    /// The letters with which every text of the kind starts.
    pub letters: &'static str,
    /// The bytes before the payload.
    pub prefix: &'static [u8],
    /// Length of the payload in bytes.
    pub size: usize,
    /// Length of the text in characters.
    pub characters: usize,
}

impl Kind {
    /// Returns the text of `payload`.
    #[must_use]
    pub fn encode(&self, payload: &[u8]) -> String {
        bs58::encode([self.prefix, payload].concat()).with_check().into_string()
    }

    /// Returns the payload of `text`.
    ///
    /// # Errors
    /// For a text of another length or kind, a character outside the alphabet, or a wrong checksum. The length is checked first, which bounds
    /// the work for any text.
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

/// Returns the kind and the payload of a text of any kind.
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

/// Returns the kind whose letters and length `text` has, without checking the checksum.
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
    /// The text is of another kind or of no kind.
    Kind {
        /// The expected kind.
        expected: &'static Kind,
        /// The kind whose letters and length the text has, if any.
        found: Option<&'static Kind>,
        /// Length of the text in bytes.
        characters: usize,
    },
    /// A character outside the base-58 alphabet.
    Character {
        /// The expected kind.
        expected: &'static Kind,
        /// The character.
        character: char,
        /// Its position in the text, in bytes.
        index: usize,
    },
    /// The checksum does not match, usually because a character is mistyped.
    Checksum {
        /// The expected kind.
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
                write!(f, "found {character:?} at {index}, which is not in the base-58 alphabet")
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
