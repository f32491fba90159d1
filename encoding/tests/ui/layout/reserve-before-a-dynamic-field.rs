#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(bytes, reserve = 4)]
    data: Vec<u8>,
    name: String,
}

fn main() {}
