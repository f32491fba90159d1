#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    a: u8,
    #[encoding(hash)]
    hash: [u8; 32],
}

fn main() {}
