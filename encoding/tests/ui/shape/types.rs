//! Items on types of the wrong shape, and several mistakes in one type.

use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

#[derive(HasEncoding, NomReader, BinWriter)]
union Union {
    a: u8,
    b: i8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct UnsupportedType(usize);

#[derive(Clone, HasEncoding, NomReader, View)]
struct BorrowsAlready<'a>(u32, #[encoding(bytes)] &'a [u8]);

/// `endian` applies to the integers of a type; the derive reports fields that it cannot apply to.
#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(endian = "little")]
struct EndianInsideAnArray {
    array: [u16; 2],
    pair: (u8, u32),
    bytes: [u8; 2],
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(endian = "middle")]
struct EndianMiddle {
    #[encoding(be)]
    text: String,
    #[encoding(be, le)]
    both: u16,
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(legacy = "Old")]
struct LegacyThatBorrows<'a>(&'a [u8]);

#[derive(HasEncoding, NomReader, BinWriter)]
struct WithAParameter<T> {
    kind: T,
    #[encoding(select = "kind.kind()")]
    select: u8,
    #[encoding(dft = "T::default()")]
    dft: T,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct ReserveOfAParameter<S> {
    #[encoding(bytes)]
    body: Vec<u8>,
    signature: S,
}

#[derive(HasEncoding)]
#[encoding(versioned(name = "state", v0 = "u8"))]
struct VersionedOfTwoFields(u8, u8);

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(string_enum)]
enum StringEnumOfOne {
    A,
}

#[derive(HasEncoding)]
enum OtherOfThreeFields {
    #[encoding(other)]
    Unknown { tag: u8, size: u8, raw: Vec<u8> },
}

#[derive(HasEncoding)]
#[encoding(untagged(write))]
enum UntaggedForWritingAlone {
    None,
    One(u8),
}

#[derive(HasEncoding)]
#[encoding(untagged)]
enum UntaggedWithoutASelector {
    #[encoding(on = "0")]
    None,
    WithoutAPattern(u8),
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(dynamc, tags = "u24")]
enum SeveralMistakes {
    #[encoding(tag = 1, banana)]
    A { #[encoding(skip, dynamic)] first: u8, #[encoding(lst)] second: Vec<u8> },
    #[encoding(tag = 1)]
    B,
    #[encoding(tag = 256)]
    C(#[encoding(builtin = "Int24")] i32),
}

fn main() {}
