//! Rules of recursive types that the compiler checks in the constants of the schema.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu)]
enum VariableNotDeclared {
    End(Vec<u8>),
    More(Box<VariableNotDeclared>),
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu)]
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

fn main() {}
