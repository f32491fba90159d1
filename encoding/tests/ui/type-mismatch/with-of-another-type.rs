use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(with = "tezos_encoding::wire::Bool")]
    field: u8,
}

fn main() {}
