#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(list)]
    first: Vec<u16>,
    #[encoding(list)]
    second: Vec<u16>,
}

fn main() {}
