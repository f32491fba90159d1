#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
enum Message {
    A { data: Vec<u8>, level: String },
    B,
}

fn main() {}
