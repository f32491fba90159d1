#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(tags = "u24")]
enum Message {
    A,
}

fn main() {}
