//! Base58check: the text form of hashes.
//!
//! A text is base 58 (Bitcoin's alphabet) of `prefix || payload || checksum`, the checksum being the first 4 bytes
//! of SHA-256 applied twice. The prefix is chosen so that all texts of a kind start with the same letters (`B` for
//! a block, `Net` for a chain) and have the same length.
//!
//! The digits are computed here and not by a library, because JSON is mostly these texts. `bs58` takes 4.6 µs to write a signature and 1.6 µs
//! to read it, as it carries one byte at a time over each digit. By three and eight bytes it is 0.35 µs and 0.22 µs, of which SHA-256 takes
//! 0.14 µs. The tests compare the two (`cargo bench -p tezos-codec-benches --bench text` times them).
//!
//! Rule: [`base58.ml`, `safe_encode` and `simple_decode`](https://gitlab.com/tezos/tezos/-/blob/0465d4133690b3ef4cf5e99f31f5575085890f4c/src/lib_crypto/base58.ml).

mod digits;

use alloc::{string::String, vec, vec::Vec};
use core::{cmp::Reverse, error, fmt};

use sha2::{Digest as _, Sha256};
use zeroize::Zeroizing;

pub(crate) use digits::words;

use crate::{hash, keys, protocol, secret};

/// Bytes of the checksum.
const CHECKSUM: usize = 4;

/// Bytes of the longest payload whose text takes no memory but the stack: that of a BLS12-381 signature, 142 characters. Those of ML-DSA-44 and
/// of Sapling's spending keys are longer.
const MAX_SHORT: usize = 96;
const SHORT_GROUPS: usize = digits::groups(MAX_SHORT + 8);
const SHORT_WORDS: usize = words(5 * SHORT_GROUPS);

/// The kinds of text of all types of this crate.
pub fn kinds() -> impl Iterator<Item = &'static TextKind> {
    [hash::KINDS, keys::KINDS, protocol::KINDS, secret::KINDS].into_iter().flatten().copied()
}

/// A kind of base58check text, such as that of block hashes.
#[derive(Debug, PartialEq, Eq)]
pub struct TextKind {
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

impl TextKind {
    /// Returns whether the texts are secrets, plain or encrypted: those of the types in [`secret`].
    ///
    /// ```
    /// use tezos_hashes::base58::recognise;
    /// assert!(recognise("edsk3gUfUPyBSfrS9CCgmCiQsTCHGkviBDusMxDJstFtojtc1zcpsh").unwrap().is_secret());
    /// assert!(!recognise("NetXdQprcVkpaWU").unwrap().is_secret());
    /// ```
    #[must_use]
    pub fn is_secret(&self) -> bool {
        secret::KINDS.contains(&self)
    }

    /// Returns the text of `payload`.
    ///
    /// ```
    /// use tezos_hashes::hash::ChainId;
    /// assert_eq!(ChainId::KIND.encode(&[0x7a, 0x06, 0xa7, 0x70]), "NetXdQprcVkpaWU");
    /// ```
    #[must_use]
    pub fn encode(&self, payload: &[u8]) -> String {
        self.with_text(payload, |text| String::from(text))
    }

    /// Prints the text of `payload`. Allocates nothing for texts of up to 142 characters.
    pub(crate) fn print<const N: usize>(&self, payload: &[u8; N], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if N <= MAX_SHORT {
            return f.pad(self.text(payload, &mut [[0; 3]; SHORT_GROUPS], &mut [[0; 5]; SHORT_GROUPS]));
        }
        self.with_text(payload, |text| f.pad(text))
    }

    fn with_text<R>(&self, payload: &[u8], then: impl FnOnce(&str) -> R) -> R {
        match self.groups(payload) {
            ..=SHORT_GROUPS => then(self.text(payload, &mut [[0; 3]; SHORT_GROUPS], &mut [[0; 5]; SHORT_GROUPS])),
            groups => then(self.text(payload, &mut vec![[0; 3]; groups], &mut vec![[0; 5]; groups])),
        }
    }

    /// Returns the text of a secret. No copy of `payload` or of the text stays in memory.
    pub(crate) fn encode_secret(&self, payload: &[u8]) -> Zeroizing<String> {
        let groups = self.groups(payload);
        let (mut numbers, mut digits) = (Zeroizing::new(vec![[0; 3]; groups]), Zeroizing::new(vec![[0; 5]; groups]));
        Zeroizing::new(String::from(self.text(payload, &mut numbers, &mut digits)))
    }

    fn groups(&self, payload: &[u8]) -> usize {
        digits::groups([self.prefix.len(), payload.len(), CHECKSUM].into_iter().fold(0, usize::saturating_add))
    }

    fn text<'d>(&self, payload: &[u8], numbers: &mut [[u32; 3]], digits: &'d mut [[u8; 5]]) -> &'d str {
        digits::encode([self.prefix, payload, &checksum(&[self.prefix, payload])], numbers, digits)
    }

    /// Returns the payload of `text`.
    ///
    /// ```
    /// use tezos_hashes::hash::ChainId;
    /// assert_eq!(ChainId::KIND.decode("NetXdQprcVkpaWU"), Ok([0x7a, 0x06, 0xa7, 0x70]));
    /// assert!(ChainId::KIND.decode::<4>("NetXdQprcVkpaWu").is_err()); // a wrong checksum
    /// ```
    ///
    /// # Errors
    /// For a text of another length or kind, a character outside the alphabet, or a wrong checksum. The length is checked first, which bounds
    /// the work for any text.
    pub fn decode<const N: usize>(&'static self, text: &str) -> Result<[u8; N], Base58Error> {
        if N <= MAX_SHORT {
            return self.decode_into(text, &mut [0; SHORT_WORDS]).copied();
        }
        self.decode_into(text, &mut vec![0; words(self.characters)]).copied()
    }

    /// Returns the payload of `text`, which is decoded into `buffer`: at least [`words`] of the characters of the kind.
    pub(crate) fn decode_into<'b, const N: usize>(
        &'static self,
        text: &str,
        buffer: &'b mut [u64],
    ) -> Result<&'b [u8; N], Base58Error> {
        let wrong_kind = || Base58Error::Kind { expected: self, found: recognise(text), characters: text.len() };
        if text.len() != self.characters || N != self.size || words(text.len()) > buffer.len() {
            return Err(wrong_kind());
        }
        let bytes = digits::decode(text, buffer).map_err(|index| Base58Error::Character {
            expected: self,
            character: text.get(index..).and_then(|rest| rest.chars().next()).unwrap_or('\u{fffd}'),
            index,
        })?;
        let bytes = checked(bytes).ok_or(Base58Error::Checksum { expected: self })?;
        bytes.strip_prefix(self.prefix).and_then(|payload| payload.try_into().ok()).ok_or_else(wrong_kind)
    }
}

/// Returns the first bytes of SHA-256 of SHA-256 of the concatenated `parts`.
fn checksum(parts: &[&[u8]]) -> [u8; CHECKSUM] {
    let first = parts.iter().fold(Sha256::new(), |hash, part| hash.chain_update(part)).finalize();
    let [a, b, c, d, ..] = <[u8; 32]>::from(Sha256::digest(first));
    [a, b, c, d]
}

/// Returns the bytes before the checksum, if it is theirs.
fn checked(bytes: &[u8]) -> Option<&[u8]> {
    let (bytes, found) = bytes.split_last_chunk()?;
    (checksum(&[bytes]) == *found).then_some(bytes)
}

/// Returns the kind and the payload of a text of any kind. The payload of a secret is not cleared on drop: parse its text as one of the types
/// in [`secret`].
///
/// ```
/// let (kind, payload) = tezos_hashes::base58::decode("NetXdQprcVkpaWU").unwrap();
/// assert_eq!((kind.name, payload.as_slice()), ("chain_id", [0x7a, 0x06, 0xa7, 0x70].as_slice()));
/// ```
pub fn decode(text: &str) -> Option<(&'static TextKind, Vec<u8>)> {
    let kind = recognise(text)?;
    let mut buffer = vec![0; words(text.len())];
    let payload = checked(digits::decode(text, &mut buffer).ok()?)?.strip_prefix(kind.prefix)?;
    (payload.len() == kind.size).then(|| (kind, payload.to_vec()))
}

/// Returns the kind whose letters and length `text` has, without checking the checksum.
///
/// ```
/// let kind = tezos_hashes::base58::recognise("NetXdQprcVkpaWV").unwrap();
/// assert_eq!(kind.name, "chain_id");
/// ```
pub fn recognise(text: &str) -> Option<&'static TextKind> {
    kinds().find(|kind| kind.characters == text.len() && text.starts_with(kind.letters))
}

/// The greatest difference between the length of a mistyped text and that of its kind.
const MAX_LENGTH_DIFFERENCE: usize = 3;

/// Returns the kind that a mistyped text is probably meant to be: it starts with the letters of the kind, and its length differs by at most 3
/// characters. Of several kinds, the one with the nearest length is returned, then the one with the most letters.
///
/// ```
/// let kind = tezos_hashes::base58::intended("NetXdQprcVkpaW").unwrap();
/// assert_eq!((kind.name, kind.characters), ("chain_id", 15));
/// assert_eq!(tezos_hashes::base58::intended("NetXdQ"), None);
/// ```
pub fn intended(text: &str) -> Option<&'static TextKind> {
    let difference = |kind: &&TextKind| kind.characters.abs_diff(text.len());
    let near = kinds().filter(|kind| text.starts_with(kind.letters) && difference(kind) <= MAX_LENGTH_DIFFERENCE);
    near.min_by_key(|kind| (difference(kind), Reverse(kind.letters.len())))
}

/// Why a text is not the base58check form of a hash.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Base58Error {
    /// The text is of another kind or of no kind.
    Kind {
        /// The expected kind.
        expected: &'static TextKind,
        /// The kind whose letters and length the text has, if any.
        found: Option<&'static TextKind>,
        /// Length of the text in bytes.
        characters: usize,
    },
    /// A character outside the base-58 alphabet.
    Character {
        /// The expected kind.
        expected: &'static TextKind,
        /// The character.
        character: char,
        /// Its position in the text, in bytes.
        index: usize,
    },
    /// The checksum does not match, usually because a character is mistyped.
    Checksum {
        /// The expected kind.
        expected: &'static TextKind,
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
mod tests;
