#![allow(dead_code)]
#![deny(deprecated)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Noop {
    #[encoding(dynamic, list)]
    one_size: Vec<u16>,
    #[encoding(dynamic)]
    arbitrary: Vec<u16>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Meant {
    #[encoding(list, dynamic)]
    one_size_each: Vec<u16>,
}

fn main() {}
