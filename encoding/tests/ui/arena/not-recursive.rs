#![allow(dead_code)]
use tezos_encoding::{Arena, BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter, Arena)]
enum Message {
    End,
    More(u8),
}

fn main() {}
