//! Proofs for trees with at most 32 children, in protocol 014 (`V1.Tree32`).

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
/// `Unexpected_tag`; `User_invariant_guard` for a missing tree, and for a path that does not have 5 bits per step; `Too_deep`.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct TreeProof {
    /// The version of the proof's format.
    pub version: i16,
    /// The context before.
    pub before: KindedHash,
    /// The context after.
    pub after: KindedHash,
    /// The visited tree.
    #[encoding(guard = "is_tree")]
    pub state: Tree,
}

/// The hash of a value or of a node.
///
/// | tag | case  | payload |
/// |----:|-------|---------|
/// | 0   | Value | 32      |
/// | 1   | Node  | 32      |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[encoding(view = "Self")]
pub enum KindedHash {
    /// The hash of a value.
    #[encoding(tag = 0)]
    Value {
        /// The hash.
        value: ContextHash,
    },
    /// The hash of a node.
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
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
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
        /// The inodes into which it is divided.
        inode: Inode,
    },
    /// A large node whose first inodes have one child each.
    #[encoding(tag = 5)]
    Extender {
        /// The inodes into which it is divided.
        extender: InodeExtender,
    },
    /// An absent tree, where it is optional.
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
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct Entry(#[encoding(short_dynamic, bytes)] pub Vec<u8>, #[encoding(guard = "is_tree")] pub Tree);

/// An inode: a node of the tree into which a large node is divided.
///
/// | bytes | field    | encoding          |
/// |------:|----------|-------------------|
/// | 8     | `length` | `int64`           |
/// | n     | `proofs` | [`InodeProofs`]   |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct Inode {
    /// The number of children of the large node below this point.
    pub length: i64,
    /// The children of the inode.
    pub proofs: InodeProofs,
}

/// The children of an inode.
///
/// | tag | case   | payload                                 |
/// |----:|--------|-----------------------------------------|
/// | 0   | Sparse | [`Indexed`]s, with a 4-byte size prefix |
/// | 1   | Dense  | 32 times [`InodeTree`]                  |
///
/// Octez writes fewer than 16 children as `Sparse`, and reads both cases.
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub enum InodeProofs {
    /// Some of the 32 children, with their numbers.
    #[encoding(tag = 0, title = "sparse_proof")]
    Sparse {
        /// The children.
        #[encoding(dynamic, list)]
        sparse_proof: Vec<Indexed>,
    },
    /// All 32 children, some of which may be absent.
    #[encoding(tag = 1, title = "dense_proof")]
    Dense {
        /// The children.
        #[encoding(list(len = 32))]
        dense_proof: Box<[InodeTree]>,
    },
}

/// One of the 32 children, with its number.
///
/// | bytes | field | encoding      |
/// |------:|-------|---------------|
/// | 1     | 0     | `uint8`       |
/// | n     | 1     | [`InodeTree`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct Indexed(pub u8, #[encoding(guard = "is_part")] pub InodeTree);

/// An inode, or its hash.
///
/// | tag | case          | payload                               |
/// |----:|---------------|---------------------------------------|
/// | 0   | BlindedInode  | 32                                    |
/// | 1   | InodeValues   | [`Entry`]s, with a 4-byte size prefix |
/// | 2   | InodeTree     | [`Inode`]                             |
/// | 3   | InodeExtender | [`InodeExtender`]                     |
/// | 4   | None          | none                                  |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
#[encoding(mu = "inode_tree", depth = super::MAX_LEVELS)]
pub enum InodeTree {
    /// An inode that is not visited.
    #[encoding(tag = 0)]
    BlindedInode {
        /// Its hash.
        blinded_inode: ContextHash,
    },
    /// Children of the large node.
    #[encoding(tag = 1)]
    InodeValues {
        /// The children.
        #[encoding(dynamic, list)]
        inode_values: Vec<Entry>,
    },
    /// A further inode.
    #[encoding(tag = 2)]
    InodeTree {
        /// The inode.
        inode_tree: Inode,
    },
    /// An extender: a chain of inodes with one child each.
    #[encoding(tag = 3)]
    InodeExtender {
        /// The extender.
        inode_extender: InodeExtender,
    },
    /// An absent inode.
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

/// An extender: a chain of inodes with one child each.
///
/// | bytes | field     | encoding                                                  |
/// |------:|-----------|-----------------------------------------------------------|
/// | 8     | `length`  | `int64`                                                   |
/// | 1 + n | `segment` | the path, with 5 bits per step, with a 1-byte size prefix |
/// | n     | `proof`   | [`InodeTree`]                                             |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct InodeExtender {
    /// The number of children of the large node below this point.
    pub length: i64,
    /// The path: 5 bits per step, then a one and zeros to the end of the byte.
    #[encoding(short_dynamic, bytes, guard = "is_segment_of_5_bits")]
    pub segment: Vec<u8>,
    /// The inode at the end of the path.
    pub proof: Box<InodeEnd>,
}

/// An inode that is not absent.
///
/// | bytes | field | encoding      |
/// |------:|-------|---------------|
/// | n     |       | [`InodeTree`] |
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
pub struct InodeEnd(#[encoding(guard = "is_part")] pub InodeTree);
