#![allow(dead_code)]
use tezos_encoding::{HasEncoding, NomReader, View};

#[derive(Clone, HasEncoding, NomReader, View)]
struct Message<'a> {
    level: u32,
    #[encoding(bytes)]
    data: &'a [u8],
}

fn main() {}
