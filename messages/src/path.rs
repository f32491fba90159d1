//! Merkle paths from a list of operations to the root in the block header.

use alloc::{boxed::Box, vec::Vec};

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::hash::OperationListListHash;
use crate::limits::PATH_MAX_LEVELS;
use crate::merkle::Step;

/// Where a list of operations hangs in its block's Merkle tree: the hashes beside the way from the root to the list.
///
/// The outermost value is at the root. A step to the left carries the hash on its right *after* the rest of the path,
/// a step to the right carries the hash on its left *before* it.
///
/// | bytes          | case    | layout                                                                  |
/// |---------------:|---------|-------------------------------------------------------------------------|
/// | 1              | `Op`    | tag `0x00`                                                              |
/// | 1 + 32 + n     | `Right` | tag `0x0f`, `left`: [`OperationListListHash`], `path`: [`MerklePath`]   |
/// | 1 + n + 32     | `Left`  | tag `0xf0`, `path`: [`MerklePath`], `right`: [`OperationListListHash`]  |
///
/// On its own it has at most [`PATH_MAX_LEVELS`] levels; in messages it has
/// [`PATH_MAX_BYTES`](crate::limits::PATH_MAX_BYTES), which is three steps.
///
/// # Errors
/// `Unexpected_tag`; `Not_enough_data`; `Too_deep` for more levels.
///
/// Rule: [`blake2B.ml`, `path_encoding`][rule].
///
/// [rule]: https://github.com/tezos/tezos-mirror/blob/409a3f3fe491ba5c9ac51c7124833f4f70006c07/src/lib_crypto/blake2B.ml
#[derive(HasEncoding, NomReader, BinWriter, View, Debug, Clone, Default, PartialEq, Eq, Hash)]
#[encoding(mu = "path", depth = "PATH_MAX_LEVELS")]
pub enum MerklePath {
    /// Here is the list.
    #[default]
    #[encoding(tag = 0x00)]
    Op,
    /// The list is in the right half.
    #[encoding(tag = 0x0f)]
    Right {
        /// Root of the left half.
        left: OperationListListHash,
        /// The way on, in the right half.
        path: Box<MerklePath>,
    },
    /// The list is in the left half.
    #[encoding(tag = 0xf0)]
    Left {
        /// The way on, in the left half.
        path: Box<MerklePath>,
        /// Root of the right half.
        right: OperationListListHash,
    },
}

impl MerklePath {
    /// The steps of the way, from the list to the root: the reverse of their order on the wire.
    #[must_use]
    pub fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut here = self;
        loop {
            here = match here {
                Self::Op => break,
                Self::Right { left, path } => {
                    steps.push(Step::Right(left.0));
                    path
                }
                Self::Left { path, right } => {
                    steps.push(Step::Left(right.0));
                    path
                }
            };
        }
        steps.reverse();
        steps
    }
}

impl FromIterator<Step> for MerklePath {
    /// A path from its steps, from the list to the root.
    fn from_iter<I: IntoIterator<Item = Step>>(steps: I) -> Self {
        steps.into_iter().fold(Self::Op, |path, step| match step {
            Step::Left(right) => Self::Left { path: Box::new(path), right: OperationListListHash(right) },
            Step::Right(left) => Self::Right { left: OperationListListHash(left), path: Box::new(path) },
        })
    }
}

#[cfg(test)]
mod tests {
    use tezos_encoding::{Decode, Encode};

    use super::*;

    #[test]
    fn steps_go_from_the_list_to_the_root() {
        let steps = [Step::Left([1; 32]), Step::Right([2; 32])];
        let path: MerklePath = steps.into_iter().collect();
        assert_eq!(path.steps(), steps);
        let bytes = [&[0x0f][..], &[2; 32], &[0xf0, 0x00], &[1; 32]].concat();
        assert_eq!(path.to_bytes().unwrap(), bytes);
        assert_eq!(MerklePath::from_bytes(&bytes).unwrap(), path);
    }
}
