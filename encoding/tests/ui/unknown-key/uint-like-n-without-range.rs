use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(builtin = "UintLikeN")]
    field: u8,
}

fn main() {}
