use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(builtin = "Int16", range = "0 ..= 9")]
    field: i16,
}

fn main() {}
