#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(dynamic(max = 1, max = 2), bytes)]
    a: Vec<u8>,
}

fn main() {}
