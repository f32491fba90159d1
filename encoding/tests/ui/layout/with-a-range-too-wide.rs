use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(with = "tezos_encoding::wire::Ranged<-5000000000, 5000000000>")]
    field: i64,
}

fn main() {}
