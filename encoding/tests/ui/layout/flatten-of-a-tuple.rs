use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(flatten)]
    field: (u8, bool),
    other: u8,
}

fn main() {}
