//! `bounded = N` and its alias `check_size = N`: at most N bytes, including the size prefixes and tags inside.

use crate::common::*;

const MAX: usize = 6;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Fields {
    #[encoding(bounded = "MAX", string)]
    lineage: String,
    #[encoding(check_size = MAX, string)]
    reference: String,
    #[encoding(bounded = 6, bounded = 9, list)]
    nested: Vec<u16>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(bounded = "MAX")]
struct Container {
    a: u8,
    #[encoding(list)]
    rest: Vec<u16>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(bounded = 3)]
enum Case {
    Nothing,
    Bytes(Vec<u8>),
}

fn value() -> Fields {
    Fields { lineage: "ab".to_owned(), reference: String::new(), nested: vec![] }
}

#[test]
fn bytes_at_the_limit() {
    let sizes = [size::<Fields>(), size::<Container>(), size::<Case>()];
    assert_eq!(sizes, [(8, 18), (1, 6), (1, 3)].map(|(least, most)| Size::variable(least, Some(most))));
    let full = Fields { lineage: "ab".to_owned(), reference: "cd".to_owned(), nested: vec![1, 2, 3] };
    both(&full, "00000002 6162 00000002 6364 000100020003");
    both(&Container { a: 1, rest: vec![2, 3] }, "01 0002 0003");
    both(&Case::Bytes(vec![1, 2]), "01 0102");
    both(&Case::Nothing, "00");
}

#[test]
fn one_byte_past_the_limit_is_refused() {
    refused::<Fields>("00000003 616263 00000000", "Size_limit_exceeded", "lineage", 4);
    refused::<Fields>("00000000 00000003 616263", "Size_limit_exceeded", "reference", 8);
    refused::<Fields>("00000000 00000000 0001000200030004", "Size_limit_exceeded", "nested[3]", 14);
    refused::<Container>("01 0002 0003 0004", "Size_limit_exceeded", "rest[2]", 5);
    refused::<Case>("01 010203", "Size_limit_exceeded", "", 1);
    unwritable(&Fields { lineage: "abc".to_owned(), ..value() }, "Size_limit_exceeded", "lineage");
    unwritable(&Fields { nested: vec![0; 4], ..value() }, "Size_limit_exceeded", "nested");
    unwritable(&Container { a: 1, rest: vec![0; 3] }, "Size_limit_exceeded", "");
    unwritable(&Case::Bytes(vec![0; 3]), "Size_limit_exceeded", "");
}

/// Missing bytes are reported before the limit is checked.
#[test]
fn missing_bytes_come_first() {
    refused::<Fields>("00000003 6162", "Not_enough_data", "lineage", 4);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Names {
    #[encoding(bounded = 20, dynamic, bounded = 14, list, string = 2)]
    names: Vec<String>,
    end: u8,
}

/// The error of a value inside of a limit names the value.
#[test]
fn the_path_of_an_error_inside_a_limit() {
    let names = |names: &[&str]| Names { names: names.iter().map(|&name| name.to_owned()).collect(), end: 9 };
    both(&names(&["ab", "c"]), "0000000b 00000002 6162 00000001 63 09");
    unwritable(&names(&["ab", "abc"]), "Size_limit_exceeded", "names[1]");
    unwritable(&names(&["ab", "c", ""]), "Size_limit_exceeded", "names");
    refused::<Names>("0000000d 00000002 6162 00000003 616263 09", "Size_limit_exceeded", "names[1]", 14);
    refused::<Names>("0000000f 00000002 6162 00000001 63 00000000 09", "Size_limit_exceeded", "names[2]", 15);
    refused::<Names>("0000000b 00000002 6162 00000001 ff 09", "Invalid_utf8", "names[1]", 14);
    refused::<Names>("00000011 00000002 6162 00000001 63 00000000 0000 09", "Size_limit_exceeded", "names", 4);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Block(#[encoding(dynamic, bounded = 6, short_dynamic, bytes)] Vec<u8>);

/// A value that ends before its limit, in a block that is longer than the limit: the error is about the bytes after the
/// value.
#[test]
fn a_block_longer_than_the_limit_of_its_value() {
    both(&Block(vec![1, 2]), "00000003 02 0102");
    refused::<Block>("00000007 02 0102 00000000", "Extra_bytes", "", 7);
    refused::<Block>("00000007 06 010203040506", "Size_limit_exceeded", "", 5);
}
