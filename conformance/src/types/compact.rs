//! Compact encodings.

use tezos_encoding::{N, OrInt32};

use super::{
    lists::Text,
    row::{Row, row},
};

/// Makes rows of types with the same attribute `compact`.
macro_rules! compacts {
    ($($compact:tt { $($name:literal => $kind:ident $body:tt;)+ })+) => {
        &[$($(compacts!(@$compact $name $kind $body)),+),+]
    };
    (@($($compact:tt)+) $name:literal $kind:ident $body:tt) => { row!($name, [#[encoding($($compact)+)]] $kind $body) };
}

pub(super) const ROWS: &[Row] = compacts! {
    (compact(tag = "u0")) {
        "compact(tag=uint0, payload n)" => tuple(N);
        "compact(tag=uint0, unit)" => tuple(());
    }
    (compact(tag = "u16")) {
        "compact(tag=uint16, int32)" => tuple(i32);
        "compact(tag=uint16, tup4(int64, int64, int32, int32))" => tuple(i64, i64, i32, i32);
    }
    (compact) {
        "compact(tag=uint8, int32)" => tuple(i32);
        "compact(tag=uint8, int64)" => tuple(i64);
        "compact(tag=uint8, bool)" => tuple(bool);
        "compact(tag=uint8, option(int32))" => tuple(Option<i32>);
        "compact(tag=uint8, option(payload string))" => tuple(#[encoding(option, string)] Option<Vec<u8>>);
        "compact(tag=uint8, list(bits=0, uint8))" => tuple(#[encoding(list(bits = 0))] Vec<u8>);
        "compact(tag=uint8, list(bits=1, uint8))" => tuple(#[encoding(list(bits = 1))] Vec<u8>);
        "compact(tag=uint8, list(bits=2, uint8))" => tuple(#[encoding(list(bits = 2))] Vec<u8>);
        "compact(tag=uint8, list(bits=3, uint8))" => tuple(#[encoding(list(bits = 3))] Vec<u8>);
        "compact(tag=uint8, tup1(int32))" => tuple((i32,));
        "compact(tag=uint8, tup2(bool, int64))" => tuple(bool, i64);
        "compact(tag=uint8, tup2(int32, int64))" => tuple(i32, i64);
        "compact(tag=uint8, tup3(bool, int32, option(bool)))" => tuple(bool, i32, Option<bool>);
        "compact(tag=uint8, tup4(bool, bool, payload uint16, bool))" => tuple(bool, bool, u16, bool);
        "compact(tag=uint8, obj2{req a: int32; opt b: payload string})" => object {
            a: i32, #[encoding(option, string)] b: Option<Vec<u8>>,
        };
        "compact(tag=uint8, obj3{req a: bool; req b: int64; opt c: int32})" => object { a: bool, b: i64, c: Option<i32> };
        "compact(tag=uint8, or_int32(string))" => tuple(OrInt32<Text>);
        "compact(tag=uint8, union{A: bool | B: int32 | C: payload string})" => union {
            A(bool), B(i32), #[encoding(string)] C(Vec<u8>),
        };
    }
    (compact(tag = "u8", union_tag_bits = 3, cases_tag_bits = 4)) {
        "compact(tag=uint8, union(union_tag_bits=3, cases_tag_bits=4){A: bool | B: int32 | void | C: payload string})" => union {
            A(bool), B(i32), #[encoding(tag = 3)] C(#[encoding(string)] Vec<u8>),
        };
    }
};
