//! `transparent`: a struct with the encoding of its one field.

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(transparent)]
struct Named {
    #[encoding(dynamic, list = 1)]
    items: Vec<u16>,
    #[encoding(skip)]
    cache: u64,
}

/// A struct of one unnamed field needs no attribute.
#[derive(Debug, PartialEq, Clone, Copy, HasEncoding, NomReader, BinWriter)]
struct Hash([u8; 4]);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(transparent)]
struct Explicit(#[encoding(name = "ignored")] u16);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Hashes {
    #[encoding(dynamic, list = 2)]
    list: Vec<Hash>,
    array: [Hash; 2],
}

#[test]
fn on_the_wire() {
    both(&Named { items: vec![1], cache: 0 }, "00000002 0001");
    both(&Explicit(1), "0001");
    let hash = |byte| Hash([byte; 4]);
    both(
        &Hashes { list: vec![hash(1), hash(2)], array: [hash(3), hash(4)] },
        "00000008 01010101 02020202 03030303 04040404",
    );
}

#[test]
fn errors_do_not_name_its_field() {
    refused::<Named>("00000003 000100", "List_too_long", "", 6);
    refused::<Hashes>("00000006 010101010202", "Not_enough_data", "list[1]", 8);
    refused::<Hashes>("0000000c 010101010202020203030303", "List_too_long", "list", 12);
    unwritable(&Named { items: vec![0; 2], cache: 0 }, "List_invalid_length", "");
}
