use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(legacy(old = "Old"))]
struct Ticket(u16);

fn main() {}
