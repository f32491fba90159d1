use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Pair {
    a: u8,
    b: u8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(flatten, name = "pair")]
    pair: Pair,
}

fn main() {}
