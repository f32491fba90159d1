use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(range = "0.0 ..= 9.0", le)]
    field: f64,
}

fn main() {}
