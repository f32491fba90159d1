//! `suffix_len`: a block, followed by its size.

use tezos_encoding::schema::{describe, json_schema, slice};

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Program {
    version: u8,
    #[encoding(suffix_len(kind = "u16", le), list, dynamic(kind = "u8"), bytes)]
    steps: Vec<Vec<u8>>,
}

fn program() -> Program {
    Program { version: 7, steps: vec![vec![1, 2], vec![]] }
}

const BYTES: &str = "07 02 0102 00 0400";

#[test]
fn the_size_ends_the_block() {
    both(&program(), BYTES);
    both(&Program { version: 7, steps: Vec::new() }, "07 0000");
    assert_eq!((size::<Program>().class, size::<Program>().least), (Class::Variable, 3));
}

#[test]
fn the_size_and_the_bytes_before_it_agree() {
    refused::<Program>("07 00", "Not_enough_data", "steps", 1);
    refused::<Program>("07 00 0200", "Not_enough_data", "steps", 1);
    refused::<Program>("07 02 0102 00 0300", "Extra_bytes", "steps", 4);
    refused::<Program>("07 02 0102 0200", "Not_enough_data", "steps[0]", 2);
    refused::<Program>("07 02 0102 0300 00", "Extra_bytes", "steps", 1);
    unwritable(&Program { steps: vec![vec![0; 255]; 256], ..program() }, "Size_limit_exceeded", "steps");
}

#[test]
fn the_schema_describes_the_size() {
    let bytes = hex(BYTES);
    in_json(&program(), r#"{"version":7,"steps":["0102",""]}"#);
    assert!(json_schema(Program::ENCODING).contains("\"steps\""));
    let text = describe(Program::ENCODING).to_string();
    assert!(text.contains("# bytes before") && text.contains("unsigned 16-bit little-endian integer"), "{text}");
    let slicing = slice(Program::ENCODING, bytes);
    let last = slicing.slices.last().unwrap();
    assert_eq!(
        (last.name.as_str(), last.offset, last.bytes, last.pretty.as_str()),
        ("dynamic length", 5, &[4, 0][..], "4")
    );
    assert_eq!(slice(Program::ENCODING, hex("07 00 0000")).error.unwrap().kind.name(), "Extra_bytes");
}

/// A type with a size suffix, in a block with a size prefix, followed by fields of fixed sizes.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(suffix_len(kind = "u8"))]
struct Inside {
    flag: bool,
    #[encoding(rest)]
    data: Vec<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Outside {
    #[encoding(short_dynamic)]
    first: Inside,
    #[encoding(suffix_len(kind = "u30"), bounded = 3, bytes)]
    second: Vec<u8>,
    end: u16,
}

#[test]
fn nested_blocks_and_following_fields() {
    let value = Outside { first: Inside { flag: true, data: vec![9] }, second: vec![5, 6], end: 0x0102 };
    both(&value, "03 ff 09 02 05 06 00000002 0102");
    refused::<Outside>("03 ff 09 01 00000000 0102", "Extra_bytes", "first", 2);
    refused::<Outside>("02 ff 01 80000000 0102", "Invalid_int", "second", 3);
    refused::<Outside>("02 ff 01 01020304 00000004 0102", "Size_limit_exceeded", "second", 3);
    unwritable(&Outside { second: vec![0; 4], ..value }, "Size_limit_exceeded", "second");
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Limited(#[encoding(bounded = 4, suffix_len(kind = "u8"), bytes)] Vec<u8>);

#[test]
fn a_limit_includes_the_size() {
    both(&Limited(vec![1, 2, 3]), "010203 03");
    refused::<Limited>("01020304 04", "Size_limit_exceeded", "", 0);
    unwritable(&Limited(vec![0; 4]), "Size_limit_exceeded", "");
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Longest(#[encoding(suffix_len(kind = "u8"), bytes)] Vec<u8>);

#[test]
fn the_greatest_size() {
    both(&Longest(vec![7; 255]), &["07".repeat(255), "ff".to_owned()].concat());
    unwritable(&Longest(vec![7; 256]), "Size_limit_exceeded", "");
}

/// The guard checks the fields inside of the block.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(suffix_len(kind = "u8"), guard = "small")]
struct Guarded {
    level: u8,
}

fn small(value: &Guarded) -> Result<(), &'static str> {
    if value.level < 9 { Ok(()) } else { Err("too large") }
}

#[test]
fn a_guard_inside_of_the_block() {
    both(&Guarded { level: 8 }, "08 01");
    refused::<Guarded>("09 01", "User_invariant_guard", "", 0);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Parts {
    #[encoding(dynamic, list, dynamic)]
    parts: Vec<Part>,
}

/// Blocks inside of a block with a size suffix, and around it.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Part(#[encoding(suffix_len(kind = "u8"), list)] Vec<Words>);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Words(#[encoding(dynamic, list)] Vec<String>);

#[test]
fn blocks_inside_and_around() {
    let words = || Words(vec!["a".to_owned()]);
    let parts = vec![Part(vec![words(), words()]), Part(Vec::new())];
    both(&Parts { parts }, "0000001c 00000013 00000005 00000001 61 00000005 00000001 61 12 00000001 00");
}
