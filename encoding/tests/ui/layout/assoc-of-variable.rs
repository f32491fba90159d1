use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(assoc, bytes)]
    field: Vec<(String, Vec<u8>)>,
}

fn main() {}
