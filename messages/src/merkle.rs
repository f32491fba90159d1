//! Merkle trees of operations.
//!
//! A leaf is BLAKE2b-256 of its element, a node BLAKE2b-256 of its two children, one after the other. The tree is
//! perfect: the last leaf is repeated until the number of leaves is a power of two. The root of no elements is BLAKE2b-256 of nothing.
//!
//! A block header's `operations_hash` is the root of two levels of trees: the operation hashes of a validation pass give an
//! [`OperationListHash`], and these give the [`OperationListListHash`].
//!
//! Rule: [`blake2B.ml`, `Generic_Merkle_tree`](https://gitlab.com/tezos/tezos/-/blob/0e7a0e9a67a381916b8e23cd704f43ac4d770920/src/lib_crypto/blake2B.ml).

use alloc::vec::Vec;
use core::{error, fmt};

use crate::hash::{
    OperationHash, OperationListHash, OperationListListHash, blake2b_256, blake2b_256_each, blake2b_256_of,
};

/// A node of a tree.
pub type Node = [u8; 32];

/// The maximum number of steps in a path, so that a position fits 64 bits.
pub const PATH_MAX_ITEMS: usize = 63;

/// Returns the hash of the operations of one validation pass.
#[must_use]
pub fn operation_list_hash(operations: impl IntoIterator<Item = OperationHash>) -> OperationListHash {
    OperationListHash(root(operations))
}

/// Returns the hash of all operations of a block: the `operations_hash` of its header.
#[must_use]
pub fn operation_list_list_hash(passes: impl IntoIterator<Item = OperationListHash>) -> OperationListListHash {
    OperationListListHash(root(passes))
}

/// Returns the root of the tree over `elements`.
#[must_use]
pub fn root<T: AsRef<[u8]>>(elements: impl IntoIterator<Item = T>) -> Node {
    let mut level = blake2b_256_each(elements);
    let Some(mut padding) = level.last().copied() else { return blake2b_256(&[]) };
    while level.len() > 1 {
        (level, padding) = level_above(&level, &padding);
    }
    padding_or(level.first(), padding)
}

/// One step of a path, from a node to its parent. It is named, as on the wire, by the side of the node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// The node is the left child; this is the right one.
    Left(Node),
    /// The node is the right child; this is the left one.
    Right(Node),
}

/// Returns the path of the element number `index`, from its leaf to the root.
///
/// # Errors
/// [`MerkleError::NoSuchLeaf`] if the element does not exist.
pub fn path<T: AsRef<[u8]>>(elements: impl IntoIterator<Item = T>, index: usize) -> Result<Vec<Step>, MerkleError> {
    let mut level = blake2b_256_each(elements);
    let mut padding = match level.last() {
        Some(last) if index < level.len() => *last,
        _ => return Err(MerkleError::NoSuchLeaf { index, count: level.len() }),
    };
    let mut steps = Vec::new();
    let mut place = index;
    while level.len() > 1 {
        let sibling = padding_or(level.get(place ^ 1), padding);
        steps.push(if place & 1 == 0 { Step::Left(sibling) } else { Step::Right(sibling) });
        (level, padding) = level_above(&level, &padding);
        place >>= 1;
    }
    Ok(steps)
}

/// Returns the root and the position of `element`, if `steps` are its path from its leaf to the root.
///
/// On the wire the outermost step, next to the root, comes first: take them in reverse.
///
/// # Errors
/// [`MerkleError::PathTooLong`] after [`PATH_MAX_ITEMS`] steps.
pub fn follow(element: impl AsRef<[u8]>, steps: impl IntoIterator<Item = Step>) -> Result<(Node, u64), MerkleError> {
    let mut node = blake2b_256(element.as_ref());
    let mut position = 0_u64;
    for (height, step) in steps.into_iter().enumerate() {
        if height >= PATH_MAX_ITEMS {
            return Err(MerkleError::PathTooLong);
        }
        node = match step {
            Step::Left(right) => parent(&node, &right),
            Step::Right(left) => {
                position |= 1_u64.checked_shl(height.try_into().unwrap_or(u32::MAX)).unwrap_or(0);
                parent(&left, &node)
            }
        };
    }
    Ok((node, position))
}

/// Checks that `element` is number `position` of the tree with this `root`, by its path from leaf to root.
///
/// # Errors
/// If the path leads to another root or position than the given ones, or is too long.
pub fn verify(
    root: &Node,
    position: u64,
    element: impl AsRef<[u8]>,
    steps: impl IntoIterator<Item = Step>,
) -> Result<(), MerkleError> {
    let (found, found_position) = follow(element, steps)?;
    if found != *root {
        return Err(MerkleError::WrongRoot { expected: *root, found });
    }
    if found_position != position {
        return Err(MerkleError::WrongPosition { expected: position, found: found_position });
    }
    Ok(())
}

fn parent(left: &Node, right: &Node) -> Node {
    blake2b_256_of(&[left, right])
}

/// Returns the level above, and its padding.
fn level_above(level: &[Node], padding: &Node) -> (Vec<Node>, Node) {
    let (pairs, alone) = level.as_chunks::<2>();
    let last = alone.first().map(|left| [*left, *padding]);
    let above = blake2b_256_each(pairs.iter().chain(&last).map(|pair| pair.as_flattened()));
    (above, parent(padding, padding))
}

fn padding_or(node: Option<&Node>, padding: Node) -> Node {
    node.copied().unwrap_or(padding)
}

/// An error of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum MerkleError {
    /// The element of the requested path does not exist.
    NoSuchLeaf {
        /// The index of the element, counted from 0.
        index: usize,
        /// The number of elements.
        count: usize,
    },
    /// A path has more than [`PATH_MAX_ITEMS`] steps.
    PathTooLong,
    /// The path leads to another root.
    WrongRoot {
        /// The expected root.
        expected: Node,
        /// The root to which the path leads.
        found: Node,
    },
    /// The path is that of another element.
    WrongPosition {
        /// The index of the element, counted from 0.
        expected: u64,
        /// The index of the element of the path.
        found: u64,
    },
}

impl fmt::Display for MerkleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoSuchLeaf { index, count } => write!(f, "expected an index below {count}, found {index}"),
            Self::PathTooLong => write!(f, "expected a Merkle path of at most {PATH_MAX_ITEMS} steps, found more"),
            Self::WrongRoot { expected, found } => {
                write!(f, "expected the Merkle root {}, found {}", hex::encode(expected), hex::encode(found))
            }
            Self::WrongPosition { expected, found } => {
                write!(f, "expected the path of element {expected}, found that of element {found}")
            }
        }
    }
}

impl error::Error for MerkleError {}

#[cfg(test)]
mod tests {
    use alloc::{format, string::ToString};

    use super::*;
    use crate::deadline::ends;

    fn elements(count: u8) -> Vec<[u8; 1]> {
        (0..count).map(|n| [n]).collect()
    }

    /// The tree by its definition: pad the leaves, then halve.
    fn by_definition(mut leaves: Vec<Node>) -> Node {
        let Some(last) = leaves.last().copied() else { return blake2b_256(&[]) };
        leaves.resize(leaves.len().next_power_of_two(), last);
        while leaves.len() > 1 {
            leaves = leaves.chunks(2).map(|pair| parent(&pair[0], &pair[1])).collect();
        }
        leaves[0]
    }

    #[test]
    fn root_is_that_of_the_padded_tree() {
        ends(|| {
            for count in 0..=40 {
                assert_eq!(root(elements(count)), by_definition(blake2b_256_each(elements(count))), "{count}");
            }
        });
    }

    #[test]
    fn every_path_verifies_and_no_other_does() {
        ends(check_paths);
    }

    fn check_paths() {
        for count in 1..=20 {
            let root = root(elements(count));
            for index in 0..count {
                let steps = path(elements(count), index.into()).unwrap();
                assert_eq!(verify(&root, index.into(), [index], steps.clone()), Ok(()));
                let wrong = verify(&root, u64::from(index) + 1, [index], steps.clone());
                assert!(matches!(wrong, Err(MerkleError::WrongPosition { .. })));
                let wrong = verify(&root, index.into(), [!index], steps.clone());
                assert!(matches!(wrong, Err(MerkleError::WrongRoot { .. })));
            }
            let error = path(elements(count), count.into()).unwrap_err();
            assert_eq!(error.to_string(), format!("expected an index below {count}, found {count}"));
        }
        assert!(path(elements(0), 0).is_err());
    }

    #[test]
    fn a_path_without_end_is_refused() {
        assert_eq!(follow([0], std::iter::repeat(Step::Left([0; 32]))), Err(MerkleError::PathTooLong));
        let highest = follow([0], std::iter::repeat_n(Step::Right([0; 32]), PATH_MAX_ITEMS)).unwrap();
        assert_eq!(highest.1, u64::MAX >> 1);
    }
}
