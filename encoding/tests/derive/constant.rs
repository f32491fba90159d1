//! `constant = "text"`: no bytes, a text in JSON.

use tezos_encoding::schema::{self, Size};
use tezos_encoding::{BinWriter, FromJson, HasEncoding, NomReader, ToJson, View};

use crate::common::{both, refused, size};

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Transfer {
    #[encoding(constant = "transfer")]
    kind: (),
    amount: u16,
    nothing: (),
}

#[test]
fn schema() {
    assert_eq!(size::<Transfer>(), Size::fixed(2));
    let value = schema::decode(Transfer::ENCODING, &[0, 1]).unwrap();
    assert_eq!(schema::encode(Transfer::ENCODING, &value).unwrap(), [0, 1]);
}

#[test]
fn bytes() {
    both(&Transfer { kind: (), amount: 1, nothing: () }, "0001");
}

#[test]
fn json() {
    let transfer = Transfer { kind: (), amount: 1, nothing: () };
    let text = r#"{"kind":"transfer","amount":1,"nothing":{}}"#;
    assert_eq!(transfer.to_json().unwrap(), text);
    assert_eq!(Transfer::from_json(text).unwrap(), transfer);
    Transfer::from_json(r#"{"kind":"reveal","amount":1,"nothing":{}}"#).unwrap_err();
}

#[test]
fn bounds() {
    refused::<Transfer>("00", "Not_enough_data", "amount", 0);
}
