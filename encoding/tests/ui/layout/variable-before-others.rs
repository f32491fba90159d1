#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(bytes)]
    data: Vec<u8>,
    level: String,
}

fn main() {}
