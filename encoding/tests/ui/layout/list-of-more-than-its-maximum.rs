use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(list(min = 4, max = 3))]
    field: Vec<u8>,
}

fn main() {}
