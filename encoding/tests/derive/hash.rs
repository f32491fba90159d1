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

/// The number and the sum of the bytes.
struct CountAndSum(u8, u8);

impl Digest for CountAndSum {
    type Output = [u8; 2];

    fn new() -> Self {
        Self(0, 0)
    }

    fn update(&mut self, bytes: &[u8]) {
        self.0 += bytes.len() as u8;
        self.1 += bytes.iter().sum::<u8>();
    }

    fn finish(self) -> [u8; 2] {
        [self.0, self.1]
    }
}

/// A type of another crate, which is made of a digest but does not know the function.
#[derive(Debug, PartialEq)]
struct Foreign([u8; 2]);

impl From<[u8; 2]> for Foreign {
    fn from(digest: [u8; 2]) -> Self {
        Self(digest)
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct By {
    #[encoding(hash = "CountAndSum")]
    hash: Foreign,
    level: u16,
}

#[test]
fn the_function_of_the_attribute() {
    both(&By { hash: Foreign([2, 3]), level: 258 }, "01 02");
    assert_eq!(By { hash: Foreign([0, 0]), level: 258 }.to_bytes().unwrap(), [1, 2]);
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
