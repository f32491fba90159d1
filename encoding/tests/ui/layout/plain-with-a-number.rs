#![allow(dead_code)]
use bytemuck::{Pod, Zeroable};
use tezos_encoding::{HasEncoding, NomReader};

// As many bytes in memory as on the wire and no alignment, but in the order of the machine.
#[derive(Clone, Copy, Pod, Zeroable)]
#[derive(HasEncoding, NomReader)]
#[encoding(plain)]
#[repr(C, packed)]
struct Level {
    level: i32,
    pass: i8,
}

fn main() {}
