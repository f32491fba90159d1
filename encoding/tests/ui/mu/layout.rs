//! Rules of recursive types that the compiler checks in the constants of the schema.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu, json(first_match))]
enum VariableNotDeclared {
    End(Vec<u8>),
    More(Box<VariableNotDeclared>),
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu, json(first_match))]
enum Tree {
    Leaf,
    Node(Box<Tree>),
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(legacy = "u8")]
struct LegacyOfARecursiveType(Tree);

impl From<u8> for LegacyOfARecursiveType {
    fn from(_: u8) -> Self {
        Self(Tree::Leaf)
    }
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu, depth = 2_000_000)]
enum TooManyLevels {
    End,
    More(u8, Box<TooManyLevels>),
}

const LEVELS: u32 = 100;

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu(name = "large", depth = LEVELS))]
struct LargeLevels {
    array: [u8; 4096],
    next: Option<Box<LargeLevels>>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu)]
struct TooLargeForTheDefault {
    array: [u8; 1024],
    next: Option<Box<TooLargeForTheDefault>>,
}

fn main() {}
