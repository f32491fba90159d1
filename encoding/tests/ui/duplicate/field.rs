#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(reserve = 1, bytes, reserve = 1)]
    data: Vec<u8>,
    a: u8,
}

fn main() {}
