//! Plain types whose layout in memory differs from their encoding.

use bytemuck::{Pod, Zeroable};
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(Clone, Copy, Pod, Zeroable)]
#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(plain)]
#[repr(C)]
struct AnotherSize {
    #[encoding(padded = 2, bytes)]
    hash: [u8; 4],
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(plain)]
#[repr(C)]
struct Range {
    hash: [u8; 4],
    #[encoding(range = "0..=3")]
    pass: u8,
}

#[derive(Clone, Copy, Pod, Zeroable)]
#[derive(HasEncoding, NomReader)]
#[encoding(plain)]
#[repr(C, align(2))]
struct Alignment([u8; 2]);

fn main() {}
