//! Compact types whose fields do not fit the tag or each other.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
struct ListOfNothing(#[encoding(list(bits = 2))] Vec<()>);

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
struct TooManyBits(i64, Option<i32>, (bool, bool, bool, bool));

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
struct OpenBeforeOthers(Vec<u8>, i32);

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact(tag = "u0"))]
struct WithoutATag(bool);

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact(union_tag_bits = 1), json(first_match))]
enum ThreeCasesInOneBit {
    A,
    B,
    C,
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact(tag = "u8", cases_tag_bits = 1))]
enum AWiderCase {
    A(bool),
    B(i32),
}

fn main() {}
