#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
enum Message {
    #[encoding(tag = 255)]
    A,
    B,
}

fn main() {}
