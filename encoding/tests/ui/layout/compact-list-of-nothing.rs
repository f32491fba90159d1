#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
struct Message {
    #[encoding(list(bits = 2))]
    a: Vec<()>,
}

fn main() {}
