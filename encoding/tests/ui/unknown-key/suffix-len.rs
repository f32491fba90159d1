//! A size behind a block has a kind of a fixed width.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Bare(#[encoding(suffix_len, bytes)] Vec<u8>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Number(#[encoding(suffix_len(kind = "n"), bytes)] Vec<u8>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Limited(#[encoding(suffix_len(kind = "u8", max = 3), bytes)] Vec<u8>);

fn main() {}
