//! `sized = N`: a block of exactly N bytes, without a size prefix.

use crate::common::*;

const HASH_BYTES: usize = 4;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Blocks {
    #[encoding(sized = "HASH_BYTES", bytes)]
    hash: Vec<u8>,
    #[encoding(sized = 4, list)]
    list: Vec<u16>,
    #[encoding(sized = "2 + 4", string)]
    text: String,
    last: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(sized = "5")]
struct Container {
    first: u8,
    #[encoding(bytes)]
    rest: Vec<u8>,
}

fn value() -> Blocks {
    Blocks { hash: vec![1, 2, 3, 4], list: vec![5, 6], text: "ab".to_owned(), last: 7 }
}

#[test]
fn on_the_wire() {
    assert_eq!((size::<Blocks>(), size::<Container>()), (Size::fixed(15), Size::fixed(5)));
    both(&value(), "01020304 00050006 00000002 6162 07");
    both(&Container { first: 1, rest: vec![2, 3, 4, 5] }, "0102030405");
    refused::<Blocks>("01020304 00050006 00000001 6162 07", "Extra_bytes", "text", 13);
    refused::<Blocks>("01020304 00050006 00000003 6162 07", "Not_enough_data", "text", 12);
    refused::<Container>("010203040506", "Extra_bytes", "", 5);
    unwritable(&Blocks { hash: vec![0; 3], ..value() }, "Invalid_bytes_length", "hash");
    unwritable(&Blocks { hash: vec![0; 5], ..value() }, "Invalid_bytes_length", "hash");
    unwritable(&Blocks { text: String::new(), ..value() }, "Invalid_bytes_length", "text");
    unwritable(&Container { first: 1, rest: vec![] }, "Invalid_bytes_length", "");
}
