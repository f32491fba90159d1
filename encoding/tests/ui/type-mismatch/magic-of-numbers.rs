use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(magic = "[1u16, 2]")]
struct Message {
    field: u8,
}

fn main() {}
