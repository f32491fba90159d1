#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
struct Message {
    a: Vec<u8>,
    b: i32,
}

fn main() {}
