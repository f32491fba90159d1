#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

const TAG: u8 = 1;

#[derive(HasEncoding, NomReader, BinWriter)]
enum Message {
    #[encoding(tag = TAG)]
    A,
    #[encoding(tag = 1)]
    B,
}

fn main() {}
