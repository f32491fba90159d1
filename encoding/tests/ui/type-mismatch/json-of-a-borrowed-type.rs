#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message<'a> {
    #[encoding(json(plain))]
    a: &'a [u8],
}

fn main() {}
