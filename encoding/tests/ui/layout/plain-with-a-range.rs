#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};
use bytemuck::{Pod, Zeroable};

#[derive(Clone, Copy, Pod, Zeroable)]
#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(plain)]
#[repr(C)]
struct Pass {
    hash: [u8; 4],
    #[encoding(range = "0..=3")]
    pass: u8,
}

fn main() {}
