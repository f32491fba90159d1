//! Michelson values by their types: bytes, the forms that readers accept, records and variants, properties, hostile bytes.

mod forms;
mod hostile;
mod properties;
mod records;
mod vectors;

use std::fmt::Debug;

use tezos_encoding::{Decode, Encode};
use tezos_protocols::micheline::{Alignment, Micheline, parse};
use tezos_protocols::michelson::Michelson;

/// A contract of Octez's tests.
const KT1: &str = "KT1NgXQ6Mwu3XKFDcKdYFS6dkkY3iNKdBKEc";

fn expr(text: &str) -> Micheline {
    parse(text, Alignment::Checked).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Checks that `value` is written as the expression `text`, and read from it and from all of `others`.
#[track_caller]
fn both<T: Michelson + PartialEq + Debug>(value: &T, text: &str, others: &[&str]) {
    let bytes = value.to_bytes().unwrap();
    assert_eq!(Micheline::from_bytes(&bytes).unwrap(), expr(text), "written");
    assert_eq!(bytes, expr(text).as_bytes(), "the bytes");
    assert_eq!(T::from_canonical_bytes(&bytes).unwrap(), *value);
    for text in others {
        assert_eq!(T::from_micheline(&expr(text)).as_ref(), Ok(value), "{text}");
    }
}

/// Checks the bytes of a value, both ways.
#[track_caller]
fn bytes_of<T: Michelson + PartialEq + Debug>(value: &T, bytes: &str) {
    let bytes = hex::decode(bytes.replace(' ', "")).unwrap();
    assert_eq!(hex::encode(value.to_bytes().unwrap()), hex::encode(&bytes));
    assert_eq!(T::from_canonical_bytes(&bytes).unwrap(), *value);
}

/// Checks that bytes are refused, with the name and the offset of the error.
#[track_caller]
fn refused<T: Michelson + Debug>(bytes: &str, name: &str, offset: usize) {
    let error = T::from_bytes(&hex::decode(bytes.replace(' ', "")).unwrap()).unwrap_err();
    assert_eq!((error.kind().name(), error.offset()), (name, offset), "{error}");
}

/// Checks that the expression `text` is refused, with the name of the error.
#[track_caller]
fn refused_text<T: Michelson + Debug>(text: &str, name: &str) {
    assert_eq!(T::from_micheline(&expr(text)).unwrap_err().kind().name(), name, "{text}");
}
