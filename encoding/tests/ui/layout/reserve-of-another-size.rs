#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(bytes, reserve = 3)]
    data: Vec<u8>,
    level: i32,
}

fn main() {}
