//! Integers, floats, `n`, `z`, booleans.

use tezos_encoding::{N, Z};

use super::row::{Row, row, rows};

pub(super) const ROWS: &[Row] = rows! {
    "bool" => tuple(bool);
    "int8" => tuple(i8);
    "uint8" => tuple(u8);
    "int16" => tuple(i16);
    "uint16" => tuple(u16);
    "int31" => tuple(#[encoding(builtin = "Int31")] i32);
    "int32" => tuple(i32);
    "int64" => tuple(i64);
    "int16_le" => tuple(#[encoding(le)] i16);
    "uint16_le" => tuple(#[encoding(le)] u16);
    "int31_le" => tuple(#[encoding(range = "-0x4000_0000 ..= 0x3fff_ffff", le)] i32);
    "int32_le" => tuple(#[encoding(le)] i32);
    "int64_le" => tuple(#[encoding(le)] i64);
    "float" => tuple(f64);
    "n" => tuple(N);
    "z" => tuple(Z);
    "ranged_float(-0.001,0)" => tuple(#[encoding(range = "-0.001 ..= 0.0")] f64);
    "ranged_float(-10.5,10.5)" => tuple(#[encoding(range = "-10.5 ..= 10.5")] f64);
    "ranged_float(0,1)" => tuple(#[encoding(range = "0.0 ..= 1.0")] f64);
    "ranged_float(100,1e+06)" => tuple(#[encoding(range = "100.0 ..= 1e6")] f64);
};

/// Makes rows of integers with limits: `ranged_int u8: 0 10, 0 254;` makes `ranged_int(0,10)` and `ranged_int(0,254)` of type `u8`.
macro_rules! ranges {
    ($($kind:ident $type:ident: $($min:literal $max:literal),+;)+) => { &[$($(ranges!(@$kind $type $min $max)),+),+] };
    (@ranged_int $type:ident $min:literal $max:literal) => {
        row!(concat!("ranged_int(", $min, ",", $max, ")"), [] tuple(#[encoding(range = $min..=$max)] $type))
    };
    (@ranged_int_le $type:ident $min:literal $max:literal) => {
        row!(concat!("ranged_int_le(", $min, ",", $max, ")"), [] tuple(#[encoding(range = $min..=$max, le)] $type))
    };
    (@uint_like_n $type:ident $min:literal $max:literal) => {
        row!(concat!("uint_like_n(max=", $max, ")"), [] tuple(#[encoding(builtin = "UintLikeN", range = $min..=$max)] $type))
    };
    (@int_like_z $type:ident $min:literal $max:literal) => {
        row!(
            concat!("int_like_z(min=", $min, ",max=", $max, ")"),
            [] tuple(#[encoding(builtin = "IntLikeZ", range = $min..=$max)] $type)
        )
    };
}

pub(super) const RANGES: &[Row] = ranges! {
    ranged_int u8: 0 0, 0 1, 0 10, 0 254, 0 255, 1 1, 7 7, 10 20;
    ranged_int u16: 0 256, 0 65535, 1 256, 1 257, 100 355, 100 356;
    ranged_int u32: 0 65536, 1000 66535, 1000 66536, 65536 65600, 1073741568 1073741823;
    ranged_int i8: -1 1, -1 0, -128 127, -5 -3;
    ranged_int i16: -129 127, -128 128, -10 300, -32768 32767, -200 -150;
    ranged_int i32: -32769 0, -32768 32768, -1073741824 -1073741823;
    ranged_int i64: 0 1073741823, -1073741824 1073741823, 5 1000000;
    ranged_int_le u8: 5 6;
    ranged_int_le u16: 0 1000;
    ranged_int_le u32: 1000 66535, 1000 66536;
    ranged_int_le i16: -300 300;
    ranged_int_le i32: -100000 100000;
    uint_like_n i32: 0 0, 0 100, 0 127, 0 128, 0 255, 0 300, 0 16383, 0 16384, 0 1073741823;
    int_like_z i64: -100 100, -1073741824 1073741823, -20 -10, -63 63, -64 63, 0 1000, 10 20;
};
