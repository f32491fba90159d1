//! `builtin = "Null"`: nothing on the wire, `null` in JSON.

use tezos_encoding::schema::{from_json, to_json};
use tezos_encoding::{BinWriter, HasEncoding, NomReader, View};

use crate::common::{both, size};
use tezos_encoding::schema::Size;

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
    assert_eq!(to_json(Message::ENCODING, &[7]).unwrap(), r#"{"a":7,"nothing":null}"#);
    assert_eq!(from_json(Message::ENCODING, r#"{"a":7,"nothing":null}"#).unwrap(), [7]);
    assert!(from_json(Message::ENCODING, r#"{"a":7,"nothing":{}}"#).is_err());
}
