//! `option`: a flag byte, `00` or `ff`, then the value; any byte except zero is read as present.

use std::collections::BTreeMap;

use crate::common::*;

#[derive(Debug, Default, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Options {
    plain: Option<u16>,
    #[encoding(option)]
    marked: Option<u16>,
    #[encoding(option, dynamic, list = 2)]
    list: Option<Vec<u16>>,
    #[encoding(dynamic, option)]
    around: Option<u8>,
    #[encoding(option, string = "2")]
    text: Option<String>,
    #[encoding(option, option)]
    twice: Option<Option<u8>>,
    #[encoding(option, bytes)]
    rest: Option<Vec<u8>>,
}

#[test]
fn on_the_wire() {
    assert_eq!(size::<Options>(), Size::variable(11, None));
    assert_eq!(size::<Option<u16>>(), Size::dynamic(1, Some(3)));
    both(&Options::default(), "00 00 00 00000001 00 00 00 00");
    let full = Options {
        plain: Some(1),
        marked: Some(2),
        list: Some(vec![3]),
        around: Some(4),
        text: Some("a".to_owned()),
        twice: Some(None),
        rest: Some(vec![5]),
    };
    both(&full, "ff0001 ff0002 ff00000002 0003 00000002 ff04 ff00000001 61 ff00 ff05");
    both(&Options { twice: Some(Some(6)), ..Options::default() }, "00 00 00 00000001 00 00 ffff06 00");
    both(&Some(1u8), "ff01");
    both(&None::<u8>, "00");
}

/// A value that JSON omits, in a block.
#[test]
fn absent_in_a_block() {
    in_json(&Options::default(), "{}");
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(first_match))]
enum Choice {
    One(Option<u8>),
    Two(#[encoding(varopt)] Option<u16>),
    Many(#[encoding(dynamic, list)] Vec<u8>),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct New(Option<u8>);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu)]
struct Chain(Option<Box<Chain>>);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(untagged(on = "u8"))]
enum Untagged {
    #[encoding(on = "0")]
    Maybe(Option<u8>),
    #[encoding(on = "_")]
    Always(u8),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Holder {
    new: New,
    chain: Chain,
    kind: u8,
    #[encoding(select = "*kind")]
    selected: Untagged,
    #[encoding(dynamic, map)]
    map: BTreeMap<String, Option<u8>>,
    #[encoding(dynamic, assoc)]
    pairs: Vec<(String, Option<u8>)>,
    twice: Option<Option<u8>>,
    #[encoding(option, dynamic, option)]
    around: Option<Option<u8>>,
    #[encoding(dft = Some(5))]
    usual: Option<u8>,
    choice: Choice,
}

/// JSON omits a field only if the outermost layer of its encoding is absent; absent values further inside are `null`.
#[test]
fn absent_further_inside() {
    let holder = |choice| Holder {
        new: New(None),
        chain: Chain(None),
        kind: 0,
        selected: Untagged::Maybe(None),
        map: [("a".to_owned(), None), ("b".to_owned(), Some(1))].into(),
        pairs: vec![("a".to_owned(), None), ("a".to_owned(), Some(2))],
        twice: Some(None),
        around: Some(None),
        usual: None,
        choice,
    };
    let rest = "\"kind\":0,\"selected\":null,\"map\":{\"a\":null,\"b\":1},\"pairs\":{\"a\":null,\"a\":2},\
                \"twice\":null,\"around\":null,\"usual\":null";
    in_json(&holder(Choice::One(None)), &format!("{{\"chain\":null,{rest},\"choice\":null}}"));
    let full = Holder { new: New(Some(1)), usual: Some(5), twice: None, around: None, ..holder(Choice::One(Some(3))) };
    in_json(
        &full,
        "{\"new\":1,\"chain\":null,\"kind\":0,\"selected\":null,\"map\":{\"a\":null,\"b\":1},\
                 \"pairs\":{\"a\":null,\"a\":2},\"choice\":3}",
    );
    // `null` does not tell which case it is, but the field is present.
    assert!(holder(Choice::Two(None)).to_json().unwrap().ends_with("\"choice\":null}"));
    in_json(&vec![New(None), New(Some(1))], "[null,1]");
    in_json(&(New(None), 2u8), "[null,2]");
}

/// The JSON Schema agrees: fields that are not omitted are required, and `null` is accepted where a value may be
/// absent.
#[test]
fn schema_of_absent_further_inside() {
    let schema: serde_json::Value = serde_json::from_str(&schema::json_schema(Holder::ENCODING)).unwrap();
    assert_eq!(schema["required"], serde_json::json!(["chain", "kind", "selected", "map", "pairs", "choice"]));
    let properties = &schema["properties"];
    let null = serde_json::json!({ "type": "null" });
    for maybe in [
        &properties["map"]["additionalProperties"],
        &properties["pairs"]["additionalProperties"],
        &properties["twice"],
        &properties["around"],
        &properties["usual"],
        &properties["choice"]["anyOf"][0],
        &properties["selected"]["anyOf"][0],
        &schema["$defs"]["chain"],
    ] {
        assert_eq!(maybe["anyOf"][1], null, "{maybe}");
    }
    assert_eq!(properties["new"]["anyOf"], serde_json::Value::Null);
}

#[test]
fn any_byte_except_zero_is_present() {
    accepted("01 0007", &Some(7u16), "ff 0007");
    accepted("80 07", &Some(7u8), "ff 07");
}

#[test]
fn bounds() {
    refused::<Options>("ff", "Not_enough_data", "plain", 1);
    refused::<Options>("00 00 00 00000003 ff04 00", "Extra_bytes", "around", 9);
    unwritable(&Options { list: Some(vec![0; 3]), ..Options::default() }, "List_invalid_length", "list");
    unwritable(&Options { text: Some("abc".to_owned()), ..Options::default() }, "Size_limit_exceeded", "text");
}
