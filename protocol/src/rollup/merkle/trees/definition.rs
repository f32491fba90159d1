//! The definitions shared by trees with different numbers of children.

/// Defines the trees with one maximum number of children. The arguments are the number of tag bits for the number of a node's children, the
/// check of a path, and the type `InodeProofs` of an inode's children, which has a function `is_well_formed`.
macro_rules! trees {
    ($(#[$doc:meta])* $module:ident, $bits:literal, $is_segment:ident, { $($proofs:tt)+ }) => {
        $(#[$doc])*
        pub mod $module {
            use alloc::boxed::Box;
            use alloc::vec::Vec;

            use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
            use tezos_hashes::hash::ContextHash;

            use super::super::{$is_segment as is_segment, ILL_FORMED, KindedHash, ProofValue};

            /// A proof as a tree.
            ///
            /// | bytes | field     | encoding                                        |
            /// |------:|-----------|-------------------------------------------------|
            /// | 1     | tag       | bit 0: `before`, bit 1: `after` (value or node) |
            /// | 2     | `version` | `int16`                                         |
            /// | 32    | `before`  | [`KindedHash`]                                  |
            /// | 32    | `after`   | [`KindedHash`]                                  |
            /// | n     | `state`   | [`Tree`]                                        |
            ///
            /// # Errors
            /// `Unexpected_tag`; `Invalid_int` for a number that fewer bytes can encode; `User_invariant_guard` for a missing tree, a
            /// malformed path, or a value that a shorter size prefix can encode; `Too_deep`.
            #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
            #[encoding(compact)]
            pub struct TreeProof {
                /// The version of the proof's format.
                #[encoding(payload)]
                pub version: i16,
                /// The context before.
                pub before: KindedHash,
                /// The context after.
                pub after: KindedHash,
                /// The visited tree.
                #[encoding(payload, guard = "is_compact_tree")]
                pub state: Tree,
            }

            /// A tree, or its hash.
            ///
            /// | bytes | field | encoding      |
            /// |------:|-------|---------------|
            /// | n     |       | [`AnyTree`] |
            ///
            /// # Errors
            /// `Too_deep`.
            #[derive(Debug, Clone, PartialEq, Eq, Hash)]
            pub struct Tree(pub AnyTree);

            level! { Tree, AnyTree, "tree_encoding" }

            /// A tree, or its hash, without the level that [`Tree`] adds.
            ///
            /// | tag    | case  | payload       |
            /// |--------|-------|---------------|
            /// | `0…`   | Inode | [`Inode`]     |
            /// | others | Other | [`OtherTree`] |
            #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
            #[encoding(compact(tag = "u8", union_tag_bits = 1, cases_tag_bits = 7))]
            pub enum AnyTree {
                /// A large node.
                Inode {
                    /// The inodes into which it is divided.
                    inode: Inode,
                },
                /// Any other tree.
                #[encoding(title = "other_trees")]
                Other {
                    /// The case.
                    #[encoding(name = "other_trees")]
                    other: OtherTree,
                },
            }

            fn is_compact_tree(tree: &Tree) -> Result<(), &'static str> {
                match &tree.0 {
                    AnyTree::Inode { inode } => inode.proofs.is_well_formed(),
                    AnyTree::Other { other: OtherTree::Other { other: LeafTree::None { .. } } } => Err(ILL_FORMED),
                    AnyTree::Other { .. } => Ok(()),
                }
            }

            /// A node, or a tree without children.
            ///
            /// | tag   | case  | payload      |
            /// |-------|-------|--------------|
            /// | `10…` | Node  | [`Entry`], whose number is given by the tag; with a 4-byte size prefix if its bits are all ones |
            /// | `11…` | Other | [`LeafTree`] |
            #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
            #[encoding(compact(tag = "u8", union_tag_bits = 1, cases_tag_bits = 6))]
            pub enum OtherTree {
                /// A node.
                Node {
                    /// Its children.
                    #[encoding(list(bits = $bits))]
                    node: Vec<Entry>,
                },
                /// A tree without children.
                #[encoding(title = "other_trees")]
                Other {
                    /// The case.
                    #[encoding(name = "other_trees")]
                    other: LeafTree,
                },
            }

            /// A tree without children.
            ///
            /// | tag        | case         | payload           |
            /// |------------|--------------|-------------------|
            /// | `110000ss` | Value        | [`ProofValue`]    |
            /// | `11001000` | BlindedValue | 32                |
            /// | `11010000` | BlindedNode  | 32                |
            /// | `110110ll` | Extender     | [`InodeExtender`] |
            /// | `11100000` | None         | none              |
            #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
            #[encoding(compact(tag = "u8", union_tag_bits = 3, cases_tag_bits = 3))]
            pub enum LeafTree {
                /// A value.
                Value {
                    /// Its bytes.
                    value: ProofValue,
                },
                /// A value that is not visited.
                BlindedValue {
                    /// Its hash.
                    blinded_value: ContextHash,
                },
                /// A node that is not visited.
                BlindedNode {
                    /// Its hash.
                    blinded_node: ContextHash,
                },
                /// A large node whose first inodes have one child each.
                Extender {
                    /// The inodes into which it is divided.
                    extender: InodeExtender,
                },
                /// An absent tree, where it is optional.
                None {
                    /// Carries no data.
                    none: (),
                },
            }

            /// A child of a node: its name, and the tree.
            ///
            /// | bytes | field | encoding                           |
            /// |------:|-------|------------------------------------|
            /// | 1 + n | 0     | the name with a 1-byte size prefix |
            /// | n     | 1     | [`Tree`]                           |
            #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
            pub struct Entry(#[encoding(short_dynamic, bytes)] pub Vec<u8>, #[encoding(guard = "is_compact_tree")] pub Tree);

            /// An inode: a node of the tree into which a large node is divided.
            ///
            /// | bytes      | field    | encoding                                                |
            /// |-----------:|----------|---------------------------------------------------------|
            /// | 1, 2, 4, 8 | `length` | the number of bytes is given by bits 0 and 1 of the tag |
            /// | n          | `proofs` | [`InodeProofs`]                                         |
            #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
            #[encoding(compact)]
            pub struct Inode {
                /// The number of children of the large node below this point.
                pub length: i64,
                /// The children of the inode.
                pub proofs: InodeProofs,
            }

            $($proofs)+

            /// An inode, or its hash.
            ///
            /// | bytes | field | encoding      |
            /// |------:|-------|---------------|
            /// | n     |       | [`AnyInodeTree`] |
            ///
            /// # Errors
            /// `Too_deep`.
            #[derive(Debug, Clone, PartialEq, Eq, Hash)]
            pub struct InodeTree(pub AnyInodeTree);

            level! { InodeTree, AnyInodeTree, "inode_tree" }

            /// An inode, or its hash, without the level that [`InodeTree`] adds.
            ///
            /// | tag    | case      | payload            |
            /// |--------|-----------|--------------------|
            /// | `0…`   | InodeTree | [`Inode`]          |
            /// | others | Other     | [`OtherInodeTree`] |
            #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
            #[encoding(compact(tag = "u8", union_tag_bits = 1, cases_tag_bits = 7))]
            pub enum AnyInodeTree {
                /// A further inode.
                InodeTree {
                    /// The inode.
                    inode_tree: Inode,
                },
                /// Any other case.
                #[encoding(title = "other_inode_trees")]
                Other {
                    /// The case.
                    #[encoding(name = "other_inode_trees")]
                    other: OtherInodeTree,
                },
            }

            impl InodeTree {
                /// Returns whether the inode is absent.
                #[must_use]
                pub const fn is_none(&self) -> bool {
                    matches!(self.0, AnyInodeTree::Other { other: OtherInodeTree::Other { other: LeafInodeTree::None { .. } } })
                }

                fn is_well_formed(&self) -> Result<(), &'static str> {
                    match &self.0 {
                        AnyInodeTree::InodeTree { inode_tree } => inode_tree.proofs.is_well_formed(),
                        AnyInodeTree::Other { .. } => Ok(()),
                    }
                }
            }

            fn is_compact_part(part: &InodeTree) -> Result<(), &'static str> {
                if part.is_none() { Err(ILL_FORMED) } else { part.is_well_formed() }
            }

            /// The children of the large node, or an inode with at most one child.
            ///
            /// | tag   | case        | payload           |
            /// |-------|-------------|-------------------|
            /// | `10…` | InodeValues | [`Entry`], whose number is given by the tag; with a 4-byte size prefix if its bits are all ones |
            /// | `11…` | Other       | [`LeafInodeTree`] |
            #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
            #[encoding(compact(tag = "u8", union_tag_bits = 1, cases_tag_bits = 6))]
            pub enum OtherInodeTree {
                /// Children of the large node.
                InodeValues {
                    /// The children.
                    #[encoding(list(bits = $bits))]
                    inode_values: Vec<Entry>,
                },
                /// Any other case.
                #[encoding(title = "other_inode_trees")]
                Other {
                    /// The case.
                    #[encoding(name = "other_inode_trees")]
                    other: LeafInodeTree,
                },
            }

            /// An inode with at most one child.
            ///
            /// | tag        | case          | payload           |
            /// |------------|---------------|-------------------|
            /// | `11000000` | BlindedInode  | 32                |
            /// | `110100ll` | InodeExtender | [`InodeExtender`] |
            /// | `11100000` | None          | none              |
            #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
            #[encoding(compact(tag = "u8", union_tag_bits = 2, cases_tag_bits = 4))]
            pub enum LeafInodeTree {
                /// An inode that is not visited.
                BlindedInode {
                    /// Its hash.
                    blinded_inode: ContextHash,
                },
                /// An extender: a chain of inodes with one child each.
                InodeExtender {
                    /// The inode.
                    inode_extender: InodeExtender,
                },
                /// An absent inode.
                None {
                    /// Carries no data.
                    none: (),
                },
            }

            /// An extender: a chain of inodes with one child each.
            ///
            /// | bytes      | field     | encoding                                                |
            /// |-----------:|-----------|---------------------------------------------------------|
            /// | 1, 2, 4, 8 | `length`  | the number of bytes is given by bits 0 and 1 of the tag |
            /// | 1 + n      | `segment` | the path with a 1-byte size prefix                      |
            /// | n          | `proof`   | [`InodeTree`]                                           |
            #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
            #[encoding(compact)]
            pub struct InodeExtender {
                /// The number of children of the large node below this point.
                pub length: i64,
                /// The path, then a one and zeros to the end of the byte.
                #[encoding(payload, short_dynamic, bytes, guard = "is_segment")]
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
            pub struct InodeEnd(#[encoding(guard = "is_compact_part")] pub InodeTree);
        }
    };
}
