#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

const TAG: u8 = 255;

#[derive(HasEncoding, NomReader, BinWriter)]
enum Message {
    #[encoding(tag = TAG)]
    A,
    B,
}

fn main() {}
