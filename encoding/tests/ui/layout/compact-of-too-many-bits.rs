#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
struct Message {
    a: i64,
    b: Option<i32>,
    c: (bool, bool, bool, bool),
}

fn main() {}
