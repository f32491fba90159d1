#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

struct Old(u8);

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(legacy = "Old")]
struct Ticket<T> {
    content: T,
}

fn main() {}
