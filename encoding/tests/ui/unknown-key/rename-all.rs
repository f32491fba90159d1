#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(json(rename_all = "lowercase"))]
struct Message {
    a: u8,
}

fn main() {}
