//! Types that contain themselves: bare, in lists with a size in front, and in blocks whose size is a number.

use tezos_encoding::{Arena, BinWriter, HasEncoding, NomReader, View};

/// Maximum depth of a value.
const DEPTH: u32 = 600;

/// Levels of the largest values that are measured. From 450 on, the allocator takes fewer instructions for each.
pub(super) const LEVELS: usize = 400;

/// As a Merkle path: hashes before and behind.
#[derive(HasEncoding, NomReader, BinWriter, View, Arena, Debug, PartialEq)]
#[encoding(mu, depth = DEPTH)]
pub(super) enum Chain {
    End,
    Right { left: [u8; 32], rest: Box<Chain> },
    Left { rest: Box<Chain>, right: [u8; 32] },
}

/// As Micheline: a list with its size in front at each level, with a leaf beside the next level.
#[derive(HasEncoding, NomReader, BinWriter, View, Arena, Debug, PartialEq)]
#[encoding(mu, depth = DEPTH)]
pub(super) struct Nested {
    label: u32,
    #[encoding(dynamic, list)]
    children: Vec<Nested>,
}

/// A size of no fixed width at each level, which cannot be filled in afterwards.
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

    /// Returns the bytes of `levels` levels, of which a value of boxes can have fewer.
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
