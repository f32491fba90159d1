use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(range = "-1 ..= 9")]
    field: u8,
}

fn main() {}
