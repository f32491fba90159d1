#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(name = "b", json(name = "c"))]
    a: Vec<u8>,
}

fn main() {}
