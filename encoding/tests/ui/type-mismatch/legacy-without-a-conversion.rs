use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Old(u8);

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(legacy = "Old")]
struct Ticket(u16);

fn main() {}
