//! Unknown items of types and variants, and known ones with an argument that they do not take.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(dynamc)]
#[encoding(list = 3)]
#[encoding(composite(bytes, dynamic))]
#[encoding(bound(decode = "T: HasEncoding"))]
#[encoding(json(base58))]
#[encoding(legacy(old = "Old"))]
#[encoding(versioned(v0 = "u8"))]
#[encoding(mu(deep))]
#[encoding(mu(dept = 3))]
#[encoding(tahs = "u8")]
#[encoding(bound(viev = "T: View"))]
struct Struct<T>(T);

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(bound = "T")]
#[encoding(json(rename_all = "lowercase"))]
#[encoding(mu(variable = false))]
struct SecondStruct<T>(T);

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(skip)]
#[encoding(untagged = 3)]
#[encoding(reserved = 1)]
#[encoding(tags = "u24")]
enum Enum {
    #[encoding(tga = 1)]
    Variant(u8),
    #[encoding(tag = )]
    NothingBehind,
    #[encoding(json(name = "a"))]
    Json,
    #[encoding(case(tag = 1, when = "Node::is_small"))]
    CaseWithoutAs(i64),
    #[encoding(tags = "u16")]
    #[encoding(case(tag = 1, whn = "Node::is_small", as = "u8"))]
    CaseWithoutWhen(u8),
    #[encoding(json(knd = "a"))]
    JsonKind,
    OnAnotherPlace(#[encoding(transparent)] u8),
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(untagged(write = false))]
#[encoding(tags = u16)]
enum SecondEnum {
    First(u8),
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact(bits = 3))]
struct UnknownOfCompact(bool);

fn main() {}
