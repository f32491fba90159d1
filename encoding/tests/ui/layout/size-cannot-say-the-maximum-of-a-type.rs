#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(short_dynamic = 256)]
struct Message {
    data: Vec<u8>,
}

fn main() {}
