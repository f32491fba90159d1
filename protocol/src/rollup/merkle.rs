//! Merkle proofs about the context: trees in which the subtrees that are not visited are replaced by their hashes.
//!
//! | type | branching | where |
//! |---|---|---|
//! | [`StreamProof`] | 2 | rejections of transaction rollups |
//! | [`v1::TreeProof`] | 32 | refutations of smart contract rollups in protocol 014 |
//! | [`v2_32::TreeProof`] | 32 | those in protocol 015 |
//! | [`v2_2::TreeProof`] | 2 | outputs of smart rollups |
//!
//! Trees with more than [`MAX_LEVELS`] levels are refused as `Too_deep`; Octez has no such limit.
//!
//! Rule: [`merkle_proof_encoding.ml`][rule]; its `Make_V1` is [`v1`], its `Make_V2` the others.
//!
//! [rule]: https://github.com/tezos/tezos-mirror/blob/d26a8bef82159434e5a6db6a6d329f29dc8172dd/src/lib_context/merkle_proof_encoding/merkle_proof_encoding.ml

mod stream;
mod trees;
pub mod v1;

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::hash::ContextHash;

pub use stream::{
    Element, HashEntry, HashEntryView, OtherElement, StreamExtender, StreamInode, StreamLeaf, StreamProof,
};
pub use trees::{v2_2, v2_32};

/// Maximum number of levels of a tree.
pub const MAX_LEVELS: u32 = 128;

/// Valid trees and inodes for the generator of values: the function that checks them, the first bytes, and the number of zeros that follow.
#[cfg(feature = "tools")]
pub(crate) const EXAMPLES: &[(&str, &[u8], u8)] = &[
    ("is_tree", &[0, 0, 0, 0, 1, 7], 0),
    ("is_tree", &[1], 32),
    ("is_tree", &[2, 0, 0, 0, 0], 0),
    ("is_part", &[0], 32),
    ("is_part", &[1, 0, 0, 0, 0], 0),
    ("is_compact_tree", &[0xc0, 1, 7], 0),
    ("is_compact_tree", &[0xc8], 32),
    ("is_compact_tree", &[0x80], 0),
    ("is_compact_part", &[0xc0], 32),
    ("is_compact_part", &[0x80], 0),
];

/// The message of the reference for a malformed proof.
const ILL_FORMED: &str = "cannot decode ill-formed Merkle proof";

/// The hash of a value or a node, whose tag bits are shared with other fields.
///
/// | tag | payload | hash of |
/// |----:|---------|---------|
/// | 0   | 32      | a value |
/// | 1   | 32      | a node  |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(compact(tag = "u8", union_tag_bits = 1, cases_tag_bits = 0))]
pub enum KindedHash {
    /// The hash of a value.
    Value {
        /// The hash.
        value: ContextHash,
    },
    /// The hash of a node.
    Node {
        /// The hash.
        node: ContextHash,
    },
}

/// The bytes of a value, with a size prefix of 1, 2 or 4 bytes that a shared tag selects.
///
/// | tag | bytes | value                      |
/// |----:|------:|----------------------------|
/// | 0   | 1 + n | of at most 255 bytes       |
/// | 1   | 2 + n | of 256 to 65,535 bytes     |
/// | 3   | 4 + n | of 65,536 bytes and more   |
///
/// # Errors
/// `Unexpected_tag` for 2; `User_invariant_guard` for a value that a shorter size prefix can encode.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(compact(tag = "u8", union_tag_bits = 2, cases_tag_bits = 0), json(first_match))]
pub enum ProofValue {
    /// At most 255 bytes.
    Short(#[encoding(short_dynamic, bytes)] Vec<u8>),
    /// 256 to 65,535 bytes.
    Medium(#[encoding(payload, dynamic(kind = "u16"), bytes, guard = "is_medium")] Vec<u8>),
    /// 65,536 bytes and more.
    #[encoding(tag = 3)]
    Unlimited(#[encoding(payload, dynamic, bytes, guard = "is_unlimited")] Vec<u8>),
}

impl ProofValue {
    /// Returns the bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        match self {
            Self::Short(bytes) | Self::Medium(bytes) | Self::Unlimited(bytes) => bytes,
        }
    }
}

impl From<Vec<u8>> for ProofValue {
    fn from(bytes: Vec<u8>) -> Self {
        match bytes.len() {
            0..=0xff => Self::Short(bytes),
            0x100..=0xffff => Self::Medium(bytes),
            _ => Self::Unlimited(bytes),
        }
    }
}

fn is_medium(bytes: &[u8]) -> Result<(), &'static str> {
    if bytes.len() > 0xff { Ok(()) } else { Err(ILL_FORMED) }
}

fn is_unlimited(bytes: &[u8]) -> Result<(), &'static str> {
    if bytes.len() > 0xffff { Ok(()) } else { Err(ILL_FORMED) }
}

/// Checks a path through nodes with two children: one bit per step, then a one and zeros to the end of the byte.
fn is_binary_segment(bytes: &[u8]) -> Result<(), &'static str> {
    match bytes.last() {
        None | Some(0) => Err("invalid binary list"),
        Some(_) => Ok(()),
    }
}

/// Checks a path through nodes with 32 children: 5 bits per step, then a one and zeros to the end of the byte.
fn is_segment_of_5_bits(bytes: &[u8]) -> Result<(), &'static str> {
    let padding = match bytes.last() {
        None | Some(0) => return Err("invalid 5bit list"),
        Some(last) => last.trailing_zeros().saturating_add(1) as usize,
    };
    let bits = bytes.len().saturating_mul(8).saturating_sub(padding);
    if bits % 5 == 0 { Ok(()) } else { Err("invalid 5bit list") }
}
