use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(count = 3)]
    field: Vec<u8>,
    #[encoding(count)]
    alone: Vec<u8>,
    #[encoding(count(max = 3))]
    bounded: Vec<u8>,
    #[encoding(count(le))]
    little: Vec<u8>,
}

fn main() {}
