#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
enum Message {
    #[encoding(tag = 1)]
    A,
    B,
    #[encoding(tag = 2)]
    C,
}

fn main() {}
