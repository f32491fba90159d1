#![allow(dead_code)]
use tezos_encoding::{Arena, BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter, Arena)]
#[encoding(mu)]
struct Message {
    id: u8,
    next: Box<Message>,
}

fn main() {}
