//! What trees of any number of children have in common.

/// Defines the trees of one number of children: the bits of a tag for the number of a node's children, the check of steps, and the parts
/// below a part of a large node, which are a type `InodeProofs` with a function `is_well_formed`.
macro_rules! trees {
    ($(#[$doc:meta])* $module:ident, $bits:literal, $is_segment:ident, { $($proofs:tt)+ }) => {
        $(#[$doc])*
        pub mod $module {
            use alloc::boxed::Box;
            use alloc::vec::Vec;

            use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};
            use tezos_hashes::hash::ContextHash;

            use super::super::{$is_segment as is_segment, ILL_FORMED, KindedHash, Value};

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
            /// `Unexpected_tag`; `Invalid_int` for a number with a shorter form; `User_invariant_guard` for no tree where one is needed,
            /// and for steps or a value in another form; `Too_deep`.
            #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
            #[encoding(compact)]
            pub struct TreeProof {
                /// How the proof was made.
                #[encoding(payload)]
                pub version: i16,
                /// The context before.
                pub before: KindedHash,
                /// The context after.
                pub after: KindedHash,
                /// What is visited.
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
            #[derive(Debug, Clone, PartialEq, Eq)]
            pub struct Tree(pub AnyTree);

            level! { Tree, AnyTree, "tree_encoding" }

            /// A tree, or its hash, below its level.
            ///
            /// | tag    | case  | payload       |
            /// |--------|-------|---------------|
            /// | `0…`   | Inode | [`Inode`]     |
            /// | others | Other | [`OtherTree`] |
            #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
            #[encoding(compact(tag = "u8", union_tag_bits = 1, cases_tag_bits = 7))]
            pub enum AnyTree {
                /// A large node.
                Inode {
                    /// Its parts.
                    inode: Inode,
                },
                /// Any other tree.
                #[encoding(title = "other_trees")]
                Other {
                    /// Which.
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
            /// | `10…` | Node  | [`Entry`], as many as the tag says; with a 4-byte size prefix where its bits are all ones |
            /// | `11…` | Other | [`LeafTree`] |
            #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
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
                    /// Which.
                    #[encoding(name = "other_trees")]
                    other: LeafTree,
                },
            }

            /// A tree without children.
            ///
            /// | tag        | case         | payload           |
            /// |------------|--------------|-------------------|
            /// | `110000ss` | Value        | [`Value`]         |
            /// | `11001000` | BlindedValue | 32                |
            /// | `11010000` | BlindedNode  | 32                |
            /// | `110110ll` | Extender     | [`InodeExtender`] |
            /// | `11100000` | None         | none              |
            #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
            #[encoding(compact(tag = "u8", union_tag_bits = 3, cases_tag_bits = 3))]
            pub enum LeafTree {
                /// A value.
                Value {
                    /// Its bytes.
                    value: Value,
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
                /// A large node whose first parts have one child each.
                Extender {
                    /// Its parts.
                    extender: InodeExtender,
                },
                /// No tree, where one may be left out.
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
            #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
            pub struct Entry(#[encoding(short_dynamic, bytes)] pub Vec<u8>, #[encoding(guard = "is_compact_tree")] pub Tree);

            /// A part of a large node.
            ///
            /// | bytes      | field    | encoding                                    |
            /// |-----------:|----------|---------------------------------------------|
            /// | 1, 2, 4, 8 | `length` | as few bytes as bits 0 and 1 of the tag say |
            /// | n          | `proofs` | [`InodeProofs`]                             |
            #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
            #[encoding(compact)]
            pub struct Inode {
                /// The number of children below.
                pub length: i64,
                /// The parts below.
                pub proofs: InodeProofs,
            }

            $($proofs)+

            /// A part of a large node, or its hash.
            ///
            /// | bytes | field | encoding      |
            /// |------:|-------|---------------|
            /// | n     |       | [`AnyInodeTree`] |
            ///
            /// # Errors
            /// `Too_deep`.
            #[derive(Debug, Clone, PartialEq, Eq)]
            pub struct InodeTree(pub AnyInodeTree);

            level! { InodeTree, AnyInodeTree, "inode_tree" }

            /// A part of a large node, or its hash, below its level.
            ///
            /// | tag    | case      | payload            |
            /// |--------|-----------|--------------------|
            /// | `0…`   | InodeTree | [`Inode`]          |
            /// | others | Other     | [`OtherInodeTree`] |
            #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
            #[encoding(compact(tag = "u8", union_tag_bits = 1, cases_tag_bits = 7))]
            pub enum AnyInodeTree {
                /// More parts.
                InodeTree {
                    /// The parts.
                    inode_tree: Inode,
                },
                /// Anything else.
                #[encoding(title = "other_inode_trees")]
                Other {
                    /// Which.
                    #[encoding(name = "other_inode_trees")]
                    other: OtherInodeTree,
                },
            }

            impl InodeTree {
                /// Whether no part stands here.
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

            /// Children of a node, or no parts below.
            ///
            /// | tag   | case        | payload           |
            /// |-------|-------------|-------------------|
            /// | `10…` | InodeValues | [`Entry`], as many as the tag says; with a 4-byte size prefix where its bits are all ones |
            /// | `11…` | Other       | [`LeafInodeTree`] |
            #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
            #[encoding(compact(tag = "u8", union_tag_bits = 1, cases_tag_bits = 6))]
            pub enum OtherInodeTree {
                /// Children of the node.
                InodeValues {
                    /// The children.
                    #[encoding(list(bits = $bits))]
                    inode_values: Vec<Entry>,
                },
                /// Anything else.
                #[encoding(title = "other_inode_trees")]
                Other {
                    /// Which.
                    #[encoding(name = "other_inode_trees")]
                    other: LeafInodeTree,
                },
            }

            /// A part of a large node with at most one part below.
            ///
            /// | tag        | case          | payload           |
            /// |------------|---------------|-------------------|
            /// | `11000000` | BlindedInode  | 32                |
            /// | `110100ll` | InodeExtender | [`InodeExtender`] |
            /// | `11100000` | None          | none              |
            #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
            #[encoding(compact(tag = "u8", union_tag_bits = 2, cases_tag_bits = 4))]
            pub enum LeafInodeTree {
                /// A part that is not visited.
                BlindedInode {
                    /// Its hash.
                    blinded_inode: ContextHash,
                },
                /// Parts with one child each.
                InodeExtender {
                    /// The parts.
                    inode_extender: InodeExtender,
                },
                /// No part.
                None {
                    /// Carries no data.
                    none: (),
                },
            }

            /// Parts with one child each.
            ///
            /// | bytes      | field     | encoding                                    |
            /// |-----------:|-----------|---------------------------------------------|
            /// | 1, 2, 4, 8 | `length`  | as few bytes as bits 0 and 1 of the tag say |
            /// | 1 + n      | `segment` | the steps with a 1-byte size prefix         |
            /// | n          | `proof`   | [`InodeTree`]                               |
            #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
            #[encoding(compact)]
            pub struct InodeExtender {
                /// The number of children below.
                pub length: i64,
                /// The steps, then a one and zeros to the end of a byte.
                #[encoding(payload, short_dynamic, bytes, guard = "is_segment")]
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
            pub struct InodeEnd(#[encoding(guard = "is_compact_part")] pub InodeTree);
        }
    };
}
