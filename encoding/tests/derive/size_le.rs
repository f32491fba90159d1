//! `le` of a size prefix: little-endian.

use tezos_encoding::schema::{describe, slice};
use tezos_encoding::wire;

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Sizes {
    #[encoding(dynamic(kind = "u16", le, max = 300), bytes)]
    short: Vec<u8>,
    #[encoding(dynamic(kind = "u30", le), bytes)]
    long: Vec<u8>,
    #[encoding(string(le, max = 3))]
    text: String,
    #[encoding(count(le, kind = "u16", max = 2))]
    ports: Vec<u16>,
}

fn value() -> Sizes {
    Sizes { short: vec![1, 2], long: vec![3; 258], text: "abc".to_owned(), ports: vec![7] }
}

fn bytes() -> String {
    format!("0200 0102 02010000 {} 03000000 616263 0100 0007", "03".repeat(258))
}

#[test]
fn size_prefixes_are_little_endian() {
    both(&value(), &bytes());
    refused::<Sizes>("0100", "Not_enough_data", "short", 2);
    refused::<Sizes>(&format!("2d01 {}", "00".repeat(301)), "Size_limit_exceeded", "short", 2);
    refused::<Sizes>("0000 00000080", "Invalid_int", "long", 2);
    refused::<Sizes>("0000 ffffff7f", "Not_enough_data", "long", 6);
    refused::<Sizes>("0000 00000000 00000000 0300 0001 0002 0003", "List_too_long", "ports", 10);
    unwritable(&Sizes { text: "abcd".to_owned(), ..value() }, "Size_limit_exceeded", "text");
    unwritable(&Sizes { ports: vec![0; 3], ..value() }, "List_invalid_length", "ports");
}

#[test]
fn the_schema_has_the_order() {
    let small = Sizes { short: vec![1], long: vec![2], text: "a".to_owned(), ports: vec![9] };
    let message = small.to_bytes().unwrap();
    in_json(&small, r#"{"short":"01","long":"02","text":"a","ports":[9]}"#);
    let description = describe(Sizes::ENCODING);
    let text = description.to_string();
    assert!(text.contains("unsigned 16-bit little-endian integer"), "{text}");
    assert!(text.contains("unsigned 30-bit little-endian integer"), "{text}");
    assert_eq!(description.to_json().matches(r#""endianness":"Little""#).count(), 4);
    let slices = slice(Sizes::ENCODING, &message).into_reference();
    let sizes: Vec<_> = slices.iter().map(|slice| (slice.bytes.len(), slice.pretty.as_str())).collect();
    assert_eq!(sizes, [(2, "1"), (1, ""), (4, "1"), (1, ""), (4, "1"), (1, "\"a\""), (2, "1"), (2, "9")]);
}

#[test]
fn an_encoding_as_a_type() {
    type Block = wire::Dynamic<wire::U16Le, wire::Bytes>;
    assert_eq!(<Block as wire::Schema<Vec<u8>>>::ENCODING.name(), "little-endian uint16");
}
