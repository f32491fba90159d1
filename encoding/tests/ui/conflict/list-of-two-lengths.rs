use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(list(max = 3, len = 4))]
    field: Vec<u8>,
}

fn main() {}
