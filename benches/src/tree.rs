//! Recursive types: a binary tree and one with five constructors.

use tezos_encoding::{Arena, BinWriter, HasEncoding, NomReader, View};

/// The limit of levels of the trees, in the derived and in the handwritten code.
pub const DEPTH: u32 = 256;

/// A binary tree.
#[derive(HasEncoding, NomReader, BinWriter, View, Arena, Clone, Debug, PartialEq)]
#[encoding(mu, depth = DEPTH)]
#[cfg_attr(
    feature = "peers",
    derive(
        bincode::Encode,
        bincode::Decode,
        borsh::BorshSerialize,
        borsh::BorshDeserialize,
        deku::DekuRead,
        deku::DekuWrite,
        parity_scale_codec::Encode,
        parity_scale_codec::Decode,
        serde::Serialize,
        serde::Deserialize,
    ),
    deku(id_type = "u8")
)]
pub enum Tree {
    /// One number.
    #[cfg_attr(feature = "peers", deku(id = 0))]
    Leaf(#[encoding(builtin = "Int31")] i32),
    /// Two trees.
    #[cfg_attr(feature = "peers", deku(id = 1))]
    Node(Box<Tree>, Box<Tree>),
}

/// A tree with five constructors: an arithmetic expression.
#[derive(HasEncoding, NomReader, BinWriter, View, Arena, Clone, Debug, PartialEq)]
#[encoding(mu, depth = DEPTH, json(first_match))]
#[cfg_attr(
    feature = "peers",
    derive(
        bincode::Encode,
        bincode::Decode,
        borsh::BorshSerialize,
        borsh::BorshDeserialize,
        deku::DekuRead,
        deku::DekuWrite,
        parity_scale_codec::Encode,
        parity_scale_codec::Decode,
        serde::Serialize,
        serde::Deserialize,
    ),
    deku(id_type = "u8")
)]
pub enum Expr {
    /// The constant 0: a tag without fields.
    #[cfg_attr(feature = "peers", deku(id = 0))]
    Zero,
    /// One number.
    #[cfg_attr(feature = "peers", deku(id = 1))]
    Number(#[encoding(builtin = "Int31")] i32),
    /// One expression.
    #[cfg_attr(feature = "peers", deku(id = 2))]
    Negated(Box<Expr>),
    /// Two expressions.
    #[cfg_attr(feature = "peers", deku(id = 3))]
    Sum(Box<Expr>, Box<Expr>),
    /// Three expressions.
    #[cfg_attr(feature = "peers", deku(id = 4))]
    Choice(Box<Expr>, Box<Expr>, Box<Expr>),
}

/// Returns the number of leaf `at`. The numbers are spread over the range of `int31`.
#[inline]
pub const fn number(at: u32) -> i32 {
    at.wrapping_mul(0x9e37_79b1).cast_signed() >> 1
}

/// Returns the full tree with `2^height` leaves, numbered from `first` on.
pub fn tree(height: u32, first: u32) -> Tree {
    match height.checked_sub(1) {
        None => Tree::Leaf(number(first)),
        Some(below) => {
            let half = 1u32.wrapping_shl(below);
            Tree::Node(Box::new(tree(below, first)), Box::new(tree(below, first.wrapping_add(half))))
        }
    }
}

/// Returns an expression of `size` constructors, whose shape is determined by [`number`].
pub fn expr(size: u32) -> Expr {
    let child = |size| Box::new(expr(size));
    let below = size.saturating_sub(1);
    let half = below / 2;
    let third = below / 3;
    match (size, number(size).unsigned_abs() % 3) {
        (0 | 1, 0) => Expr::Zero,
        (0 | 1, _) => Expr::Number(number(size)),
        (2, _) | (_, 0) => Expr::Negated(child(below)),
        (3, _) | (_, 1) => Expr::Sum(child(half), child(below.saturating_sub(half))),
        _ => Expr::Choice(child(third), child(third), child(below.saturating_sub(third).saturating_sub(third))),
    }
}
