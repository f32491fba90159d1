#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

const DEPTH: usize = 10;

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu, depth = DEPTH)]
enum Message {
    End,
    More(Box<Message>),
}

fn main() {}
