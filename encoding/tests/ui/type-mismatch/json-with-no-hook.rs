#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

struct Hook;

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(json(with = "Hook"))]
    a: u8,
}

fn main() {}
