//! Proofs as a stream of the nodes that are visited.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::hash::ContextHash;

use super::{ILL_FORMED, KindedHash, Value, is_binary_segment};

/// A proof as a stream, in a context whose nodes have two children (`V2.Tree2.stream_proof_encoding`).
///
/// | bytes | field     | encoding                                        |
/// |------:|-----------|-------------------------------------------------|
/// | 1     | tag       | bit 0: `before`, bit 1: `after` (value or node) |
/// | 2     | `version` | `int16`                                         |
/// | 32    | `before`  | [`KindedHash`]                                  |
/// | 32    | `after`   | [`KindedHash`]                                  |
/// | 4 + n | `state`   | [`Element`]s, with a 4-byte size prefix         |
///
/// # Errors
/// `Unexpected_tag`; `Invalid_int` for a number with a shorter form; `User_invariant_guard` for an inode without a hash, a segment that
/// does not end in a one and zeros, or a value with a shorter form.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
#[encoding(compact)]
pub struct StreamProof {
    /// How the proof was made.
    pub version: i16,
    /// The context before.
    pub before: KindedHash,
    /// The context after.
    pub after: KindedHash,
    /// What is visited.
    #[encoding(payload, dynamic, list, guard = "is_well_formed")]
    pub state: Vec<Element>,
}

/// Checks that each part of a large node has a hash.
fn is_well_formed(elements: &[Element]) -> Result<(), &'static str> {
    let is_empty = |element: &Element| matches!(element, Element::Inode { inode } if inode.proofs == (None, None));
    if elements.iter().any(is_empty) { Err(ILL_FORMED) } else { Ok(()) }
}

/// What is visited.
///
/// | tag        | case  | payload          |
/// |------------|-------|------------------|
/// | `0000ssll` | Inode | [`StreamInode`]  |
/// | others     | Other | [`OtherElement`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
#[encoding(compact(tag = "u8", union_tag_bits = 1, cases_tag_bits = 7))]
pub enum Element {
    /// A part of a large node.
    Inode {
        /// The part.
        inode: StreamInode,
    },
    /// Anything else.
    #[encoding(title = "other_elts")]
    Other {
        /// What it is.
        #[encoding(name = "other_elts")]
        other: OtherElement,
    },
}

/// A node, or what has no children.
///
/// | tag        | case | payload                                             |
/// |------------|------|-----------------------------------------------------|
/// | `100000nn` | Node | n times [`HashEntry`]; 3: with a 4-byte size prefix |
/// | others     | Leaf | [`StreamLeaf`]                                      |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
#[encoding(compact(tag = "u8", union_tag_bits = 1, cases_tag_bits = 6))]
pub enum OtherElement {
    /// A node.
    Node {
        /// Its children.
        #[encoding(list(bits = 2))]
        node: Vec<HashEntry>,
    },
    /// A value or an extender.
    #[encoding(title = "other_elts")]
    Leaf {
        /// Which.
        #[encoding(name = "other_elts")]
        leaf: StreamLeaf,
    },
}

/// A value or an extender.
///
/// | tag        | case          | payload            |
/// |------------|---------------|--------------------|
/// | `110000ss` | Value         | [`Value`]          |
/// | `111000ll` | InodeExtender | [`StreamExtender`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
#[encoding(compact(tag = "u8", union_tag_bits = 1, cases_tag_bits = 5))]
pub enum StreamLeaf {
    /// A value.
    Value {
        /// Its bytes.
        value: Value,
    },
    /// A chain of parts with one child each.
    InodeExtender {
        /// The chain.
        inode_extender: StreamExtender,
    },
}

/// A child of a node: its name and its hash.
///
/// | bytes | field | encoding                           |
/// |------:|-------|------------------------------------|
/// | 1 + n | 0     | the name with a 1-byte size prefix |
/// | 33    | 1     | [`KindedHash`]                     |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct HashEntry(#[encoding(short_dynamic, bytes)] pub Vec<u8>, pub KindedHash);

/// A part of a large node.
///
/// | bytes      | field    | encoding                                              |
/// |-----------:|----------|-------------------------------------------------------|
/// | 1, 2, 4, 8 | `length` | as few bytes as bits 0 and 1 of the tag say           |
/// | 0 to 64    | `proofs` | the hashes that bits 2 and 3 of the tag say           |
///
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
#[encoding(compact)]
pub struct StreamInode {
    /// The number of children below.
    pub length: i64,
    /// Left and right.
    pub proofs: (Option<ContextHash>, Option<ContextHash>),
}

/// A chain of parts with one child each.
///
/// | bytes      | field     | encoding                                    |
/// |-----------:|-----------|---------------------------------------------|
/// | 1, 2, 4, 8 | `length`  | as few bytes as bits 0 and 1 of the tag say |
/// | 1 + n      | `segment` | bits with a 1-byte size prefix              |
/// | 32         | `proof`   |                                             |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
#[encoding(compact)]
pub struct StreamExtender {
    /// The number of children below.
    pub length: i64,
    /// The steps: a bit each, then a one and zeros to the end of a byte.
    #[encoding(payload, short_dynamic, bytes, guard = "is_binary_segment")]
    pub segment: Vec<u8>,
    /// What is at the end.
    pub proof: ContextHash,
}
