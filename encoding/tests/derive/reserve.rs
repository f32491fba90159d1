//! `reserve = N`: all of the block but the last N bytes, which the fields behind take.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

use crate::common::{both, refused, shape, size};
use tezos_encoding::schema::Size;

const SIGNATURE_BYTES: usize = 3;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Signed {
    level: u8,
    #[encoding(bytes, reserve = "SIGNATURE_BYTES")]
    body: Vec<u8>,
    signature: [u8; 3],
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Items {
    #[encoding(reserve = 3, list)]
    items: Vec<u16>,
    a: u8,
    b: u16,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Outer {
    #[encoding(dynamic)]
    items: Items,
    #[encoding(bounded = 4, bytes, reserve = 1)]
    limited: Vec<u8>,
    last: u8,
}

#[test]
fn schema() {
    assert_eq!(shape::<Signed>(), "{level: uint8; body: reserve<3>(bytes); signature: bytes=3}");
    assert_eq!(shape::<Items>(), "{items: reserve<3>(list(uint16)); a: uint8; b: uint16}");
    assert_eq!(size::<Signed>(), Size::variable(4, None));
    assert_eq!(
        shape::<Outer>(),
        format!("{{items: dynamic<u30>({}); limited: reserve<1>(bounded<4>(bytes)); last: uint8}}", shape::<Items>())
    );
}

#[test]
fn bytes() {
    both(&Signed { level: 1, body: vec![2, 3], signature: [4, 5, 6] }, "01 0203 040506");
    both(&Signed { level: 1, body: vec![], signature: [4, 5, 6] }, "01 040506");
    both(&Items { items: vec![1, 2], a: 3, b: 4 }, "00010002 03 0004");
    let items = Items { items: vec![1], a: 3, b: 4 };
    both(&Outer { items, limited: vec![5, 6, 7, 8], last: 9 }, "00000005 0001030004 05060708 09");
}

#[test]
fn a_block_shorter_than_the_tail() {
    refused::<Signed>("01 0203", "Not_enough_data", "body", 1);
    refused::<Items>("0102", "Not_enough_data", "items", 0);
}

#[test]
fn what_does_not_fill_the_rest() {
    refused::<Items>("000100 030004", "Not_enough_data", "items[1]", 2);
    refused::<Outer>("00000003 030004 05060708 09 0a", "Size_limit_exceeded", "limited", 7);
}
