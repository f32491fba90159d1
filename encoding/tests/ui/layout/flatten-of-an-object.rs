use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Pair {
    a: u8,
    b: u8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message(u8, #[encoding(flatten)] Pair);

fn main() {}
