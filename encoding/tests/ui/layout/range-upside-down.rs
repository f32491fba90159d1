use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(range = "9.0 ..= 0.5")]
    field: f64,
}

fn main() {}
