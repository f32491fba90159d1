#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(tags = "u16")]
enum Message {
    #[encoding(tag = 65536)]
    A,
}

fn main() {}
