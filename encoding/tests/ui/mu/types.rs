//! Recursive types without `mu`, and items that need it or exclude it.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
enum WithoutMu {
    End,
    More(Box<WithoutMu>),
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(depth = 10)]
enum DepthWithoutMu {
    A,
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu, legacy = "u8")]
enum LegacyAndMu {
    Leaf,
    Node(Box<LegacyAndMu>),
}

fn main() {}
