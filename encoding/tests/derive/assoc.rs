//! `assoc` and `map`: keys and values to the end of the block.

use std::collections::BTreeMap;

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Pairs {
    #[encoding(dynamic, assoc, le)]
    pairs: Vec<(String, u16)>,
    n: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Map {
    #[encoding(map, bounded = 5, string)]
    map: BTreeMap<String, String>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Raw<'a>(#[encoding(assoc)] Vec<(&'a [u8], u8)>);

fn map(pairs: &[(&str, &str)]) -> Map {
    Map { map: pairs.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect() }
}

const TWO: &str = "00000001 61 00000001 78 00000001 62 00000000";

#[test]
fn on_the_wire() {
    assert_eq!(size::<Pairs>(), Size::dynamic(5, None));
    assert_eq!(size::<Map>(), Size::variable(0, None));
    let pairs = vec![("b".to_owned(), 1), ("a".to_owned(), 2), ("b".to_owned(), 3)];
    both(&Pairs { pairs, n: 9 }, "00000015 00000001 62 0100 00000001 61 0200 00000001 62 0300 09");
    both(&Pairs { pairs: vec![], n: 9 }, "00000000 09");
    both(&map(&[("b", ""), ("a", "x")]), TWO);
    both(&Raw(vec![(&[0xff], 1)]), "00000001 ff 01");
}

#[test]
fn a_map_is_written_in_order_and_read_in_any() {
    let other = hex("00000001 62 00000000 00000001 61 00000001 78");
    assert_eq!(Map::from_bytes(other).unwrap(), map(&[("a", "x"), ("b", "")]));
    assert_eq!(Map::from_canonical_bytes(other).unwrap_err(), NotCanonical::Differs { offset: 4 });
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Nested {
    #[encoding(dft = 7)]
    level: u8,
    #[encoding(map, dynamic, map)]
    outer: BTreeMap<String, BTreeMap<String, u8>>,
}

/// Also by the schema alone, so that its JSON converts back to the value.
#[test]
fn a_map_has_the_order_of_its_keys() {
    let other = hex("00000001 62 00000000 00000001 61 00000001 78");
    let json = r#"{"map":{"a":"x","b":""}}"#;
    assert_eq!(schema::to_json(Map::ENCODING, other).unwrap(), json);
    let value = schema::decode(Map::ENCODING, other).unwrap();
    assert_eq!(schema::decode(Map::ENCODING, &schema::from_json(Map::ENCODING, json).unwrap()).unwrap(), value);
    let Value::Fields(fields) = &value else { panic!("{value:?}") };
    let pair = |key: &[u8], text: &[u8]| (key.to_vec(), Value::Text(text.to_vec()));
    assert_eq!(fields[..], [Value::Assoc(vec![pair(b"a", b"x"), pair(b"b", b"")])]);
    // An association list keeps the order of its pairs.
    let pairs = "0000000e 00000001 62 0100 00000001 61 0200 09";
    assert_eq!(schema::to_json(Pairs::ENCODING, hex(pairs)).unwrap(), r#"{"pairs":{"b":1,"a":2},"n":9}"#);
    let inner = "00000001 7a 01 00000001 79 02 00000001 78 03";
    for (level, json) in [("07", ""), ("08", r#""level":8,"#)] {
        let bytes = format!("{level} 00000001 63 00000000 00000001 62 00000012 {inner} 00000000 00000000");
        let json = format!(r#"{{{json}"outer":{{"":{{}},"b":{{"x":3,"y":2,"z":1}},"c":{{}}}}}}"#);
        assert_eq!(schema::to_json(Nested::ENCODING, hex(&bytes)).unwrap(), json);
        assert_eq!(Nested::from_bytes(hex(&bytes)).unwrap().to_json().unwrap(), json);
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Both {
    #[encoding(dynamic, assoc)]
    pairs: Vec<(String, u8)>,
    #[encoding(dynamic, map)]
    map: BTreeMap<String, u16>,
}

/// Replaces each byte of a value by every other value, and checks that what decodes also converts back from its JSON.
#[test]
fn changed_bytes_come_back_from_their_json() {
    let pairs = vec![("b".to_owned(), 1), ("a\"".to_owned(), 2), ("b".to_owned(), 3)];
    let seed = Both { pairs, map: [("x".to_owned(), 1), ("yz".to_owned(), 2)].into() }.to_bytes().unwrap();
    let mut read = 0;
    for (at, byte) in (0..seed.len()).flat_map(|at| (0..=255).map(move |byte| (at, byte))) {
        let mut bytes = seed.clone();
        bytes[at] = byte;
        let Ok(value) = Both::from_bytes(&bytes) else { continue };
        let json = schema::to_json(Both::ENCODING, &bytes).unwrap();
        assert_eq!(value.to_json().unwrap(), json);
        assert_eq!(Both::from_json(&json).unwrap(), value, "{json}");
        let again = schema::from_json(Both::ENCODING, &json).unwrap();
        assert_eq!(schema::decode(Both::ENCODING, &again), schema::decode(Both::ENCODING, &bytes), "{json}");
        read += 1;
    }
    assert!(read > 2000, "{read}");
}

#[test]
fn json_and_views() {
    assert_eq!(map(&[("b", ""), ("a", "x")]).to_json().unwrap(), r#"{"map":{"a":"x","b":""}}"#);
    assert_eq!(Map::from_json(r#"{"map":{"b":"","a":"x"}}"#).unwrap(), map(&[("a", "x"), ("b", "")]));
    // The schema alone writes a `Value` in the same order as the type.
    let pair = |key: &str, text: &str| (key.as_bytes().to_vec(), Value::Text(text.as_bytes().to_vec()));
    let value = Value::Fields(vec![Value::Assoc(vec![pair("b", ""), pair("a", "x")])]);
    for bytes in [
        schema::from_json(Map::ENCODING, r#"{"map":{"b":"","a":"x"}}"#).unwrap(),
        schema::encode(Map::ENCODING, &value).unwrap(),
    ] {
        assert_eq!(Map::from_canonical_bytes(&bytes).unwrap(), map(&[("a", "x"), ("b", "")]));
    }
    let wrong = schema::from_json(Map::ENCODING, r#"{"map":{"b":0,"a":"x"}}"#).unwrap_err();
    assert_eq!(
        (wrong.to_string().starts_with("at column 13 (byte 12), map[0]: "), wrong.name()),
        (true, "Wrong_value")
    );
    Map::from_json(r#"{"map":{"a":"","a":"x"}}"#).unwrap_err();
    let pairs = Pairs::from_json(r#"{"pairs":{"a":1,"a":2},"n":3}"#).unwrap();
    assert_eq!(pairs.pairs, [("a".to_owned(), 1), ("a".to_owned(), 2)]);
    let view = MapView::from_bytes(hex(TWO)).unwrap();
    assert_eq!(view.map.iter().collect::<Vec<_>>(), [("a", "x"), ("b", "")]);
    assert_eq!(view.to_owned().unwrap(), map(&[("a", "x"), ("b", "")]));
    let twice = MapView::from_bytes(hex("00000001 61 00000000 00000001 61 00000000")).unwrap_err();
    assert_eq!((twice.kind().name(), twice.offset()), ("Duplicate_key", 9));
    refused::<Map>("00000001 61 00000000 00000001 61 00000000", "Duplicate_key", "map[1]", 9);
    refused::<Map>("00000001 61 00000002 7878", "Size_limit_exceeded", "map[0]", 9);
    refused::<Map>("00000002 61", "Not_enough_data", "map[0]", 4);
    refused::<Map>("00000001 ff 00000000", "Invalid_utf8", "map[0]", 4);
    refused::<Pairs>("00000006 00000001 61 01", "Not_enough_data", "pairs[0]", 9);
    unwritable(&map(&[("a", "xx")]), "Size_limit_exceeded", "map[0]");
}
