#![allow(dead_code)]
use tezos_encoding::{Arena, BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu)]
enum Message {
    End,
    More(Box<Message>),
}

fn main() {
    let _: Option<Arena<Message>> = None;
}
