#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(short_dynamic = 256, bytes)]
    data: Vec<u8>,
}

fn main() {}
