//! Proofs of trees with 32 children at most, in protocol 014 (`V1.Tree32`).

use alloc::boxed::Box;
use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
use tezos_hashes::hash::ContextHash;

use super::{ILL_FORMED, is_segment_of_5_bits};

/// A proof as a tree.
///
/// | bytes | field     | encoding         |
/// |------:|-----------|------------------|
/// | 2     | `version` | `int16`          |
/// | 33    | `before`  | [`KindedHash`]   |
/// | 33    | `after`   | [`KindedHash`]   |
/// | n     | `state`   | [`Tree`]         |
///
/// # Errors
/// `Unexpected_tag`; `User_invariant_guard` for no tree where one is needed, and for a segment that is not of 5 bits each; `Too_deep`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct TreeProof {
    /// How the proof was made.
    pub version: i16,
    /// The context before.
    pub before: KindedHash,
    /// The context after.
    pub after: KindedHash,
    /// What is visited.
    #[encoding(guard = "is_tree")]
    pub state: Tree,
}

/// The hash of a value or of a node.
///
/// | tag | case  | payload |
/// |----:|-------|---------|
/// | 0   | Value | 32      |
/// | 1   | Node  | 32      |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq)]
#[encoding(view = "Self")]
pub enum KindedHash {
    /// Of a value.
    #[encoding(tag = 0)]
    Value {
        /// The hash.
        value: ContextHash,
    },
    /// Of a node.
    #[encoding(tag = 1)]
    Node {
        /// The hash.
        node: ContextHash,
    },
}

/// A tree, or its hash.
///
/// | tag | case         | payload                               |
/// |----:|--------------|---------------------------------------|
/// | 0   | Value        | bytes with a 4-byte size prefix       |
/// | 1   | BlindedValue | 32                                    |
/// | 2   | Node         | [`Entry`]s, with a 4-byte size prefix |
/// | 3   | BlindedNode  | 32                                    |
/// | 4   | Inode        | [`Inode`]                             |
/// | 5   | Extender     | [`InodeExtender`]                     |
/// | 6   | None         | none                                  |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
#[encoding(mu = "tree_encoding", depth = super::MAX_LEVELS)]
pub enum Tree {
    /// A value.
    #[encoding(tag = 0)]
    Value {
        /// Its bytes.
        #[encoding(dynamic, bytes)]
        value: Vec<u8>,
    },
    /// A value that is not visited.
    #[encoding(tag = 1)]
    BlindedValue {
        /// Its hash.
        blinded_value: ContextHash,
    },
    /// A node.
    #[encoding(tag = 2)]
    Node {
        /// Its children.
        #[encoding(dynamic, list)]
        node: Vec<Entry>,
    },
    /// A node that is not visited.
    #[encoding(tag = 3)]
    BlindedNode {
        /// Its hash.
        blinded_node: ContextHash,
    },
    /// A large node.
    #[encoding(tag = 4)]
    Inode {
        /// Its parts.
        inode: Inode,
    },
    /// A large node whose first parts have one child each.
    #[encoding(tag = 5)]
    Extender {
        /// Its parts.
        extender: InodeExtender,
    },
    /// No tree, where one may be left out.
    #[encoding(tag = 6)]
    None {
        /// Carries no data.
        #[encoding(builtin = "Null")]
        none: (),
    },
}

fn is_tree(tree: &Tree) -> Result<(), &'static str> {
    if matches!(tree, Tree::None { .. }) { Err(ILL_FORMED) } else { Ok(()) }
}

/// A child of a node: its name, and the tree.
///
/// | bytes | field | encoding                           |
/// |------:|-------|------------------------------------|
/// | 1 + n | 0     | the name with a 1-byte size prefix |
/// | n     | 1     | [`Tree`]                           |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct Entry(#[encoding(short_dynamic, bytes)] pub Vec<u8>, #[encoding(guard = "is_tree")] pub Tree);

/// A part of a large node.
///
/// | bytes | field    | encoding          |
/// |------:|----------|-------------------|
/// | 8     | `length` | `int64`           |
/// | n     | `proofs` | [`InodeProofs`]   |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct Inode {
    /// The number of children below.
    pub length: i64,
    /// The parts below.
    pub proofs: InodeProofs,
}

/// The parts below a part of a large node.
///
/// | tag | case   | payload                                 |
/// |----:|--------|-----------------------------------------|
/// | 0   | Sparse | [`Indexed`]s, with a 4-byte size prefix |
/// | 1   | Dense  | 32 times [`InodeTree`]                  |
///
/// Octez writes fewer than 16 parts as `Sparse`, and reads both.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub enum InodeProofs {
    /// Some of 32, by their numbers.
    #[encoding(tag = 0, title = "sparse_proof")]
    Sparse {
        /// The parts.
        #[encoding(dynamic, list)]
        sparse_proof: Vec<Indexed>,
    },
    /// 32, some of which may be none.
    #[encoding(tag = 1, title = "dense_proof")]
    Dense {
        /// The parts.
        #[encoding(list(len = 32))]
        dense_proof: Box<[InodeTree]>,
    },
}

/// One of 32 parts.
///
/// | bytes | field | encoding      |
/// |------:|-------|---------------|
/// | 1     | 0     | `uint8`       |
/// | n     | 1     | [`InodeTree`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct Indexed(pub u8, #[encoding(guard = "is_part")] pub InodeTree);

/// A part of a large node, or its hash.
///
/// | tag | case          | payload                               |
/// |----:|---------------|---------------------------------------|
/// | 0   | BlindedInode  | 32                                    |
/// | 1   | InodeValues   | [`Entry`]s, with a 4-byte size prefix |
/// | 2   | InodeTree     | [`Inode`]                             |
/// | 3   | InodeExtender | [`InodeExtender`]                     |
/// | 4   | None          | none                                  |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
#[encoding(mu = "inode_tree", depth = super::MAX_LEVELS)]
pub enum InodeTree {
    /// A part that is not visited.
    #[encoding(tag = 0)]
    BlindedInode {
        /// Its hash.
        blinded_inode: ContextHash,
    },
    /// Children of the node.
    #[encoding(tag = 1)]
    InodeValues {
        /// The children.
        #[encoding(dynamic, list)]
        inode_values: Vec<Entry>,
    },
    /// More parts.
    #[encoding(tag = 2)]
    InodeTree {
        /// The parts.
        inode_tree: Inode,
    },
    /// Parts with one child each.
    #[encoding(tag = 3)]
    InodeExtender {
        /// The parts.
        inode_extender: InodeExtender,
    },
    /// No part.
    #[encoding(tag = 4)]
    None {
        /// Carries no data.
        #[encoding(builtin = "Null")]
        none: (),
    },
}

fn is_part(tree: &InodeTree) -> Result<(), &'static str> {
    if matches!(tree, InodeTree::None { .. }) { Err(ILL_FORMED) } else { Ok(()) }
}

/// Parts with one child each.
///
/// | bytes | field     | encoding                                             |
/// |------:|-----------|------------------------------------------------------|
/// | 8     | `length`  | `int64`                                              |
/// | 1 + n | `segment` | the steps, of 5 bits each, with a 1-byte size prefix |
/// | n     | `proof`   | [`InodeTree`]                                        |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct InodeExtender {
    /// The number of children below.
    pub length: i64,
    /// The steps: 5 bits each, then a one and zeros to the end of a byte.
    #[encoding(short_dynamic, bytes, guard = "is_segment_of_5_bits")]
    pub segment: Vec<u8>,
    /// What is at the end.
    pub proof: Box<InodeEnd>,
}

/// A part that is not left out.
///
/// | bytes | field | encoding      |
/// |------:|-------|---------------|
/// | n     |       | [`InodeTree`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
pub struct InodeEnd(#[encoding(guard = "is_part")] pub InodeTree);
