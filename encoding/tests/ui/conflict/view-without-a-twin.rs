#![allow(dead_code)]
use tezos_encoding::{HasEncoding, NomReader, View};

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, View)]
#[encoding(view = "KindRef")]
enum Kind {
    First,
}

fn main() {}
