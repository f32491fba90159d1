//! The order of bytes of a type reaches its integers, or says where it does not.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(endian = "little")]
struct Numbers {
    array: [u16; 2],
    pair: (u8, u32),
    bytes: [u8; 2],
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(endian = "middle")]
struct Middle(u16);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Text(#[encoding(be)] String);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Both(#[encoding(be, le)] u16);

fn main() {}
