//! Tags as constants, which only the compiler can check.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

const ONE: u8 = 1;
const LAST: u8 = 255;

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(json(first_match))]
enum Duplicate {
    #[encoding(tag = ONE)]
    A,
    #[encoding(tag = 1)]
    B,
}

#[derive(HasEncoding, NomReader, BinWriter)]
enum CountedPast {
    #[encoding(tag = LAST)]
    A,
    B,
}

#[derive(HasEncoding)]
#[encoding(reserved = [1, 3])]
enum Reserved {
    Account(u16),
    #[encoding(tag = ONE)]
    Fees,
}

fn main() {}
