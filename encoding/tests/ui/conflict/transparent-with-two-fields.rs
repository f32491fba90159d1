#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(transparent)]
struct Message {
    a: u8,
    b: u8,
}

fn main() {}
