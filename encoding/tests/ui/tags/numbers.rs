//! Tags as numbers: out of range, reserved or used twice.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
enum NoVariants {}

#[derive(HasEncoding, NomReader, BinWriter)]
enum Numbers {
    #[encoding(tag = "one thing")]
    NotANumber,
    #[encoding(tag = 256)]
    TooWideForU8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
enum Counted {
    #[encoding(tag = -1)]
    Negative,
    #[encoding(tag = 255)]
    Last,
    TooWideForU8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(tags = "u16")]
enum Wide {
    #[encoding(tag = 99999999999999999999)]
    Enormous,
    #[encoding(tag = 65536)]
    TooWideForU16,
}

#[derive(HasEncoding)]
#[encoding(tag = 256)]
struct TooWide(u8);

#[derive(HasEncoding, NomReader, BinWriter)]
enum Duplicate {
    #[encoding(tag = 1)]
    A,
    B,
    #[encoding(tag = 2)]
    C,
}

#[derive(HasEncoding)]
#[encoding(reserved = [1, 3, 1])]
enum Reserved {
    Account(u16),
    Fees,
}

#[derive(HasEncoding)]
#[encoding(reserved = [1, 300])]
enum ReservedTooWide {
    Account(u16),
    #[encoding(other)]
    First(u8, Vec<u8>),
    #[encoding(other)]
    Second(u8, Vec<u8>),
}

#[derive(HasEncoding)]
#[encoding(tags = "u16")]
enum OtherOfAnotherWidth {
    #[encoding(other)]
    Unknown { tag: u8, raw: Vec<u8> },
}

#[derive(HasEncoding)]
#[repr(i8)]
enum Discriminant {
    First = 5,
    Second = 9,
    Third = -1,
    #[encoding(tag = 7)]
    Fourth = 3,
    Fifth = 8,
    Sixth = CONSTANT,
}

const CONSTANT: i8 = 4;

#[derive(HasEncoding)]
enum DiscriminantAsCounted {
    #[encoding(tag = 9)]
    First = 9,
    #[encoding(tag = TEN)]
    Second = 10,
    Third = 11,
}

const TEN: u8 = 10;

fn main() {}
