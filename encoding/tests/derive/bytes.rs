//! `bytes`, `bytes = N`: raw bytes to the end of the block; `dynamic, bytes` is the reference's `bytes`.

use std::borrow::Cow;

use crate::common::*;

const MAX: usize = 3;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Rest {
    first: u8,
    #[encoding(bytes)]
    rest: Vec<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Limited {
    #[encoding(bytes = "MAX")]
    rest: Vec<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Forms<'a> {
    #[encoding(dynamic, bytes)]
    vector: Vec<u8>,
    #[encoding(dynamic, bytes = 2)]
    limited: Vec<u8>,
    #[encoding(bytes)]
    array: [u8; 2],
    plain: [u8; 2],
    #[encoding(dynamic, bytes)]
    boxed: Box<[u8]>,
    #[encoding(dynamic)]
    boxed_too: Box<[u8]>,
    #[encoding(dynamic)]
    slice: &'a [u8],
    #[encoding(bytes)]
    cow: Cow<'a, [u8]>,
}

/// Without an attribute, a vector of bytes is encoded as bytes.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Plain(Vec<u8>);

#[test]
fn on_the_wire() {
    assert_eq!((size::<Rest>(), size::<Limited>()), (Size::variable(1, None), Size::variable(0, Some(3))));
    in_json(&Plain(vec![0xff, 0]), "\"ff00\"");
    both(&Rest { first: 1, rest: vec![] }, "01");
    both(&Rest { first: 1, rest: vec![2, 3] }, "01 0203");
    both(&Limited { rest: vec![1, 2, 3] }, "010203");
    both(&Plain(vec![0xff, 0]), "ff00");
    let value = Forms {
        vector: vec![1],
        limited: vec![2, 3],
        array: [4, 5],
        plain: [6, 7],
        boxed: [8].into(),
        boxed_too: [9].into(),
        slice: &[10],
        cow: Cow::Borrowed(&[11]),
    };
    both(&value, "00000001 01 00000002 0203 0405 0607 00000001 08 00000001 09 00000001 0a 0b");
    refused::<Limited>("01020304", "Size_limit_exceeded", "rest", 0);
    unwritable(&Limited { rest: vec![0; 4] }, "Size_limit_exceeded", "rest");
    refused::<Forms<'_>>("00000000 00000003 000000", "Size_limit_exceeded", "limited", 8);
    refused::<Forms<'_>>("00000002 01", "Not_enough_data", "vector", 4);
    refused::<Forms<'_>>("ffffffff 01", "Invalid_int", "vector", 0);
    refused::<Forms<'_>>("00000000 00000000 01", "Not_enough_data", "array", 8);
}
