//! `dynamic`, `dynamic = N`, `dynamic(kind = "..", max = N)`: a size prefix, then the block.

use crate::common::*;

const MAX: usize = 3;

#[derive(Debug, Default, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Forms {
    #[encoding(dynamic, bytes)]
    plain: Vec<u8>,
    #[encoding(dynamic = "MAX", bytes)]
    quoted: Vec<u8>,
    #[encoding(dynamic = 3, bytes)]
    number: Vec<u8>,
    #[encoding(dynamic(max = MAX), bytes)]
    parens: Vec<u8>,
    #[encoding(dynamic(kind = "u8"), bytes)]
    kind8: Vec<u8>,
    #[encoding(dynamic(kind = "u16", max = 300), bytes)]
    kind16: Vec<u8>,
    #[encoding(dynamic(max = 3, kind = "u30"), bytes)]
    kind30: Vec<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(dynamic = "6")]
struct Container {
    a: u8,
    #[encoding(bytes)]
    rest: Vec<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(dynamic(kind = "u8"), tags = "u16", dynamic)]
enum Twice {
    A,
    B(u8),
}

#[test]
fn on_the_wire() {
    assert_eq!((size::<Container>(), size::<Twice>()), (Size::dynamic(5, Some(10)), Size::dynamic(7, Some(8))));
    let full = Forms {
        plain: vec![1],
        quoted: vec![1, 2, 3],
        number: vec![4, 5, 6],
        parens: vec![7, 8, 9],
        kind8: vec![1],
        kind16: vec![2],
        kind30: vec![3],
    };
    both(&full, "00000001 01 00000003 010203 00000003 040506 00000003 070809 01 01 0001 02 00000001 03");
    both(&Container { a: 1, rest: vec![2] }, "00000002 01 02");
    both(&Twice::A, "06 00000002 0000");
    both(&Twice::B(7), "07 00000003 0001 07");
}

#[test]
fn limits_of_the_size_prefix() {
    let longest = Forms { kind8: vec![7; 255], kind16: vec![8; 300], ..Forms::default() };
    both(
        &longest,
        &format!("00000000 00000000 00000000 00000000 ff {} 012c {} 00000000", "07".repeat(255), "08".repeat(300)),
    );
    unwritable(&Forms { kind8: vec![0; 256], ..Forms::default() }, "Size_limit_exceeded", "kind8");
    unwritable(&Forms { kind16: vec![0; 301], ..Forms::default() }, "Size_limit_exceeded", "kind16");
    unwritable(&Forms { number: vec![0; 4], ..Forms::default() }, "Size_limit_exceeded", "number");
    unwritable(&Forms { parens: vec![0; 4], ..Forms::default() }, "Size_limit_exceeded", "parens");
    unwritable(&Forms { kind30: vec![0; 4], ..Forms::default() }, "Size_limit_exceeded", "kind30");
    unwritable(&Container { a: 1, rest: vec![0; 6] }, "Size_limit_exceeded", "");
}

#[test]
fn the_maximum_when_reading() {
    refused::<Forms>("00000000 00000004 00000000", "Size_limit_exceeded", "quoted", 8);
    refused::<Container>("00000007 01 020304050607", "Size_limit_exceeded", "rest", 5);
}

#[test]
fn wrong_sizes() {
    refused::<Container>("00000003 01 02", "Not_enough_data", "", 4);
    refused::<Container>("80000000 01 02", "Invalid_int", "", 0);
    refused::<Container>("40000000 01 02", "Not_enough_data", "", 4);
    refused::<Container>("00000002 01 02 03", "Extra_bytes", "", 6);
    refused::<Twice>("07 00000002 0000 00", "Extra_bytes", "", 7);
    refused::<Twice>("06 00000003 0001 07", "Not_enough_data", "", 5);
}
