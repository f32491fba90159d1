#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    a: u8,
    #[encoding(name = "a")]
    b: u8,
}

fn main() {}
