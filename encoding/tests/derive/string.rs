//! `string`, `string = N`: text with the reference's 4-byte size prefix: any bytes for a `Vec<u8>`, UTF-8 for a
//! `String`.

use std::borrow::Cow;

use crate::common::*;

const MAX: usize = 3;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Plain {
    marked: String,
    #[encoding(string)]
    also: String,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Limited {
    #[encoding(string = "MAX")]
    quoted: String,
    #[encoding(string = MAX)]
    bare: String,
    #[encoding(string(max = 3))]
    list: String,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Raw<'a> {
    #[encoding(string = 4)]
    vector: Vec<u8>,
    #[encoding(string)]
    slice: &'a [u8],
    #[encoding(string)]
    cow: Cow<'a, [u8]>,
    #[encoding(string)]
    boxed: Box<[u8]>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Borrowed<'a> {
    #[encoding(string = 3)]
    str: &'a str,
    #[encoding(string)]
    cow: Cow<'a, str>,
    #[encoding(string)]
    boxed: Box<str>,
}

#[test]
fn on_the_wire() {
    assert_eq!(size::<Limited>(), Size::dynamic(12, Some(21)));
    both(&Plain { marked: String::new(), also: "é".to_owned() }, "00000000 00000002 c3a9");
    let value = Limited { quoted: "abc".to_owned(), bare: "ab".to_owned(), list: String::new() };
    both(&value, "00000003 616263 00000002 6162 00000000");
    let raw = Raw { vector: vec![0xff], slice: &[0xfe], cow: Cow::Borrowed(&[0xfd]), boxed: [0xfc].into() };
    both(&raw, "00000001 ff 00000001 fe 00000001 fd 00000001 fc");
    let value = Borrowed { str: "a", cow: Cow::Borrowed("b"), boxed: "c".into() };
    both(&value, "00000001 61 00000001 62 00000001 63");
    refused::<Limited>("00000000 00000004 61626364 00000000", "Size_limit_exceeded", "bare", 8);
    refused::<Limited>("00000000 00000004 616263", "Not_enough_data", "bare", 8);
    let long = || "abcd".to_owned();
    unwritable(&Limited { quoted: long(), bare: long(), list: long() }, "Size_limit_exceeded", "quoted");
    unwritable(&Limited { quoted: String::new(), bare: String::new(), list: long() }, "Size_limit_exceeded", "list");
    unwritable(&Borrowed { str: "abcd", cow: "".into(), boxed: "".into() }, "Size_limit_exceeded", "str");
}

#[test]
fn rust_strings_are_utf8() {
    refused::<Plain>("00000000 00000002 61ff", "Invalid_utf8", "also", 8);
    refused::<Borrowed<'_>>("00000001 ff 00000000 00000000", "Invalid_utf8", "str", 4);
}
