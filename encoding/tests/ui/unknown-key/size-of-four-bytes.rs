//! A size of four bytes has one name; `le` is for sizes of several bytes.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Wide(#[encoding(dynamic(kind = "u32"), bytes)] Vec<u8>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Narrow(#[encoding(dynamic(kind = "u8", le), bytes)] Vec<u8>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Number(#[encoding(count(kind = "n", le))] Vec<u8>);

fn main() {}
