#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(payload)]
    a: i32,
    #[encoding(list(bits = 2))]
    b: Vec<u8>,
}

fn main() {}
