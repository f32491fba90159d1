use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(range = "1 ..= 9", builtin = "UintLikeN")]
    field: u8,
}

fn main() {}
