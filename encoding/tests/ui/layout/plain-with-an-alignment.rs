use bytemuck::{Pod, Zeroable};
use tezos_encoding::{HasEncoding, NomReader};

#[derive(Clone, Copy, Pod, Zeroable)]
#[derive(HasEncoding, NomReader)]
#[encoding(plain)]
#[repr(C, align(2))]
struct Pair([u8; 2]);

fn main() {}
