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
fn bytes_that_are_no_document() {
    const REFUSED: &str = "Exception_raised_in_user_function";
    refused::<Message>("00000005 0500000001 09", REFUSED, "document", 4);
    refused::<Message>("00000000 09", REFUSED, "document", 4);
    refused::<Message>("00000006 0500000000 09", REFUSED, "document", 4);
    refused::<Message>("00000009 0500000000 09", "Not_enough_data", "document", 4);
    assert!("{".parse::<Json>().is_err());
}
