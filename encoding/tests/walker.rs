//! The schema walker: values, bytes and JSON, from the schema alone.

use crate::common::on_a_small_stack;
use tezos_encoding::schema::grammar::parse;
use tezos_encoding::schema::{
    self, Case, Class, Encoding, Field, JsonErrorKind, Mu, TagSize, Value, decode, encode, from_json, to_json,
};
use tezos_encoding::{BinWriter, Decode, Encode, HasEncoding, N, NomReader, Z};

#[test]
fn paths_and_offsets() {
    let encoding = <(u8, Vec<(bool, i64)>)>::ENCODING;
    let error = to_json(encoding, &[1, 0, 0, 0, 9, 0xff, 0, 0, 0]).unwrap_err();
    let reader = <(u8, Vec<(bool, i64)>)>::from_bytes(&[1, 0, 0, 0, 9, 0xff, 0, 0, 0]).unwrap_err();
    assert_eq!((error.kind().name(), error.offset()), (reader.kind().name(), reader.offset()));
    assert_eq!(error.path(), reader.path());

    let error = from_json(<(u8, u8)>::ENCODING, "[1, 256]").unwrap_err();
    assert_eq!(error.to_string(), "1: expected an integer from 0 to 255, found 256 (Invalid_int)");
    let error = from_json(<(u8, u8)>::ENCODING, "[1, true]").unwrap_err();
    assert!(matches!(error.kind(), JsonErrorKind::Mismatch { at: 4, .. }), "{error}");
    let error = from_json(<(u8, [u8; 4])>::ENCODING, "[1, \"deadbe\"]").unwrap_err();
    assert_eq!(error.to_string(), "1: expected 4 bytes, found 3 (Invalid_bytes_length)");
}

/// More levels than fit on any stack.
const LEVELS: u32 = 1_000_000;

static U8: &Encoding = u8::ENCODING;
static LIST: Encoding =
    Encoding::Mu(&Mu { name: "list", class: Class::Dynamic, least: 1, depth: LEVELS, body: || &LIST_BODY });
static LIST_BODY: Encoding = Encoding::Union {
    tag: TagSize::U8,
    cases: &[
        Case::new(0, "Nil", &Encoding::Empty),
        Case::new(1, "Cons", &Encoding::Object(&[Field::req("hd", U8), Field::req("tl", &LIST)])),
    ],
    ignore_unknown: false,
};

#[test]
fn values_have_any_depth_that_the_schema_allows() {
    on_a_small_stack(|| {
        let nested = |levels: u32| [[1u8, 7].repeat(levels.try_into().unwrap()), vec![0]].concat();
        let deep = nested(LEVELS - 1);
        let value = decode(&LIST, &deep).unwrap();
        assert_eq!(value.clone(), value);
        assert_ne!(value, decode(&LIST, &nested(LEVELS - 2)).unwrap());
        assert_eq!(encode(&LIST, &value).unwrap(), deep);
        assert!(format!("{value:?}").contains(".."));
        assert_eq!(decode(&LIST, &nested(LEVELS)).unwrap_err().kind().name(), "Too_deep");

        let json = to_json(&LIST, &deep).unwrap();
        assert_eq!(from_json(&LIST, &json).unwrap(), deep);
        assert!(from_json(&LIST, &"[".repeat(1 << 20)).is_err());
    });
}

#[test]
fn trying_cases_takes_limited_time() {
    static TWICE: Encoding =
        Encoding::Mu(&Mu { name: "twice", class: Class::Dynamic, least: 1, depth: 1000, body: || &TWICE_BODY });
    static TWICE_BODY: Encoding = Encoding::Union {
        tag: TagSize::U8,
        cases: &[
            Case::new(0, "A", &Encoding::Object(&[Field::req("x", &TWICE)])),
            Case::new(1, "B", &Encoding::Object(&[Field::req("x", &TWICE)])),
            Case::new(2, "C", &Encoding::Null),
        ],
        ignore_unknown: false,
    };
    let text = [&"{\"x\":".repeat(200)[..], "1", &"}".repeat(200)].concat();
    assert!(from_json(&TWICE, &text).is_err());
    assert_eq!(from_json(&TWICE, "{\"x\":{\"x\":null}}").unwrap(), [0, 0, 2]);
}

/// The reference writes 103 as the JSON of the case `json_only`, which has no bytes.
#[test]
fn a_value_of_a_case_in_json_only() {
    let union = parse("tup(union(tag=uint8){0 A: uint8, json only B}, bool)").unwrap();
    for (bytes, json) in
        [([0, 99, 0], "[99,false]"), ([0, 100, 0], r#"["100",false]"#), ([0, 255, 0], r#"["255",false]"#)]
    {
        assert_eq!(to_json(union, &bytes).unwrap(), json);
        assert!(matches!(decode(union, &bytes), Ok(Value::Fields(_))));
    }
    assert_eq!(from_json(union, r#"["103",false]"#).unwrap_err().name(), "Wrong_value");
    assert_eq!(to_json(union, &[0]).unwrap_err().kind().name(), "Not_enough_data");
}

#[test]
fn absent_and_default_fields() {
    for (name, bytes, json) in [
        ("obj{a: uint8; b=7: uint8}", vec![1, 7], r#"{"a":1}"#),
        ("obj{a: uint8; b=7: uint8}", vec![1, 8], r#"{"a":1,"b":8}"#),
        ("obj{b=7: uint8; a?: uint8}", vec![7, 0], "{}"),
        ("obj{b=7: uint8; a?: uint8}", vec![7, 0xff, 2], r#"{"a":2}"#),
        ("merge_objs(obj{a: uint8}, merge_objs(obj{b?: bool}, empty))", vec![1, 0], r#"{"a":1}"#),
        ("obj{o=1: uint8; p=2: uint8}", vec![2, 2], r#"{"o":2}"#),
    ] {
        let encoding = parse(name).unwrap();
        assert_eq!(to_json(encoding, &bytes).unwrap(), json, "{name}");
        assert_eq!(from_json(encoding, json).unwrap(), bytes, "{name}");
    }
    // Other bytes for the default value, and a default value inside of another.
    #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    struct Inner {
        #[encoding(dft = 1)]
        b: u8,
    }
    #[derive(HasEncoding)]
    #[allow(dead_code, reason = "only the schema of the type is used")]
    struct Outer {
        #[encoding(dft = true)]
        flag: bool,
        #[encoding(dft = "Inner { b: 2 }")]
        a: Inner,
        c: u8,
    }
    assert_eq!(to_json(Outer::ENCODING, &[1, 2, 5]).unwrap(), r#"{"c":5}"#);
    assert_eq!(to_json(Outer::ENCODING, &[0, 1, 5]).unwrap(), r#"{"flag":false,"a":{},"c":5}"#);
    assert_eq!(from_json(Outer::ENCODING, r#"{"a":{},"c":5}"#).unwrap(), [0xff, 1, 5]);
}

#[test]
fn json_that_does_not_match_the_encoding() {
    for (name, json) in [
        ("uint8", "\"1\""),
        ("uint8", "1.5"),
        ("int64", "1"),
        ("n", "1"),
        ("bytes", "\"abc\""),
        ("bytes", "\"+1\""),
        ("tup(uint8, uint8)", "[1]"),
        ("tup(uint8, uint8)", "[1,2,3]"),
        ("obj{a: uint8}", "{}"),
        ("obj{a: uint8}", r#"{"a":1,"b":2}"#),
        ("merge_objs(obj{a: uint8}, obj{b: uint8})", r#"{"a":1,"b":2,"c":3}"#),
        ("merge_tups(tup(uint8), tup(uint8))", "[1,2,3]"),
        ("empty", "null"),
        ("null", "{}"),
        ("constant(\"k\")", "\"l\""),
        ("string_enum(red,green)", "\"blue\""),
        ("uint8", "1 2"),
    ] {
        assert!(from_json(parse(name).unwrap(), json).is_err(), "{name} accepts {json}");
    }
}

#[test]
fn write_json_equals_to_json() {
    let bytes = vec![7u8; 1000].to_bytes().unwrap();
    let mut text = String::new();
    schema::write_json(Vec::<u8>::ENCODING, &bytes, &mut text).unwrap();
    assert_eq!(text, to_json(Vec::<u8>::ENCODING, &bytes).unwrap());
}

#[test]
fn integers_of_any_size_may_be_natural_numbers() {
    let whole = Z::from_bytes(&[[0xbf].as_slice(), &[0xff; 30], &[0x7f]].concat()).unwrap();
    let natural = [[0xff].as_slice(), &[0xff; 30], &[0x3f]].concat();
    assert_eq!(encode(N::ENCODING, &Value::Whole(whole)).unwrap(), natural);
    let negative = encode(N::ENCODING, &Value::Whole(Z::from(-1i64)));
    assert_eq!(negative.unwrap_err().kind().name(), "Invalid_natural");
}
