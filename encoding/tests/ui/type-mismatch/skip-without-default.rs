#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

struct Cache;

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    a: u8,
    #[encoding(skip)]
    cache: Cache,
}

fn main() {}
