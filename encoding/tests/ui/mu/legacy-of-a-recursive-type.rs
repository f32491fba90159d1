#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu)]
enum Tree {
    Leaf,
    Node(Box<Tree>),
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(legacy = "u8")]
struct Ticket {
    content: Tree,
}

impl From<u8> for Ticket {
    fn from(_: u8) -> Self {
        Self { content: Tree::Leaf }
    }
}

fn main() {}
