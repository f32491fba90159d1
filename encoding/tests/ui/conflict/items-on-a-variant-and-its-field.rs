#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
enum Message {
    #[encoding(dynamic)]
    A(#[encoding(bytes)] Vec<u8>),
}

fn main() {}
