//! `constant = "text"`: no bytes, the text in JSON.

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Transfer {
    #[encoding(constant = "transfer")]
    kind: (),
    amount: u16,
    nothing: (),
}

#[test]
fn bytes_and_json() {
    assert_eq!(size::<Transfer>(), Size::fixed(2));
    let transfer = Transfer { kind: (), amount: 1, nothing: () };
    both(&transfer, "0001");
    in_json(&transfer, r#"{"kind":"transfer","amount":1,"nothing":{}}"#);
    Transfer::from_json(r#"{"kind":"reveal","amount":1,"nothing":{}}"#).unwrap_err();
}
