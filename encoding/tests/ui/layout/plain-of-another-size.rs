#![allow(dead_code)]
use tezos_encoding::{BinWriter, HasEncoding, NomReader};
use bytemuck::{Pod, Zeroable};

#[derive(Clone, Copy, Pod, Zeroable)]
#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(plain)]
#[repr(C)]
struct Padded {
    #[encoding(padded = 2, bytes)]
    hash: [u8; 4],
}

fn main() {}
