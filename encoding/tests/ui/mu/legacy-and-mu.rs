#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu, legacy = "u8")]
enum Tree {
    Leaf,
    Node(Box<Tree>),
}

impl From<u8> for Tree {
    fn from(_: u8) -> Self {
        Self::Leaf
    }
}

fn main() {}
