//! `padded = N`: bytes after a value, written as zeros and ignored by the reader.

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Contract {
    #[encoding(tag = 0)]
    Implicit([u8; 3]),
    #[encoding(tag = 1, padded = 1)]
    Originated([u8; 2]),
}

#[test]
fn on_the_wire() {
    assert_eq!(size::<Contract>(), Size::fixed(4));
    both(&Contract::Implicit([1, 2, 3]), "00 010203");
    both(&Contract::Originated([1, 2]), "01 0102 00");
    accepted("01 0102 ff", &Contract::Originated([1, 2]), "01 0102 00");
}
