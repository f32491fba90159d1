#![allow(dead_code)]
use tezos_encoding::{Arena, BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter, Arena)]
#[encoding(mu, dynamic)]
enum Message {
    End,
    More(Box<Message>),
}

fn main() {}
