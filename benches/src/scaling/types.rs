//! Recursive types: without size prefixes, in lists with a size prefix of four bytes, and in lists whose size prefix is an `n`.

use tezos_encoding::{Arena, BinWriter, HasEncoding, NomReader, View};

/// Maximum depth of a value.
const DEPTH: u32 = 600;

/// Levels of the largest values that are measured. From 450 levels on, the allocator takes fewer instructions for each level.
pub(super) const LEVELS: usize = 400;

/// Like a Merkle path: each level has a hash before or behind the next level.
#[derive(HasEncoding, NomReader, BinWriter, View, Arena, Debug, PartialEq)]
#[encoding(mu, depth = DEPTH)]
pub(super) enum Chain {
    End,
    Right { left: [u8; 32], rest: Box<Chain> },
    Left { rest: Box<Chain>, right: [u8; 32] },
}

/// Like Micheline: each level has a list with a size prefix, which contains a leaf and the next level.
#[derive(HasEncoding, NomReader, BinWriter, View, Arena, Debug, PartialEq)]
#[encoding(mu, depth = DEPTH)]
pub(super) struct Nested {
    label: u32,
    #[encoding(dynamic, list)]
    children: Vec<Nested>,
}

/// Like [`Nested`], with size prefixes of varying width, which a writer cannot fill in afterwards.
#[derive(HasEncoding, NomReader, BinWriter, View, Arena, Debug, PartialEq)]
#[encoding(mu, depth = DEPTH)]
pub(super) struct Numbered {
    label: u32,
    #[encoding(dynamic(kind = "n"), list)]
    children: Vec<Numbered>,
}

impl Nested {
    pub(super) fn of_depth(levels: usize) -> Self {
        let leaf = |label| Self { label, children: Vec::new() };
        (1..levels).fold(leaf(0), |inner, _| Self { label: 1, children: vec![leaf(2), inner] })
    }

    /// Returns `count` leaves in one list.
    pub(super) fn of_leaves(count: usize) -> Self {
        let leaf = |label| Self { label, children: Vec::new() };
        Self { label: 0, children: (0..count).map(|_| leaf(1)).collect() }
    }

    /// Returns the bytes of a value of `levels` levels, which may be more than a value in boxes can have.
    pub(super) fn bytes_of_depth(levels: usize) -> Vec<u8> {
        let inside = (0..levels).rev().map(|levels| u32::try_from(levels.saturating_mul(8)).unwrap_or_default());
        inside.flat_map(|size| [1_u32.to_be_bytes(), size.to_be_bytes()].concat()).collect()
    }
}

impl Numbered {
    pub(super) fn of_depth(levels: usize) -> Self {
        let leaf = |label| Self { label, children: Vec::new() };
        (1..levels).fold(leaf(0), |inner, _| Self { label: 1, children: vec![leaf(2), inner] })
    }
}
