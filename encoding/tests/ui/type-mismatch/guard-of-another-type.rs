#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

fn even(_: &u16) -> Result<(), String> {
    Ok(())
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(guard = "even")]
    a: u8,
}

fn main() {}
