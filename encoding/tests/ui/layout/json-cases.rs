//! Enums of which the JSON of one variant may be read as another.

use std::collections::BTreeMap;

use tezos_encoding::{BinWriter, HasEncoding, NomReader, Z};

macro_rules! ambiguous {
    ($($(#[$attr:meta])* $name:ident { $($variant:tt)* })*) => {$(
        #[derive(HasEncoding, NomReader, BinWriter)]
        $(#[$attr])*
        enum $name { $($variant)* }
    )*};
}

ambiguous! {
    SameFields { Ping { nonce: u64 }, Pong { nonce: u64 } }
    #[encoding(mu)]
    Recursive { Leaf(u8), Not(Box<Recursive>) }
    Units { Red, Green }
    Absent { Missing { a: Option<u8> }, Nothing }
    AbsentInFront { Level(u32), Extra { a: Option<u8>, b: Option<u8> }, More { b: Option<u8>, c: Option<u8> } }
    Widths { Narrow(u8), Wide(u16) }
    Texts { Text(String), Long(i64) }
    Digits { Long(i64), Whole(Z) }
    HexDigits { Bytes([u8; 2]), Word(#[encoding(constant = "beef")] ()) }
    EmptyLists { Numbers(Vec<u16>), Flags(Vec<bool>) }
    Lists { Pair(u8, u8), List(Vec<u16>) }
    MergedTuples { Three(u8, u8, u8), Merged(u8, #[encoding(flatten)] (u8, u8)) }
    Maps { Map(#[encoding(map)] BTreeMap<String, u8>), Object { level: u8 } }
    InAnOption { One { a: Option<u8> }, Two { a: u8 } }
    Floats { Float(f64), Number(u8) }
    NotUtf8 { Bytes(#[encoding(string)] Vec<u8>), Object { invalid_utf8_string: Vec<u16> } }
    #[encoding(compact)]
    Shared { One(i32), Two(i32) }
    #[encoding(json(tagged))]
    LeftOut { One(Option<u8>), Two(u8) }
    #[encoding(json(tagged))]
    SameName { One { a: u8 }, #[encoding(name = "one")] Two { a: u8 } }
}

fn main() {}
