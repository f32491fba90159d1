#![allow(dead_code)]
use tezos_encoding::{Arena, BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter, Arena)]
#[encoding(mu(variable))]
enum Message {
    End,
    More(Box<Message>),
    #[encoding(other)]
    Unknown { tag: u8, raw: Vec<u8> },
}

fn main() {}
