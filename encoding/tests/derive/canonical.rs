//! `from_canonical_bytes`: other readers accept the same bytes as the reference; this one accepts only the bytes that
//! the writer produces.

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Shorter(#[encoding(try_from = "String", into = "String")] Trimmed);

/// Text that is written without leading and trailing spaces.
#[derive(Debug, PartialEq)]
struct Trimmed(String);

impl From<String> for Trimmed {
    fn from(text: String) -> Self {
        Self(text.trim().to_owned())
    }
}

impl From<&Trimmed> for String {
    fn from(text: &Trimmed) -> Self {
        text.0.clone()
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Loose(bool, Option<u8>, Z, #[encoding(dynamic, list, dynamic)] Vec<[bool; 2]>, u8);

#[test]
fn the_first_byte_that_differs() {
    let value = Loose(true, Some(1), Z::ZERO, vec![[true, false]], 0);
    for first in ["01 ff01 00", "ff 0101 00", "ff ff01 40", "ff ff01 00"] {
        let loose = format!("{first} 00000006 00000002 fe00 00");
        accepted(&loose, &value, "ff ff01 00 00000006 00000002 ff00 00");
    }
}

#[test]
fn encodings_of_another_length() {
    accepted("00000003 206120", &Shorter(Trimmed("a".to_owned())), "00000001 61");
}

/// Bytes to the end of the block, whose canonical form is shorter or longer, or too long to be written.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Last(#[encoding(bounded = 3, from = "Vec<u8>", bytes)] Marked);

/// Bytes that are written with a mark at their end instead of spaces.
#[derive(Debug, PartialEq)]
struct Marked(Vec<u8>);

impl From<Vec<u8>> for Marked {
    fn from(mut bytes: Vec<u8>) -> Self {
        while bytes.pop_if(|last| b"! ".contains(last)).is_some() {}
        Self(bytes)
    }
}

impl From<&Marked> for Vec<u8> {
    fn from(bytes: &Marked) -> Self {
        [&bytes.0[..], b"!"].concat()
    }
}

#[test]
fn one_encoding_is_the_start_of_the_other() {
    let canonical = |text: &str| Last::from_canonical_bytes(text.as_bytes());
    let differs = |offset| Err(NotCanonical::Differs { offset });
    assert_eq!(canonical("ab!"), Ok(Last(Marked(b"ab".to_vec()))));
    assert_eq!((canonical("a! "), canonical("!!"), canonical("a")), (differs(2), differs(1), differs(1)));
    assert_eq!(Last::from_bytes(b"abc").unwrap().to_bytes().unwrap_err().kind().name(), "Size_limit_exceeded");
    assert_eq!(canonical("abc"), differs(0), "a value that cannot be written");
}

/// What follows the first difference equals the bytes at that offset.
#[test]
fn later_bytes_do_not_hide_a_difference() {
    assert_eq!(<(bool, u8)>::from_canonical_bytes(&[1, 1]), Err(NotCanonical::Differs { offset: 0 }));
    assert_eq!(<(u8, bool, u8, u8)>::from_canonical_bytes(&[7, 1, 1, 1]), Err(NotCanonical::Differs { offset: 1 }));
}

#[test]
fn bytes_that_do_not_decode() {
    let Err(NotCanonical::Refused(error)) = Loose::from_canonical_bytes(hex("ff")) else {
        panic!("the value is incomplete")
    };
    assert_eq!(error.kind().name(), "Not_enough_data");
    assert_eq!(error.path().to_string(), "1");
}
