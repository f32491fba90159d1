#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

const TAG: u16 = 1;

#[derive(HasEncoding, NomReader, BinWriter)]
enum Message {
    #[encoding(tag = TAG)]
    A,
}

fn main() {}
