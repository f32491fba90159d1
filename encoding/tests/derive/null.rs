//! `builtin = "Null"`: no bytes, `null` in JSON.

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Message {
    a: u8,
    #[encoding(builtin = "Null")]
    nothing: (),
}

#[test]
fn bytes_and_json() {
    both(&Message { a: 7, nothing: () }, "07");
    assert_eq!(size::<Message>(), Size::fixed(1));
    in_json(&Message { a: 7, nothing: () }, r#"{"a":7,"nothing":null}"#);
    assert!(Message::from_json(r#"{"a":7,"nothing":{}}"#).is_err());
}
