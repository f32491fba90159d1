//! Lists, arrays, options, tuples, blocks.

use tezos_encoding::{BinWriter, HasEncoding, N, NomReader};

use super::row::{Row, row, rows};

/// `string`, which holds any bytes.
#[derive(HasEncoding, NomReader, BinWriter)]
pub(super) struct Text(#[encoding(string)] pub(super) Vec<u8>);

pub(super) const ROWS: &[Row] = rows! {
    "list(uint16)" => tuple(#[encoding(dynamic, list)] Vec<u16>);
    "list(max=5, uint16)" => tuple(#[encoding(dynamic, list = 5)] Vec<u16>);
    "list(max=2, string)" => tuple(#[encoding(dynamic, list = 2, string)] Vec<Vec<u8>>);
    "list(list(uint8))" => tuple(#[encoding(dynamic, list, dynamic, list)] Vec<Vec<u8>>);
    "variable_list(uint8)" => tuple(#[encoding(list)] Vec<u8>);
    "variable_list(max=4, uint8)" => tuple(#[encoding(list = 4)] Vec<u8>);
    "variable_list(max=2, n)" => tuple(#[encoding(list(max = 2))] Vec<N>);
    "fixed_list(1, uint8)" => tuple(#[encoding(list(len = 1))] Vec<u8>);
    "fixed_list(3, uint8)" => tuple(#[encoding(list(len = 3))] Vec<u8>);
    "fixed_list(8, uint8)" => tuple(#[encoding(list(len = 8))] Vec<u8>);
    "fixed_list(2, string)" => tuple(#[encoding(list(len = 2), string)] Vec<Vec<u8>>);
    "fixed_array(3, int16)" => tuple([i16; 3]);
    "dynamic_size(uint8, variable_list(uint8))" => tuple(#[encoding(dynamic(kind = "u8"), list)] Vec<u8>);
    "dynamic_size(uint8, uint16)" => tuple(#[encoding(short_dynamic)] u16);
    "option(uint8)" => tuple(#[encoding(option(tagged))] Option<u8>);
    "option(string)" => tuple(#[encoding(option(tagged), string)] Option<Vec<u8>>);
    "option(tup(uint8, bool))" => tuple(#[encoding(option(tagged))] Option<(u8, bool)>);
    "result(uint8, string)" => tuple(#[encoding(result)] Result<u8, Text>);
    "tup(uint8)" => tuple((u8,));
    "tup(uint8, bool, int32)" => tuple(u8, bool, i32);
    "tup(uint8, uint8, uint8, uint8, uint8, uint8, uint8, uint8, uint8, uint8)" =>
        tuple(u8, u8, u8, u8, u8, u8, u8, u8, u8, u8);
    "tup(ranged_int(0,10), uint16)" => tuple(#[encoding(range = "0 ..= 10")] u8, u16);
    "tup(ranged_int(0,10), string)" => tuple(#[encoding(range = "0 ..= 10")] u8, Text);
    "tup(string, variable_bytes)" => tuple(Text, #[encoding(bytes)] Vec<u8>);
    "tup(variable_bytes, uint16)" => tuple(#[encoding(bytes)] Vec<u8>, u16);
    "tup(check_size(4, int32), uint16)" => tuple(#[encoding(bounded = 4)] i32, u16);
    "tup(dynamic_size(uint8, obj{s??: string(len=uint8); n: uint8}), variable_bytes)" =>
        tuple(#[encoding(short_dynamic)] ShortInFront, #[encoding(bytes)] Vec<u8>);
    "padded(uint8, 3)" => tuple(#[encoding(padded = 3)] u8);
    "padded(tup(uint8, int16), 1)" => tuple(#[encoding(padded = 1)] (u8, i16));
    "check_size(4, string)" => tuple(#[encoding(bounded = 4, string)] Vec<u8>);
    "check_size(8, string)" => tuple(#[encoding(bounded = 8, string)] Vec<u8>);
    "check_size(5, list(uint8))" => tuple(#[encoding(bounded = 5, dynamic, list)] Vec<u8>);
    "check_size(3, n)" => tuple(#[encoding(bounded = 3)] N);
    "check_size(10, check_size(20, variable_bytes))" => tuple(#[encoding(bounded = 10, bounded = 20, bytes)] Vec<u8>);
    #[encoding(bounded = 6)]
    "check_size(6, tup(check_size(5, string), uint8))" => tuple(#[encoding(bounded = 5, string)] Vec<u8>, u8);
    "assoc(uint8)" => tuple(#[encoding(dynamic, assoc)] Vec<(Vec<u8>, u8)>);
    "array(max=3, int32)" => tuple(#[encoding(dynamic, list = 3)] Box<[i32]>);
    "variable_array(max=2, string(len=uint8))" => tuple(#[encoding(list = 2, string(kind = "u8"))] Box<[Vec<u8>]>);
};

/// Makes rows of lists and arrays for each kind of count.
macro_rules! counts {
    ($($name:literal $kind:literal),+) => { &[
        $(row!(concat!("list_with_length(", $name, ", uint16)"), [] tuple(#[encoding(count(kind = $kind))] Vec<u16>)),)+
        $(row!(
            concat!("list_with_length(", $name, ", max=4, uint16)"),
            [] tuple(#[encoding(count(kind = $kind, max = 4))] Vec<u16>)
        ),)+
        $(row!(
            concat!("list_with_length(", $name, ", string)"),
            [] tuple(#[encoding(count(kind = $kind), string)] Vec<Vec<u8>>)
        ),)+
        $(row!(
            concat!("array_with_length(", $name, ", max=3, bool)"),
            [] tuple(#[encoding(count(kind = $kind, max = 3))] Box<[bool]>)
        ),)+
    ] };
}

pub(super) const COUNTS: &[Row] = counts!("uint8" "u8", "uint16" "u16", "uint30" "u30", "n" "n");

#[derive(HasEncoding, NomReader, BinWriter)]
struct ShortInFront {
    #[encoding(varopt, string(kind = "u8"))]
    s: Option<Vec<u8>>,
    n: u8,
}
