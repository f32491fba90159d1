#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(dynamic(kind = "u24"), bytes)]
    a: Vec<u8>,
}

fn main() {}
