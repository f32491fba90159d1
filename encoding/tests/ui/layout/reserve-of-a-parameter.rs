#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Signed<S> {
    #[encoding(bytes)]
    body: Vec<u8>,
    signature: S,
}

fn main() {}
