//! Strings and bytes. The reference's strings contain any bytes, so the types are `Vec<u8>`.

use super::row::{Row, row, rows};

pub(super) const ROWS: &[Row] = rows! {
    "variable_string" => tuple(#[encoding(string(variable))] Vec<u8>);
    "variable_bytes" => tuple(#[encoding(bytes)] Vec<u8>);
    "string" => tuple(#[encoding(string)] Vec<u8>);
    "bytes" => tuple(#[encoding(dynamic, bytes)] Vec<u8>);
    "bounded_bytes(200,len=n)" => tuple(#[encoding(dynamic(kind = "n", max = 200), bytes)] Vec<u8>);
    "bounded_bytes(9,len=uint8)" => tuple(#[encoding(dynamic(kind = "u8", max = 9), bytes)] Vec<u8>);
    "bounded_bytes(100,len=uint16)" => tuple(#[encoding(dynamic(kind = "u16", max = 100), bytes)] Vec<u8>);
    "bounded_bytes(7,len=uint30)" => tuple(#[encoding(dynamic(kind = "u30", max = 7), bytes)] Vec<u8>);
    "bounded_bigstring(4)" => tuple(#[encoding(dynamic(kind = "u8", max = 4), bytes)] Vec<u8>);
};

/// Makes rows of `fixed_string` and `fixed_bytes`, then of `bounded_string`, of each size.
macro_rules! sizes {
    (fixed $($size:literal)+; bounded $($max:literal)+) => { &[
        $(row!(concat!("fixed_string(", $size, ")"), [] tuple(#[encoding(string(fixed = $size))] Vec<u8>)),)+
        $(row!(concat!("fixed_bytes(", $size, ")"), [] tuple([u8; $size])),)+
        $(row!(concat!("bounded_string(", $max, ")"), [] tuple(#[encoding(string(bounded, max = $max))] Vec<u8>)),)+
    ] };
}

pub(super) const SIZES: &[Row] = sizes! {
    fixed 1 3 4 5 16 20 32 64;
    bounded 3 10 254 255 256 300 65535 65536
};

/// Makes rows of `string` and `bytes` for each kind of size prefix.
macro_rules! prefixes {
    ($($name:literal $kind:literal),+) => { &[
        $(row!(concat!("string(len=", $name, ")"), [] tuple(#[encoding(string(kind = $kind))] Vec<u8>)),)+
        $(row!(concat!("bytes(len=", $name, ")"), [] tuple(#[encoding(dynamic(kind = $kind), bytes)] Vec<u8>)),)+
    ] };
}

pub(super) const PREFIXES: &[Row] = prefixes!("uint8" "u8", "uint16" "u16", "uint30" "u30", "n" "n");
