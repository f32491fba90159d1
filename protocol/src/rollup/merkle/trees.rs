//! Proofs as trees, in which fields share the bits of tags.

// What these define is named from here.
#[macro_use]
mod level;
#[macro_use]
mod definition;

use tezos_encoding::nom::{NomResult, nom_read};
use tezos_encoding::schema::{Class, Encoding, Mu};
use tezos_encoding::{BinWriter, EncodeError, Fault, HasEncoding, Measure, NomReader, Reader, Sink, View};

use super::MAX_LEVELS;

trees! {
    /// Trees with 2 children at most (`V2.Tree2`).
    v2_2, 2, is_binary_segment, {
        /// The parts below a part of a large node.
        ///
        /// | bytes | field | encoding                 |
        /// |------:|-------|--------------------------|
        /// | n     | 0     | [`InodePart`], the left  |
        /// | n     | 1     | [`InodePart`], the right |
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
        #[encoding(compact)]
        pub struct InodeProofs(pub Box<InodePart>, pub Box<InodePart>);

        /// A part, or none.
        ///
        /// | bytes | field | encoding      |
        /// |------:|-------|---------------|
        /// | n     |       | [`InodeTree`] |
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
        pub struct InodePart(#[encoding(guard = "InodeTree::is_well_formed")] pub InodeTree);

        impl InodeProofs {
            fn is_well_formed(&self) -> Result<(), &'static str> {
                if self.0.0.is_none() && self.1.0.is_none() { Err(ILL_FORMED) } else { Ok(()) }
            }
        }
    }
}

trees! {
    /// Trees with 32 children at most (`V2.Tree32`).
    v2_32, 6, is_segment_of_5_bits, {
        /// The parts below a part of a large node.
        ///
        /// | tag     | case   | payload                                            |
        /// |---------|--------|----------------------------------------------------|
        /// | `0nnnn` | Sparse | n times [`Indexed`]; 15: with a 4-byte size prefix |
        /// | `10000` | Dense  | 32 times [`InodeTree`]                             |
        ///
        /// Octez writes fewer than 15 parts as `Sparse`, and reads both.
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
        #[encoding(compact(tag = "u8", union_tag_bits = 1, cases_tag_bits = 4))]
        pub enum InodeProofs {
            /// Some of 32, by their numbers.
            #[encoding(title = "sparse_proof")]
            Sparse {
                /// The parts.
                #[encoding(list(bits = 4))]
                sparse_proof: Vec<Indexed>,
            },
            /// 32, some of which may be none.
            #[encoding(title = "dense_proof")]
            Dense {
                /// The parts.
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

        /// One of 32 parts.
        ///
        /// | bytes | field | encoding      |
        /// |------:|-------|---------------|
        /// | 1     | 0     | `uint8`       |
        /// | n     | 1     | [`InodeTree`] |
        #[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, PartialEq, Eq)]
        pub struct Indexed(pub u8, #[encoding(guard = "is_compact_part")] pub InodeTree);
    }
}
