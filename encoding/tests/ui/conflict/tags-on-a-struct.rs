#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(tags = "u16", ignore_unknown)]
struct Message {
    a: u8,
}

fn main() {}
