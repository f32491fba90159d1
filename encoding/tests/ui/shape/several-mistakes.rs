#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(dynamc, tags = "u24")]
enum Message {
    #[encoding(tag = 1, banana)]
    A { #[encoding(skip, dynamic)] first: u8, #[encoding(lst)] second: Vec<u8> },
    #[encoding(tag = 1)]
    B,
    #[encoding(tag = 256)]
    C(#[encoding(builtin = "Int24")] i32),
}

fn main() {}
