#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

struct Port(u16);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Message {
    #[encoding(try_from = "String", into = "u16")]
    port: Port,
}

fn main() {}
