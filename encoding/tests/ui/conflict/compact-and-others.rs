#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact, tags = "u16", dynamic)]
enum Message {
    A(bool),
}

fn main() {}
