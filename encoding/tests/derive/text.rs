//! `string(..)`: size prefixes of every kind, the narrowest one, none, and a fixed length.

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Texts {
    #[encoding(string(kind = "u16", max = 300))]
    counted: String,
    #[encoding(string(bounded, max = 22))]
    narrow: String,
    #[encoding(string(bounded, max = 300))]
    wider: Vec<u8>,
    #[encoding(string(fixed = 3))]
    fixed: String,
    #[encoding(string(variable))]
    rest: String,
}

fn value() -> Texts {
    let [counted, narrow, rest] = [(); 3].map(|()| String::new());
    Texts { counted, narrow, wider: vec![], fixed: "abc".into(), rest }
}

#[test]
fn on_the_wire() {
    assert_eq!(size::<Texts>(), Size::variable(2 + 1 + 2 + 3, None));
    both(&value(), "0000 00 0000 616263");
    let full =
        Texts { counted: "a".into(), narrow: "b".into(), wider: vec![0xff], fixed: "cde".into(), rest: "f".into() };
    both(&full, "0001 61 01 62 0001 ff 636465 66");
    refused::<Texts>(&format!("0000 17 {}", "61".repeat(23)), "Size_limit_exceeded", "narrow", 3);
    unwritable(&Texts { narrow: "a".repeat(23), ..value() }, "Size_limit_exceeded", "narrow");
    // As the reference does for a string: `write_errors.jsonl`, `fixed_string(3)`.
    unwritable(&Texts { fixed: "ab".into(), ..value() }, "Invalid_string_length", "fixed");
    let mut json = value().to_json().unwrap();
    json = json.replace(r#""fixed":"abc""#, r#""fixed":"ab""#);
    assert_eq!(schema::from_json(Texts::ENCODING, &json).unwrap_err().name(), "Invalid_string_length");
}
