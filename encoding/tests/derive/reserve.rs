//! `reserve = N`: the block except for its last N bytes, which the following fields use; the number is derived if it is
//! not given.

use crate::common::*;

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
fn on_the_wire() {
    assert_eq!(size::<Signed>(), Size::variable(4, None));
    both(&Signed { level: 1, body: vec![2, 3], signature: [4, 5, 6] }, "01 0203 040506");
    both(&Signed { level: 1, body: vec![], signature: [4, 5, 6] }, "01 040506");
    both(&Items { items: vec![1, 2], a: 3, b: 4 }, "00010002 03 0004");
    let items = Items { items: vec![1], a: 3, b: 4 };
    both(&Outer { items, limited: vec![5, 6, 7, 8], last: 9 }, "00000005 0001030004 05060708 09");
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Limited {
    #[encoding(bounded = 4)]
    signed: Signed,
}

/// A limit truncates a longer block; the tail ends where the block ends.
#[test]
fn a_tail_after_a_limit() {
    both(&Limited { signed: Signed { level: 1, body: vec![], signature: [4, 5, 6] } }, "01 040506");
    refused::<Limited>(&"01".repeat(20), "Size_limit_exceeded", "signed.body", 1);
}

#[test]
fn a_block_shorter_than_the_tail() {
    refused::<Items>("0102", "Not_enough_data", "items", 0);
}

#[test]
fn elements_that_do_not_fill_the_rest() {
    refused::<Items>("000100 030004", "Not_enough_data", "items[1]", 2);
    refused::<Outer>("00000003 030004 05060708 09 0a", "Size_limit_exceeded", "limited", 7);
}

/// Without `reserve`: these encodings extend to the end of the block.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Operation {
    branch: u8,
    #[encoding(list)]
    contents: Vec<u16>,
    #[encoding(skip)]
    unsigned: bool,
    #[encoding(bytes)]
    signature: [u8; 2],
    last: Inner,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Inner(u8);

/// A user-defined type, about which the derive knows nothing: it needs `reserve`.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Nested<'a> {
    #[encoding(reserve)]
    operation: Rest<'a>,
    last: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Rest<'a>(&'a [u8]);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Message<'a> {
    Tuple(Vec<u8>, u8),
    Named {
        text: &'a [u8],
        #[encoding(sized = 2, bytes)]
        tail: &'a [u8],
        last: u8,
    },
    Optional {
        #[encoding(varopt)]
        number: Option<u8>,
        last: u16,
    },
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Generic<T> {
    items: Vec<u8>,
    #[encoding(skip)]
    none: Option<T>,
    last: u8,
}

/// In a view, an array has a form of its own, whose size is needed too.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct BeforeArray {
    #[encoding(reserve)]
    rest: Behind,
    pair: [Element; 2],
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Behind(Vec<u16>);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Element(u8);

#[test]
fn an_array_follows_in_a_view() {
    let view = BeforeArrayView::from_bytes(&[0, 1, 2, 3]).unwrap();
    assert_eq!(view.to_owned().unwrap(), BeforeArray { rest: Behind(vec![1]), pair: [Element(2), Element(3)] });
    assert_eq!(BeforeArrayView::from_bytes(&[1]).unwrap_err().kind().name(), "Not_enough_data");
}

#[test]
fn the_size_of_the_tail_is_derived() {
    let operation = Operation { branch: 1, contents: vec![2, 3], unsigned: false, signature: [4, 5], last: Inner(6) };
    both(&operation, "01 00020003 0405 06");
    both(&Nested { operation: Rest(&[1, 2]), last: 3 }, "0102 03");
    both(&Message::Tuple(vec![1, 2], 3), "00 0102 03");
    both(&Message::Named { text: &[1], tail: &[2, 3], last: 4 }, "01 01 0203 04");
    both(&Message::Optional { number: None, last: 5 }, "02 0005");
    both(&Message::Optional { number: Some(4), last: 5 }, "02 04 0005");
    both(&Generic::<u8> { items: vec![1], none: None, last: 2 }, "01 02");
    refused::<Operation>("01 0405", "Not_enough_data", "contents", 1);
    refused::<Operation>("01 00 0405 06", "Not_enough_data", "contents[0]", 1);
}
