#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu)]
enum Message {
    End(Vec<u8>),
    More(Box<Message>),
}

fn main() {}
