//! `Json`: any JSON document.

use tezos_encoding::Json;

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Message {
    document: Json,
    last: u8,
}

#[test]
fn bytes() {
    let document: Json = r#"{"a":1,"b":[true,null,"x"]}"#.parse().unwrap();
    let bson = "28000000016100000000000000f03f04620015000000083000010a31000232000200000078000000";
    let message = Message { document, last: 9 };
    both(&message, &format!("00000028 {bson} 09"));
    in_json(&message, r#"{"document":{"a":1,"b":[true,null,"x"]},"last":9}"#);
    assert_eq!(message.document.to_string(), r#"{"a":1,"b":[true,null,"x"]}"#);
}

#[test]
fn bytes_that_are_not_a_document() {
    const REFUSED: &str = "Exception_raised_in_user_function";
    refused::<Message>("00000005 0500000001 09", REFUSED, "document", 4);
    refused::<Message>("00000000 09", REFUSED, "document", 4);
    refused::<Message>("00000006 0500000000 09", REFUSED, "document", 4);
    refused::<Message>("00000009 0500000000 09", "Not_enough_data", "document", 4);
    assert!("{".parse::<Json>().is_err());
}

#[test]
fn text_that_is_not_utf8() {
    // The document {"a": ".."} whose string is the byte ff.
    let message = Message::from_bytes(hex("0000000e 0e000000 026100 02000000 ff00 00 09")).unwrap();
    in_json(&message, r#"{"document":{"a":{"invalid_utf8_string":[255]}},"last":9}"#);
    // An object of this name that is not the JSON of text outside UTF-8 stays an object.
    for same in [r#"{"invalid_utf8_string":[65]}"#, r#"{"invalid_utf8_string":[256]}"#, r#"{"invalid_utf8_string":1}"#]
    {
        assert_eq!(format!("{{\"a\":{same}}}").parse::<Json>().unwrap().to_string(), format!("{{\"a\":{same}}}"));
    }
    // A document is an object or an array, not text.
    assert_eq!(r#"{"invalid_utf8_string":[255]}"#.parse::<Json>().unwrap_err().name(), "Wrong_value");
}

#[test]
fn errors_have_a_name_and_an_offset() {
    let error = r#"{"a":{"b\u0000":1}}"#.parse::<Json>().unwrap_err();
    assert_eq!((error.name(), error.to_string().contains("at column 8 (byte 7)")), ("Wrong_value", true), "{error}");
    let error = r#"{"a":[1, -1e999]}"#.parse::<Json>().unwrap_err();
    assert_eq!(error.name(), "Number_too_large");
    let text = "at column 10 (byte 9): expected a number in the range of a double, found -1e999";
    assert_eq!(error.to_string(), text);
}
