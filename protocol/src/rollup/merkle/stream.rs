//! Proofs as a stream of the visited nodes.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::hash::ContextHash;

use super::{ILL_FORMED, KindedHash, ProofValue, is_binary_segment};

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
/// `Unexpected_tag`; `Invalid_int` for a number that fewer bytes can encode; `User_invariant_guard` for an inode without a hash, a segment
/// that does not end in a one and zeros, or a value that a shorter size prefix can encode.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(compact)]
pub struct StreamProof {
    /// The version of the proof's format.
    pub version: i16,
    /// The context before.
    pub before: KindedHash,
    /// The context after.
    pub after: KindedHash,
    /// The visited elements, in order.
    #[encoding(payload, dynamic, list, guard = "is_well_formed")]
    pub state: Vec<Element>,
}

/// Checks that each inode has a hash.
fn is_well_formed(elements: &[Element]) -> Result<(), &'static str> {
    let is_empty = |element: &Element| matches!(element, Element::Inode { inode } if inode.proofs == (None, None));
    if elements.iter().any(is_empty) { Err(ILL_FORMED) } else { Ok(()) }
}

/// The visited elements, in order.
///
/// | tag        | case  | payload          |
/// |------------|-------|------------------|
/// | `0000ssll` | Inode | [`StreamInode`]  |
/// | others     | Other | [`OtherElement`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(compact(tag = "u8", union_tag_bits = 1, cases_tag_bits = 7))]
pub enum Element {
    /// An inode: a node of the tree into which a large node is divided.
    Inode {
        /// The inode.
        inode: StreamInode,
    },
    /// Anything else.
    #[encoding(title = "other_elts")]
    Other {
        /// The element.
        #[encoding(name = "other_elts")]
        other: OtherElement,
    },
}

/// A node, a value or an extender.
///
/// | tag        | case | payload                                             |
/// |------------|------|-----------------------------------------------------|
/// | `100000nn` | Node | n times [`HashEntry`]; 3: with a 4-byte size prefix |
/// | others     | Leaf | [`StreamLeaf`]                                      |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
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
        /// The value or extender.
        #[encoding(name = "other_elts")]
        leaf: StreamLeaf,
    },
}

/// A value or an extender.
///
/// | tag        | case          | payload            |
/// |------------|---------------|--------------------|
/// | `110000ss` | Value         | [`ProofValue`]     |
/// | `111000ll` | InodeExtender | [`StreamExtender`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(compact(tag = "u8", union_tag_bits = 1, cases_tag_bits = 5))]
pub enum StreamLeaf {
    /// A value.
    Value {
        /// Its bytes.
        value: ProofValue,
    },
    /// An extender: a chain of inodes with one child each.
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
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct HashEntry(#[encoding(short_dynamic, bytes)] pub Vec<u8>, pub KindedHash);

/// An inode: a node of the tree into which a large node is divided.
///
/// | bytes      | field    | encoding                                                      |
/// |-----------:|----------|---------------------------------------------------------------|
/// | 1, 2, 4, 8 | `length` | the number of bytes is given by bits 0 and 1 of the tag       |
/// | 0 to 64    | `proofs` | the hashes whose presence is given by bits 2 and 3 of the tag |
///
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(compact)]
pub struct StreamInode {
    /// The number of children of the large node below this point.
    pub length: i64,
    /// The hashes of the left and the right child.
    pub proofs: (Option<ContextHash>, Option<ContextHash>),
}

/// An extender: a chain of inodes with one child each.
///
/// | bytes      | field     | encoding                                                |
/// |-----------:|-----------|---------------------------------------------------------|
/// | 1, 2, 4, 8 | `length`  | the number of bytes is given by bits 0 and 1 of the tag |
/// | 1 + n      | `segment` | bits with a 1-byte size prefix                          |
/// | 32         | `proof`   |                                                         |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(compact)]
pub struct StreamExtender {
    /// The number of children of the large node below this point.
    pub length: i64,
    /// The path: one bit per step, then a one and zeros to the end of the byte.
    #[encoding(payload, short_dynamic, bytes, guard = "is_binary_segment")]
    pub segment: Vec<u8>,
    /// The hash of the inode at the end of the path.
    pub proof: ContextHash,
}
