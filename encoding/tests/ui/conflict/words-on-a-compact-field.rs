#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
struct Message {
    #[encoding(title = "The level")]
    a: i32,
    #[encoding(dft = 3)]
    b: i32,
}

fn main() {}
