//! Objects and their fields.

use core::fmt::Display;

use tezos_encoding::{BinWriter, HasEncoding, Json, JsonAs, Lazy, N, NomReader, Z};

use super::row::{Row, row, rows};

pub(super) const ROWS: &[Row] = rows! {
    "splitted(json=string, binary=uint8)" => tuple(#[encoding(json(with = "Digits"))] u8);
    "empty" => tuple(());
    "unit" => tuple(());
    "null" => tuple(#[encoding(builtin = "Null")] ());
    "json" => tuple(Json);
    r#"constant("hello")"# => tuple(#[encoding(constant = "hello")] ());
    r#"obj{a: bool; b: constant("B"); c: empty; d: null; e: uint8}"# => object {
        a: bool, #[encoding(constant = "B")] b: (), c: (), #[encoding(builtin = "Null")] d: (), e: u8,
    };
    "obj{a: uint8; b: string; c: bool}" => object { a: u8, #[encoding(string)] b: Vec<u8>, c: bool };
    "obj{a: uint8; b?: int16}" => object { a: u8, b: Option<i16> };
    "obj{a?: uint8; b?: string; c?: bool}" => object {
        a: Option<u8>, #[encoding(option, string)] b: Option<Vec<u8>>, c: Option<bool>,
    };
    "obj{a: uint8; b??: uint16}" => object { a: u8, #[encoding(varopt)] b: Option<u16> };
    "obj{a: uint8; b?: variable_bytes}" => object { a: u8, #[encoding(varopt, bytes)] b: Option<Vec<u8>> };
    "obj{s??: string; n: uint8}" => object { #[encoding(varopt, string)] s: Option<Vec<u8>>, n: u8 };
    "obj{v: variable_string; n: int32; m: uint8}" => object {
        #[encoding(string(variable))] v: Vec<u8>, n: i32, m: u8,
    };
    "obj{f1: uint8; f2: int8; f3: uint16; f4: int16; f5: int32; f6: int64; f7: bool; f8: n; f9: z; f10: string}" => object {
        f1: u8, f2: i8, f3: u16, f4: i16, f5: i32, f6: i64, f7: bool, f8: N, f9: Z, #[encoding(string)] f10: Vec<u8>,
    };
    "lazy(obj{a: uint8; b: string})" => tuple(Lazy<Pair>);
    "obj{a: uint8; b=7: uint8}" => object { a: u8, #[encoding(dft = 7)] b: u8 };
    r#"obj{kind: constant("k"); v: uint8}"# => object { #[encoding(constant = "k")] kind: (), v: u8 };
    "merge_objs(obj{a: uint8}, obj{b: string; c?: bool})" => object { a: u8, #[encoding(flatten)] rest: Second };
    "merge_objs(merge_objs(obj{z: uint16}, obj{y: bool}), obj{x: variable_bytes})" => object {
        #[encoding(flatten)] zy: Zy, #[encoding(bytes)] x: Vec<u8>,
    };
    "merge_tups(tup(uint8, bool), tup(string))" => tuple(#[encoding(flatten)] (u8, bool), #[encoding(string)] Vec<u8>);
};

/// Makes rows of objects in a block, for each kind of size prefix.
macro_rules! blocks {
    ($($name:literal $kind:literal),+) => { &[
        $(row!(
            concat!("dynamic_size(", $name, ", obj{a: uint8; b: variable_string})"),
            [] tuple(#[encoding(dynamic(kind = $kind))] Inside)
        )),+
    ] };
}

pub(super) const BLOCKS: &[Row] = blocks!("uint8" "u8", "uint16" "u16", "uint30" "u30", "n" "n");

#[derive(HasEncoding, NomReader, BinWriter)]
struct Pair {
    a: u8,
    #[encoding(string)]
    b: Vec<u8>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Inside {
    a: u8,
    #[encoding(string(variable))]
    b: Vec<u8>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Second {
    #[encoding(string)]
    b: Vec<u8>,
    c: Option<bool>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Zy {
    z: u16,
    #[encoding(flatten)]
    y: Y,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Y {
    y: bool,
}

/// A number whose JSON is a string.
struct Digits;

impl JsonAs<u8> for Digits {
    type Json = String;

    fn to_json(number: u8) -> String {
        number.to_string()
    }

    fn from_json(text: String) -> Result<u8, impl Display> {
        text.parse::<u8>()
    }
}
