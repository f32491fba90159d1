//! Values and functions in attributes whose type is not the one that the item takes.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

const TAG: u16 = 1;
const MAX: u32 = 3;
const DEPTH: usize = 10;

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(magic = "[1u16, 2]")]
struct Fields {
    #[encoding(dynamic, list = MAX)]
    maximum: Vec<u16>,
    #[encoding(dynamic, list = "true")]
    maximum_not_a_number: Vec<u16>,
    #[encoding(dft = "\"none\"")]
    dft: u8,
    #[encoding(guard = "even")]
    guard: u8,
}

fn even(_: &u16) -> Result<(), String> {
    Ok(())
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu, depth = DEPTH)]
enum Depth {
    End,
    More(Box<Depth>),
}

#[derive(HasEncoding, NomReader, BinWriter)]
enum ConstantTagTooWide {
    #[encoding(tag = TAG)]
    A,
}

#[derive(BinWriter)]
enum CaseWhen {
    #[encoding(case(tag = 1, when = "is_small", as = "u8"))]
    Int(u8),
}

impl From<&CaseWhen> for u8 {
    fn from(CaseWhen::Int(int): &CaseWhen) -> Self {
        *int
    }
}

fn is_small(int: &u8) -> bool {
    *int < 10
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(untagged(on = "u8"))]
enum Receipt {
    #[encoding(on = "0")]
    None,
}

#[derive(NomReader)]
struct Selector {
    kind: u16,
    #[encoding(select = "*kind")]
    receipt: Receipt,
}

fn main() {}
