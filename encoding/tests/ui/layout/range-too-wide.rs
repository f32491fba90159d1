use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(range = "0 ..= 0x4000_0000")]
    field: u64,
}

fn main() {}
