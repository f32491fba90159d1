#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(string_enum, tags = "u16")]
enum Message {
    A,
    #[encoding(tag = 3)]
    B,
    C(u8),
}

fn main() {}
