#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
enum Message {
    #[encoding(dynamic, bytes)]
    A(Vec<u8>, u8),
}

fn main() {}
