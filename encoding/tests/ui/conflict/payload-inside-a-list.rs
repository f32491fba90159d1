#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
struct Message {
    #[encoding(dynamic, list, payload)]
    a: Vec<i32>,
}

fn main() {}
