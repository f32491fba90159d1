//! Types with `repr(packed)`: all of their bytes can be borrowed, and any field can be read.

use crate::common::*;

#[derive(Clone, Copy, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[repr(C, packed)]
struct Bytes {
    number: [u8; 4],
    flag: bool,
}

#[derive(HasEncoding, NomReader)]
#[repr(C, packed)]
struct Numbers {
    number: u32,
    flag: bool,
}

#[test]
fn bytes_are_written_and_numbers_are_read() {
    both(&Bytes { number: [0, 0, 0, 7], flag: true }, "00000007 ff");
    let Numbers { number, flag } = Numbers::from_bytes(hex("00000007 ff")).unwrap();
    assert_eq!((number, flag), (7, true));
}
