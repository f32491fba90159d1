use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Amount(#[encoding(name = "units")] u32, u8);

#[derive(HasEncoding, NomReader, BinWriter)]
enum Event {
    Moved(u8, #[encoding(json(name = "to"))] u8),
}

fn main() {}
