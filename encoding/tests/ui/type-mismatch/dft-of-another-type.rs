use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(dft = "\"none\"")]
    field: u8,
}

fn main() {}
