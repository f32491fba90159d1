//! Items, arguments and names given twice.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Fields {
    #[encoding(reserve = 1, bytes, reserve = 1)]
    field: Vec<u8>,
    #[encoding(bytes, bytes)]
    marker: Vec<u8>,
    #[encoding(dynamic(max = 1, max = 2), bytes)]
    maximum: Vec<u8>,
    #[encoding(try_from = "u16", into = "u16", try_from = "u16")]
    into: u32,
    #[encoding(json(hex, plain))]
    json_form: Vec<u8>,
    #[encoding(name = "b", json(name = "c"))]
    json_name: Vec<u8>,
    name: u8,
    #[encoding(name = "name")]
    field_name: u16,
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(tags = "u8")]
#[encoding(tags = "u16")]
#[encoding(mu(variable, variable))]
enum Container {
    #[encoding(tag = 1, tag = 2)]
    Variant,
}

#[derive(HasEncoding)]
#[encoding(into = "u16", into = "u16")]
#[encoding(mu(depth = 3), depth = 2)]
struct SecondContainer(u32);

#[derive(HasEncoding)]
enum Kind {
    #[encoding(json(kind = "a"))]
    First { kind: u8 },
    #[encoding(json(kind = "b"), name = "kind")]
    Second(u8),
    #[encoding(json(kind = "c"), name = "kind")]
    Third,
}

#[derive(HasEncoding)]
#[encoding(string_enum)]
enum StringEnumName {
    GetHead,
    Get_Head,
    #[encoding(title = "get_head")]
    Other,
}

fn main() {}
