#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(plain)]
#[repr(C)]
struct Padded {
    #[encoding(padded = 2, bytes)]
    hash: [u8; 4],
}

fn main() {}
