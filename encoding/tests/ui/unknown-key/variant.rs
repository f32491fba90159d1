#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
enum Message {
    #[encoding(tga = 1)]
    A(u8),
}

fn main() {}
