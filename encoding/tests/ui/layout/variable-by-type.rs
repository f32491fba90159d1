#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Rest(Vec<u8>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    rest: Rest,
    level: i32,
}

fn main() {}
