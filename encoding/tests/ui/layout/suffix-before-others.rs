//! A size behind a block ends the enclosing block: what follows has a fixed size, or a block stands around.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Followed {
    #[encoding(suffix_len(kind = "u16"), bytes)]
    first: Vec<u8>,
    second: String,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Each(#[encoding(list, suffix_len(kind = "u16"), bytes)] Vec<Vec<u8>>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct TooNarrow(#[encoding(suffix_len(kind = "u8"), bytes = 300)] Vec<u8>);

fn main() {}
