use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(with = "tezos_encoding::wire::IntLikeZ<{ i64::MIN }, 0>")]
    field: i64,
}

fn main() {}
