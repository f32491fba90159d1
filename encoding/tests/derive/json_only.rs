//! `json_only`: a variant that occurs in JSON and not on the wire.

use tezos_encoding::schema::CaseKind;

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(first_match))]
enum Amount {
    Small(u8),
    #[encoding(json_only, string)]
    Any(String),
    Next(u8),
}

#[test]
fn it_has_no_tag_and_no_bytes() {
    both(&Amount::Small(3), "00 03");
    both(&Amount::Next(3), "01 03");
    refused::<Amount>("02 00", "Unexpected_tag", "", 0);
    assert_eq!(Amount::Any(String::new()).to_bytes().unwrap_err().kind().name(), "No_case_matched");
    assert!(matches!(Amount::CASES[1].kind, CaseKind::JsonOnly));
    // As in the reference, the size of the variant counts for the size of the enum (`encoding.ml`, `union`).
    assert_eq!(size::<Amount>().class, Class::Dynamic);
}

#[test]
fn the_schema_does_not_write_it() {
    let encoding = Amount::ENCODING;
    let value = Value::Case { index: 1, payload: Box::new(Value::Text(b"7".to_vec())) };
    assert_eq!(schema::encode(encoding, &value).unwrap_err().kind().name(), "No_case_matched");
    assert!(schema::from_json(encoding, r#""7""#).is_err());
    assert_eq!(schema::from_json(encoding, "7").unwrap(), [0, 7]);
    let description = schema::describe(encoding).to_string();
    assert!(!description.contains("Any"), "{description}");
}
