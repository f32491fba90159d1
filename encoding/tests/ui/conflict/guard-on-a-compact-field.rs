#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
struct Message {
    #[encoding(guard = "even")]
    a: i32,
}

fn even(_: &i32) -> Result<(), &'static str> {
    Ok(())
}

fn main() {}
