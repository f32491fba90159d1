#![allow(dead_code)]
use tezos_encoding::{Arena, BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter, Arena)]
#[encoding(mu)]
enum Message {
    End,
    Pair(Box<(Message, Message)>),
    Few(#[encoding(count(kind = "u8"))] Vec<Message>),
}

fn main() {}
