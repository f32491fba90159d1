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

#[test]
fn bytes_that_do_not_decode() {
    let Err(NotCanonical::Refused(error)) = Loose::from_canonical_bytes(hex("ff")) else {
        panic!("the value is incomplete")
    };
    assert_eq!(error.kind().name(), "Not_enough_data");
    assert_eq!(error.path().to_string(), "1");
}
