use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message<T> {
    #[encoding(dft = "T::default()")]
    field: T,
}

fn main() {}
