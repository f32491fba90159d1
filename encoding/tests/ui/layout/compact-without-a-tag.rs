#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact(tag = "u0"))]
struct Message {
    a: bool,
}

fn main() {}
