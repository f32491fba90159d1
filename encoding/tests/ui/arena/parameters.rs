#![allow(dead_code)]
use tezos_encoding::{Arena, BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter, Arena)]
#[encoding(mu)]
enum Chain<T> {
    End(T),
    More(Box<Chain<T>>),
}

fn main() {}
