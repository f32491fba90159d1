use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(padded = 3, bytes)]
    field: Vec<u8>,
}

fn main() {}
