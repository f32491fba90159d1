#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(dynamic, list(most = 3))]
    a: Vec<u16>,
}

fn main() {}
