use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(with = "tezos_encoding::wire::UintLikeN<{ u64::MAX }>")]
    field: u64,
}

fn main() {}
