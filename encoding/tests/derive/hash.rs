//! `hash`: no bytes; the reader sets the field to the digest of the bytes of the other fields.

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Last {
    a: u8,
    #[encoding(dynamic, list)]
    list: Vec<Inner>,
    #[encoding(hash)]
    hash: Digested,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Inner(u16, #[encoding(hash)] Digested);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(dynamic)]
struct First {
    #[encoding(hash)]
    hash: Digested,
    #[encoding(skip)]
    skipped: u8,
    a: u8,
    #[encoding(bytes)]
    rest: Vec<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Case {
    #[encoding(tag = 5)]
    Case {
        a: u16,
        #[encoding(hash)]
        hash: Digested,
    },
}

#[test]
fn the_bytes_of_the_fields() {
    let list = vec![Inner(2, Digested(vec![0, 2])), Inner(3, Digested(vec![0, 3]))];
    let bytes = "01 00000004 00020003";
    both(&Last { a: 1, list, hash: Digested(hex(bytes).to_vec()) }, bytes);
    let first = First { hash: Digested(vec![1, 2, 3]), skipped: 0, a: 1, rest: vec![2, 3] };
    both(&first, "00000003 010203");
    both(&Case::Case { a: 7, hash: Digested(vec![0, 7]) }, "05 0007");
}

#[test]
fn the_value_of_the_field_is_not_written() {
    let value = Last { a: 1, list: vec![], hash: Digested(vec![9; 9]) };
    assert_eq!(written(&value), hex("01 00000000"));
    assert_eq!(Last::from_bytes(hex("01 00000000")).unwrap().hash, Digested(hex("01 00000000").to_vec()));
}
