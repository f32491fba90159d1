#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Event {
    #[encoding(raw = "String")]
    ty: Vec<String>,
}

fn main() {}
