#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

struct Opaque;

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    a: u8,
    opaque: Opaque,
}

fn main() {}
