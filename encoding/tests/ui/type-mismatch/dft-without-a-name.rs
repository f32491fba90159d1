use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message(#[encoding(dft = 7)] u8, u8);

fn main() {}
