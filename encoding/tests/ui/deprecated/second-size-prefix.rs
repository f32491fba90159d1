#![allow(dead_code)]
#![deny(deprecated)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Name {
    #[encoding(string(kind = "u8"))]
    one_size: String,
    #[encoding(short_dynamic)]
    arbitrary: String,
    #[encoding(dynamic)]
    optional: Option<String>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Meant {
    #[encoding(short_dynamic, string)]
    two_sizes: String,
}

fn main() {}
