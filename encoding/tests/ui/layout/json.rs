//! `flatten` and `json(kind = ..)` on types that are not JSON objects, and names used twice in an object.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Flatten {
    #[encoding(flatten)]
    number: u8,
    #[encoding(flatten)]
    tuple: (u8, bool),
    other: u8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct FlattenOfAnObject(u8, #[encoding(flatten)] Header);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Header {
    level: u32,
    kind: u32,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Content {
    level: u8,
    fee: u8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct FlattenedTwice {
    #[encoding(flatten)]
    header: Header,
    #[encoding(flatten)]
    content: Content,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct FlattenedName {
    #[encoding(flatten)]
    header: Header,
    kind: u8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
enum FlattenedKind {
    #[encoding(json(kind = "a"))]
    First(Header),
    #[encoding(json(kind = "b"))]
    Second {
        #[encoding(flatten)]
        header: Header,
        other: u8,
    },
    #[encoding(json(kind = "c"))]
    KindOfANumber(u8),
}

fn main() {}
