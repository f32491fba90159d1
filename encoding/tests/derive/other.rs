//! `other` and `reserved`: unknown tags are kept, except those that no variant may have.

use std::borrow::Cow;

use crate::common::*;

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(tags = "u8", reserved = [1, 3])]
enum Balance<'a> {
    #[encoding(tag = 0)]
    Account { owner: u16 },
    #[encoding(tag = 2)]
    BlockFees,
    #[encoding(other)]
    Unknown {
        tag: u8,
        #[encoding(rest)]
        raw: &'a [u8],
    },
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(tags = "u16")]
enum Wide {
    Known(u8),
    #[encoding(other)]
    Unknown(u16, Vec<u8>),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Around<'a> {
    #[encoding(dynamic)]
    first: Balance<'a>,
    #[encoding(dynamic)]
    then: Lent<'a>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Lent<'a> {
    #[encoding(other)]
    Any(u8, Cow<'a, [u8]>),
}

#[test]
fn unknown_tags_are_kept() {
    both(&Balance::Account { owner: 5 }, "00 0005");
    both(&Balance::BlockFees, "02");
    both(&Balance::Unknown { tag: 4, raw: &[] }, "04");
    both(&Balance::Unknown { tag: 255, raw: &[1, 2] }, "ff 0102");
    both(&Wide::Known(7), "0000 07");
    both(&Wide::Unknown(0x1234, vec![9]), "1234 09");
    let around = Around { first: Balance::Unknown { tag: 9, raw: &[9] }, then: Lent::Any(0, Cow::Borrowed(&[7])) };
    both(&around, "00000002 0909 00000002 0007");
    assert_eq!(size::<Balance<'_>>().class, Class::Variable);
    assert_eq!((size::<Balance<'_>>().least, size::<Wide>().least), (1, 2));
}

#[test]
fn known_and_reserved_tags_are_not_unknown() {
    for (tag, raw) in [(0, &[][..]), (2, &[7]), (1, &[]), (3, &[])] {
        let error = Balance::Unknown { tag, raw }.to_bytes().unwrap_err();
        assert_eq!(*error.kind(), ErrorKind::TakenTag { tag: tag.into() });
        assert_eq!((error.kind().name(), error.path().to_string().as_str()), ("Unexpected_tag", ""));
    }
    refused::<Balance<'_>>("01", "Unexpected_tag", "", 0);
    refused::<Balance<'_>>("03 00", "Unexpected_tag", "", 0);
    refused::<Around<'_>>("00000001 03 00000001 00", "Unexpected_tag", "first", 4);
}

#[test]
fn tags_of_values() {
    assert_eq!(Wide::Unknown(0x1234, vec![9]).tag(), 0x1234);
    assert_eq!(Wide::Unknown(0x1234, vec![9]).title(), "Unknown");
    assert_eq!(Wide::Known(1).tag(), 0);
    assert_eq!(Wide::CASES[1].own_tag(), None);
}

#[test]
fn json_has_the_tag_and_the_bytes() {
    in_json(&Wide::Unknown(0x1234, vec![9, 10]), r#"[4660,"090a"]"#);
    let (encoding, bytes) = (<Balance<'_> as HasEncoding>::ENCODING, hex("04 0102"));
    assert_eq!(schema::to_json(encoding, bytes).unwrap(), r#"{"tag":4,"raw":"0102"}"#);
    assert_eq!(schema::from_json(encoding, r#"{"tag":4,"raw":"0102"}"#).unwrap(), bytes);
    let error = schema::from_json(encoding, r#"{"tag":3,"raw":""}"#).unwrap_err();
    assert!(error.to_string().contains("the tag 3 (0x03)"), "{error}");
}

#[test]
fn the_schema_agrees() {
    let encoding = Wide::ENCODING;
    let value = schema::decode(encoding, hex("1234 09")).unwrap();
    let payload = Value::Fields(vec![Value::Int(0x1234), Value::Bytes(vec![9])]);
    assert_eq!(value, Value::Case { index: 1, payload: Box::new(payload) });
    let payload = Value::Fields(vec![Value::Int(0), Value::Bytes(vec![9])]);
    let error = schema::encode(encoding, &Value::Case { index: 1, payload: Box::new(payload) }).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::TakenTag { tag: 0 });
    let description = schema::describe(encoding).to_string();
    assert!(description.contains("Unknown (any other tag)"), "{description}");
    let parts = schema::slice(encoding, hex("1234 09"));
    let names: Vec<_> = parts.slices.iter().map(|part| part.name.as_str()).collect();
    assert_eq!(names, ["uint16", "bytes"]);
}

#[test]
fn views_keep_unknown_tags() {
    let bytes = hex("1234 09");
    let view = WideView::from_bytes(bytes).unwrap();
    assert_eq!(view, WideView::Unknown(0x1234, &bytes[2..]));
    assert_eq!(view.to_owned().unwrap(), Wide::Unknown(0x1234, vec![9]));
}
