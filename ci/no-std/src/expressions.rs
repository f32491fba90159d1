//! Expressions and patterns of every kind: the workspace turns on the feature `full` of `syn` by its other dependencies, users of the
//! codec alone do without it.

use alloc::vec::Vec;

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

const SMALL: bool = true;

/// A constant of two parameters.
pub struct Sizes<A, B>(A, B);

impl<A, B> Sizes<A, B> {
    const MAX: usize = 3;
}

/// What says the case of a body.
#[derive(Clone, Copy, HasEncoding, NomReader, BinWriter)]
#[encoding(reserved = [7, 9], magic = [1, 2])]
pub enum BodyKind {
    /// None.
    Nothing,
    /// With a number.
    Number(u8),
    /// The rest.
    #[encoding(tag = if SMALL { 3 } else { 4 })]
    Other {
        /// A number.
        number: i32,
    },
}

/// A body.
#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(untagged(on = "(BodyKind, bool)"))]
pub enum Body {
    /// By a pattern in a string.
    #[encoding(on = "(BodyKind::Nothing, _) | (BodyKind::Number(1 ..= 3), true)")]
    Nothing,
    /// By a bare one.
    #[encoding(on = (BodyKind::Number(_), _))]
    Number(u16),
    /// With a name in it.
    #[encoding(on = "(BodyKind::Other { number: number @ 0 .. }, _)")]
    Other(u8),
}

/// A case by the type of its patterns.
#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(untagged)]
pub enum Choice {
    /// Behind a bar.
    #[encoding(on = "| BodyKind::Nothing | BodyKind::Number(..)")]
    Nothing,
    /// With a struct.
    #[encoding(on = BodyKind::Other { .. })]
    Other(u8),
}

/// A choice behind what says it.
#[derive(HasEncoding, NomReader, BinWriter)]
pub struct Chosen {
    pub kind: BodyKind,
    #[encoding(select = *kind)]
    pub choice: Choice,
}

/// Expressions of many kinds.
#[derive(HasEncoding, NomReader, BinWriter)]
pub struct Message {
    pub kind: BodyKind,
    pub flag: bool,
    #[encoding(select = (*kind, if *flag { true } else { false }))]
    pub body: Body,
    #[encoding(dynamic, list = { const TWO: usize = 2; TWO })]
    pub block: Vec<u8>,
    #[encoding(dynamic = Sizes::<u8, u16>::MAX, bytes)]
    pub path: Vec<u8>,
    #[encoding(dynamic(max = <Sizes<u8, u16>>::MAX), bytes)]
    pub qualified: Vec<u8>,
    #[encoding(dynamic, list = [1, 3, 5].len())]
    pub array: Vec<u8>,
    #[encoding(dynamic, list = "match SMALL { true => 1, false => 2 }", dynamic, bytes(max = if SMALL { 1 } else { 2 }))]
    pub matched: Vec<Vec<u8>>,
    #[encoding(range = 0 ..= [2, 3][1])]
    pub bare: u8,
    #[encoding(range = "-(1 + 1) ..= [300][0]")]
    pub range: i16,
    #[encoding(skip = |a, b| a + b)]
    pub closure: fn(u8, u8) -> u8,
    #[encoding(skip = 0 .. 5)]
    pub open: core::ops::Range<u8>,
    #[encoding(skip = alloc::vec![(1, 'a')])]
    pub tuples: Vec<(u8, char)>,
    #[encoding(magic = &[1, 2], list(len = if SMALL { 2 } else { 3 }))]
    pub magic: Vec<u8>,
    #[encoding(dft = [1, 2])]
    pub usual: [u8; 2],
}
