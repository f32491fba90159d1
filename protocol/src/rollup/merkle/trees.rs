//! Proofs as trees, in which fields share the bits of tags.

// The macros refer to items of this module.
#[macro_use]
mod level;
#[macro_use]
mod definition;

use tezos_encoding::schema::{Class, Encoding, Mu};
use tezos_encoding::{BinWriter, EncodeError, Fault, HasEncoding, NomReader, Reader, Sink, View};

use super::MAX_LEVELS;

trees! {
    /// Trees with at most 2 children (`V2.Tree2`).
    v2_2, 2, is_binary_segment, {
        /// The children of an inode.
        ///
        /// | bytes | field | encoding                 |
        /// |------:|-------|--------------------------|
        /// | n     | 0     | [`InodePart`], the left  |
        /// | n     | 1     | [`InodePart`], the right |
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
        #[encoding(compact)]
        pub struct InodeProofs(pub Box<InodePart>, pub Box<InodePart>);

        /// An optional child of an inode.
        ///
        /// | bytes | field | encoding      |
        /// |------:|-------|---------------|
        /// | n     |       | [`InodeTree`] |
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
        pub struct InodePart(#[encoding(guard = "InodeTree::is_well_formed")] pub InodeTree);

        impl InodeProofs {
            fn is_well_formed(&self) -> Result<(), &'static str> {
                if self.0.0.is_none() && self.1.0.is_none() { Err(ILL_FORMED) } else { Ok(()) }
            }
        }
    }
}

trees! {
    /// Trees with at most 32 children (`V2.Tree32`).
    v2_32, 6, is_segment_of_5_bits, {
        /// The children of an inode.
        ///
        /// | tag     | case   | payload                                            |
        /// |---------|--------|----------------------------------------------------|
        /// | `0nnnn` | Sparse | n times [`Indexed`]; 15: with a 4-byte size prefix |
        /// | `10000` | Dense  | 32 times [`InodeTree`]                             |
        ///
        /// Octez writes fewer than 15 children as `Sparse`, and reads both cases.
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
        #[encoding(compact(tag = "u8", union_tag_bits = 1, cases_tag_bits = 4))]
        pub enum InodeProofs {
            /// Some of the 32 children, with their numbers.
            #[encoding(title = "sparse_proof")]
            Sparse {
                /// The children.
                #[encoding(list(bits = 4))]
                sparse_proof: Vec<Indexed>,
            },
            /// All 32 children, some of which may be absent.
            #[encoding(title = "dense_proof")]
            Dense {
                /// The children.
                #[encoding(payload, list(len = 32), guard = "are_well_formed")]
                dense_proof: Box<[InodeTree]>,
            },
        }

        impl InodeProofs {
            #[expect(clippy::unused_self, clippy::unnecessary_wraps, reason = "as that of two children")]
            const fn is_well_formed(&self) -> Result<(), &'static str> {
                Ok(())
            }
        }

        fn are_well_formed(trees: &[InodeTree]) -> Result<(), &'static str> {
            trees.iter().try_for_each(InodeTree::is_well_formed)
        }

        /// One of the 32 children, with its number.
        ///
        /// | bytes | field | encoding      |
        /// |------:|-------|---------------|
        /// | 1     | 0     | `uint8`       |
        /// | n     | 1     | [`InodeTree`] |
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq, Hash)]
        pub struct Indexed(pub u8, #[encoding(guard = "is_compact_part")] pub InodeTree);
    }
}
