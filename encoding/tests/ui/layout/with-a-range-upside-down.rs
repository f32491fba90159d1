use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(with = "tezos_encoding::wire::Ranged<5, 3>")]
    field: u8,
}

fn main() {}
