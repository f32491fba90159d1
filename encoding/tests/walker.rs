//! The schema walker: values, bytes and JSON, from the schema alone.

use crate::common::on_a_small_stack;
use std::fmt;
use tezos_encoding::schema::grammar::parse;
use tezos_encoding::schema::{
    self, Case, Class, Count, DefaultBytes, Encoding, Extent, Field, Int, JsonErrorKind, JsonPrinter, Keys, Mu, Scalar,
    Split, TagSize, Value, decode, encode, from_json, to_json,
};
use tezos_encoding::wire::Prefix;
use tezos_encoding::{
    BinWriter, Decode, Encode, EncodeError, ErrorKind, HasEncoding, N, NomReader, Reader, Revision, Z,
};

#[test]
fn paths_and_offsets() {
    let encoding = <(u8, Vec<(bool, i64)>)>::ENCODING;
    let error = to_json(encoding, &[1, 0, 0, 0, 9, 0xff, 0, 0, 0]).unwrap_err();
    let reader = <(u8, Vec<(bool, i64)>)>::from_bytes(&[1, 0, 0, 0, 9, 0xff, 0, 0, 0]).unwrap_err();
    assert_eq!((error.kind().name(), error.offset()), (reader.kind().name(), reader.offset()));
    assert_eq!(error.path(), reader.path());

    let error = from_json(<(u8, u8)>::ENCODING, "[1, 256]").unwrap_err();
    assert_eq!(
        error.to_string(),
        "at column 5 (byte 4), 1: expected an integer from 0 to 255, found 256 (Invalid_int)"
    );
    let error = from_json(<(u8, u8)>::ENCODING, "[1, true]").unwrap_err();
    assert!(matches!(error.kind(), JsonErrorKind::Mismatch { at: 4, .. }), "{error}");
    let error = from_json(<(u8, [u8; 4])>::ENCODING, "[1, \"deadbe\"]").unwrap_err();
    assert_eq!(error.to_string(), "at column 6 (byte 5), 1: expected 4 bytes, found 3 (Invalid_bytes_length)");
}

/// More levels than fit on any stack.
const LEVELS: u32 = 1_000_000;

const U8: &Encoding = u8::ENCODING;
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
        // A wrong value at the innermost level, which each level passes on.
        let json = to_json(&LIST, &nested(100_000)).unwrap();
        let error = from_json(&LIST, &json.replace("{}", "true")).unwrap_err();
        assert_eq!(error.name(), "No_case_matched");
        assert!(error.to_string().contains("tl… 99936 levels ….tl."), "{error}");
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
    // A default outside of a field is printed, because it has no name to omit.
    static PAIR: Encoding = Encoding::Tuple(&[&Encoding::Dft { inner: U8, default: DefaultBytes::Known(&[7]) }, U8]);
    assert_eq!((to_json(&PAIR, &[7, 7]).unwrap().as_str(), from_json(&PAIR, "[7,7]").unwrap()), ("[7,7]", vec![7, 7]));
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

/// A text is passed on in pieces, between which no field is removed.
#[test]
fn long_texts_are_written_in_pieces() {
    #[derive(HasEncoding, NomReader, BinWriter)]
    struct Item {
        #[encoding(dft = "7")]
        kind: u8,
        seen: Option<bool>,
        name: String,
    }
    struct Pieces(Vec<String>);
    impl fmt::Write for Pieces {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0.push(text.into());
            Ok(())
        }
    }
    let items: Vec<_> = (0..2_000)
        .map(|index: u32| Item {
            kind: if index.is_multiple_of(2) { 6 } else { 7 },
            seen: index.is_multiple_of(3).then_some(true),
            name: "a\n".into(),
        })
        .collect();
    let bytes = items.to_bytes().unwrap();
    let mut pieces = Pieces(Vec::new());
    schema::write_json(Vec::<Item>::ENCODING, &bytes, &mut pieces).unwrap();
    assert!(pieces.0.len() > 5 && pieces.0.iter().all(|piece| piece.len() < 5_000));
    let texts: Vec<_> = items
        .iter()
        .map(|item| {
            let kind = if item.kind == 7 { "" } else { r#""kind":6,"# };
            let seen = if item.seen.is_some() { r#""seen":true,"# } else { "" };
            format!(r#"{{{kind}{seen}"name":"a\n"}}"#)
        })
        .collect();
    assert_eq!(pieces.0.concat(), format!("[{}]", texts.join(",")));
    assert_eq!(to_json(Vec::<Item>::ENCODING, &bytes).unwrap(), pieces.0.concat());
}

#[test]
fn integers_of_any_size_may_be_natural_numbers() {
    let whole = Z::from_bytes(&[[0xbf].as_slice(), &[0xff; 30], &[0x7f]].concat()).unwrap();
    let natural = [[0xff].as_slice(), &[0xff; 30], &[0x3f]].concat();
    assert_eq!(encode(N::ENCODING, &Value::Whole(whole)).unwrap(), natural);
    let negative = encode(N::ENCODING, &Value::Whole(Z::from(-1i64)));
    assert_eq!(negative.unwrap_err().kind().name(), "Invalid_natural");
}

/// Numbers in JSON at the limits of their encodings: the bytes, or the name of the error.
#[test]
fn numbers_in_json() {
    const UINT_LIKE: &Encoding = &Encoding::Scalar(Scalar::UintLikeN { max: (1 << 56) - 1 });
    const INT_LIKE: &Encoding = &Encoding::Scalar(Scalar::IntLikeZ { min: -(1 << 55) + 1, max: (1 << 55) - 1 });
    let hex = |bytes: Vec<u8>| bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let grammar = |name: &str| parse(name).unwrap();
    for (encoding, json, expected) in [
        (grammar("uint8"), "0", "00"),
        (grammar("uint8"), "-0", "00"),
        (grammar("uint8"), "-0.0", "Wrong_value"),
        (grammar("uint8"), "255", "ff"),
        (grammar("uint8"), "2.55e2", "ff"),
        (grammar("uint8"), "2550E-1", "ff"),
        (grammar("uint8"), "25.55e1", "Wrong_value"),
        (grammar("uint8"), "256", "Invalid_int"),
        (grammar("uint8"), "2.56e2", "Invalid_int"),
        (grammar("uint8"), "-1", "Invalid_int"),
        (grammar("int8"), "-128", "80"),
        (grammar("int8"), "127", "7f"),
        (grammar("int8"), "-129", "Invalid_int"),
        (grammar("int8"), "128", "Invalid_int"),
        (grammar("int32"), "-2147483648", "80000000"),
        (grammar("int32"), "2147483648", "Invalid_int"),
        (grammar("int31"), "1073741823", "3fffffff"),
        (grammar("int31"), "-1073741825", "Invalid_int"),
        (grammar("uint16_le"), "258", "0201"),
        (grammar("ranged_int(10,20)"), "10", "00"),
        (grammar("ranged_int(10,20)"), "20", "0a"),
        (grammar("ranged_int(10,20)"), "9", "Invalid_int"),
        (grammar("ranged_int(10,20)"), "21", "Invalid_int"),
        (grammar("uint8"), "1e30", "Wrong_value"),
        (grammar("int64"), "\"9223372036854775807\"", "7fffffffffffffff"),
        (grammar("int64"), "\"-9223372036854775808\"", "8000000000000000"),
        (grammar("int64"), "\"9223372036854775808\"", "Invalid_int"),
        (grammar("int64"), "\"1.0\"", "Wrong_value"),
        (grammar("int64"), "\"\"", "Wrong_value"),
        (grammar("int64"), "\" 1\"", "Wrong_value"),
        (grammar("int64"), "\"+1\"", "0000000000000001"),
        (grammar("n"), "\"127\"", "7f"),
        (grammar("n"), "\"128\"", "8001"),
        (grammar("n"), "\"-1\"", "Invalid_natural"),
        (grammar("n"), "\"-0\"", "00"),
        (grammar("n"), "\"+1\"", "01"),
        (grammar("n"), "\"1e1\"", "Wrong_value"),
        (grammar("z"), "\"-64\"", "c001"),
        (grammar("z"), "\"-63\"", "7f"),
        (grammar("z"), "\"-0\"", "00"),
        (grammar("z"), "\"--1\"", "Wrong_value"),
        (grammar("z"), "\"-\"", "00"),
        (UINT_LIKE, "9007199254740993", "8180808080808010"),
        (UINT_LIKE, "9007199254740992.0", "8080808080808010"),
        (UINT_LIKE, "9007199254740994.0", "Wrong_value"),
        (UINT_LIKE, "72057594037927935", "ffffffffffffff7f"),
        (UINT_LIKE, "72057594037927936", "Invalid_int"),
        (UINT_LIKE, "-1", "Invalid_int"),
        (INT_LIKE, "-9007199254740992e0", "c080808080808020"),
        (INT_LIKE, "-9007199254740994e0", "Wrong_value"),
        (INT_LIKE, "-36028797018963967", "ffffffffffffff7f"),
        (INT_LIKE, "-36028797018963968", "Invalid_int"),
        (grammar("float"), "-0.0", "8000000000000000"),
        (grammar("float"), "1", "3ff0000000000000"),
        (grammar("float"), "\"nan\"", "7ff0000000000001"),
        (grammar("float"), "\"inf\"", "7ff0000000000000"),
        (grammar("float"), "\"-inf\"", "fff0000000000000"),
        (grammar("float"), "\"NaN\"", "Wrong_value"),
        (grammar("float"), "\"1\"", "Wrong_value"),
        (grammar("ranged_float(0.5,1.5)"), "0.5", "3fe0000000000000"),
        (grammar("ranged_float(0.5,1.5)"), "1.5", "3ff8000000000000"),
        (grammar("ranged_float(0.5,1.5)"), "0.49999999999999994", "Invalid_float"),
        (grammar("ranged_float(0.5,1.5)"), "1.5000000000000002", "Invalid_float"),
        (grammar("bool"), "1", "Wrong_value"),
        (grammar("bool"), "\"true\"", "Wrong_value"),
        (grammar("variable_string"), r#"{"invalid_utf8_string":[0,255]}"#, "00ff"),
        (grammar("variable_string"), r#"{"invalid_utf8_string":[256]}"#, "Wrong_value"),
        (grammar("variable_string"), r#"{"invalid_utf8_string":[-1]}"#, "Wrong_value"),
        (grammar("variable_string"), r#"{"invalid_utf8_string":["1"]}"#, "Wrong_value"),
        (grammar("variable_string"), r#"{"invalid_utf8_string":[1],"a":1}"#, "Wrong_value"),
        (grammar("variable_string"), r#"{"a":1,"invalid_utf8_string":[1]}"#, "Wrong_value"),
        (grammar("variable_bytes"), "\"aF09\"", "af09"),
        (grammar("variable_bytes"), "\"0g\"", "Wrong_value"),
        (grammar("variable_bytes"), "\"0\"", "Wrong_value"),
        (grammar("unit"), "{}", ""),
        (grammar("unit"), r#"{"a":1}"#, "Wrong_value"),
        (grammar("null"), "null", ""),
        (grammar("constant(\"k\")"), "\"k\"", ""),
    ] {
        let found = from_json(encoding, json).map_or_else(|error| error.name().to_owned(), hex);
        assert_eq!(found, expected, "{json} as {}", encoding.name());
    }
}

/// Values of another kind than the encoding has, and numbers one past the last good one.
#[test]
fn values_that_cannot_be_encoded() {
    let list = |count: usize| Value::List(vec![Value::Int(1); count]);
    let wrong = |expected| (format!("expected {expected}, found a value of another kind (Wrong_value)"), Value::Unit);
    let boxed = |index, payload| Value::Case { index, payload: Box::new(payload) };
    let name = |index| Value::Name(index);
    for (name, (expected, value)) in [
        ("bool", wrong("bool")),
        ("int31", wrong("int31")),
        ("n", wrong("n")),
        ("string", wrong("text")),
        ("bytes", wrong("bytes")),
        ("lazy(uint8)", wrong("bytes")),
        ("string_enum(a,b)", wrong("the index of a name")),
        ("list(uint8)", wrong("a list")),
        ("tup(uint8, uint8)", wrong("one value for each field of the encoding")),
        ("obj{a: uint8}", ("expected one value for each field of the encoding, found a value of another kind (Wrong_value)".into(), Value::Fields(vec![]))),
        ("option(uint8)", wrong("a case")),
        ("obj{a?: uint8}", ("a: expected an option, found a value of another kind (Wrong_value)".into(), Value::Fields(vec![Value::Unit]))),
        ("compact(tag=uint8, int32)", wrong("int32")),
        ("null", ("expected nothing, found a value of another kind (Wrong_value)".into(), Value::Int(1))),
        ("string_enum(a,b)", ("no case of the encoding matches the value (No_case_matched)".into(), name(2))),
        ("option(uint8)", ("no case of the encoding matches the value (No_case_matched)".into(), boxed(2, Value::Unit))),
        ("list(max=3, uint8)", ("at most 3 elements are allowed, found 4 (List_invalid_length)".into(), list(4))),
        ("array(max=3, uint8)", ("at most 3 elements are allowed, found 4 (Array_invalid_length)".into(), list(4))),
        ("fixed_list(3, uint8)", ("expected exactly 3 elements, found 2 (List_invalid_length)".into(), list(2))),
        ("fixed_list(3, uint8)", ("at most 3 elements are allowed, found 4 (List_invalid_length)".into(), list(4))),
        ("list_with_length(uint8, uint8)", ("at most 255 elements are allowed, found 256 (List_invalid_length)".into(), list(256))),
        ("fixed_bytes(2)", ("expected 2 bytes, found 1 (Invalid_bytes_length)".into(), Value::Bytes(vec![1]))),
        ("fixed_string(2)", ("expected 2 bytes, found 3 (Invalid_string_length)".into(), Value::Text(vec![1; 3]))),
        ("string(len=uint8)", ("at most 255 bytes are allowed, found 256 (Size_limit_exceeded)".into(), Value::Text(vec![1; 256]))),
        ("bounded_string(3)", ("at most 3 bytes are allowed, found 4 (Size_limit_exceeded)".into(), Value::Text(vec![1; 4]))),
        ("uint_like_n(max=9)", ("expected an integer from 0 to 9, found 10 (Invalid_int)".into(), Value::Int(10))),
        ("int_like_z(min=-9,max=9)", ("expected an integer from -9 to 9, found -10 (Invalid_int)".into(), Value::Int(-10))),
        ("compact(tag=uint8, int32)", ("expected an integer from -2147483648 to 2147483647, found 2147483648 (Invalid_int)".into(), Value::Int(1 << 31))),
        ("compact(tag=uint8, int64)", ("expected an integer from -9223372036854775808 to 9223372036854775807, found 9223372036854775808 (Invalid_int)".into(), Value::Int(1 << 63))),
    ] {
        let error = encode(parse(name).unwrap(), &value).unwrap_err();
        assert_eq!(error.to_string(), expected, "{name}");
    }
    for (encoding, value, size) in [
        ("list(max=3, uint8)", list(3), 7),
        ("fixed_list(3, uint8)", list(3), 3),
        ("list_with_length(uint8, uint8)", list(255), 256),
        ("string(len=uint8)", Value::Text(vec![1; 255]), 256),
        ("bounded_string(3)", Value::Text(vec![1; 3]), 4),
        ("string_enum(a,b)", name(1), 1),
        ("uint_like_n(max=9)", Value::Int(9), 1),
        ("int_like_z(min=-9,max=9)", Value::Int(-9), 1),
        ("compact(tag=uint8, int32)", Value::Int((1 << 31) - 1), 5),
        ("compact(tag=uint8, int64)", Value::Int(-(1 << 63)), 9),
    ] {
        let bytes = encode(parse(encoding).unwrap(), &value).unwrap();
        assert_eq!((bytes.len(), decode(parse(encoding).unwrap(), &bytes)), (size, Ok(value)), "{encoding}");
    }
}

/// What a writer checks that no type of the reference needs: UTF-8, levels, sizes behind blocks, and the results of conversions.
#[test]
fn writers_check_what_readers_check() {
    let text = |bytes: &[u8]| Value::Text(bytes.to_vec());
    let name = |result: Result<Vec<u8>, EncodeError>| result.map_err(|error| error.kind().name());
    assert_eq!(name(encode(String::ENCODING, &text(&[0xff]))), Err("Invalid_utf8"));
    assert_eq!(from_json(String::ENCODING, r#"{"invalid_utf8_string":[255]}"#).unwrap_err().name(), "Invalid_utf8");
    static MAP: Encoding = Encoding::Assoc { value: U8, keys: Keys { utf8: true, distinct: false } };
    let pairs = |key: &[u8]| Value::Assoc(vec![(key.to_vec(), Value::Int(1)); 2]);
    assert_eq!(name(encode(&MAP, &pairs(&[0xff]))), Err("Invalid_utf8"));
    assert_eq!(name(encode(&MAP, &pairs(b"a"))).unwrap().len(), 12);

    static THREE: Encoding =
        Encoding::Mu(&Mu { name: "three", class: Class::Dynamic, least: 1, depth: 3, body: || &THREE_BODY });
    static THREE_BODY: Encoding = Encoding::Tuple(&[&Encoding::Opt(&THREE), &Encoding::Opt(&THREE)]);
    let both = |inner: Value| {
        let some = |value| Value::Option(Some(Box::new(value)));
        Value::Fields(vec![some(Value::Fields(vec![Value::Option(None), Value::Option(None)])), some(inner)])
    };
    let one = Value::Fields(vec![Value::Option(None), Value::Option(None)]);
    let three = both(both(one));
    let bytes = encode(&THREE, &three).unwrap();
    assert_eq!(
        (bytes.as_slice(), decode(&THREE, &bytes).unwrap()),
        (&[255, 0, 0, 255, 255, 0, 0, 255, 0, 0][..], three.clone())
    );
    let json = to_json(&THREE, &bytes).unwrap();
    assert_eq!((json.as_str(), from_json(&THREE, &json).unwrap()), ("[[null,null],[[null,null],[null,null]]]", bytes));
    let error = encode(&THREE, &both(three)).unwrap_err();
    assert_eq!(error.to_string(), "1.1.0: values are nested deeper than 3 levels (Too_deep)");
    let error = from_json(&THREE, &format!("[null,{json}]")).unwrap_err();
    assert_eq!(error.to_string(), "at column 21 (byte 20), 1.1.0: values are nested deeper than 3 levels (Too_deep)");

    static SUFFIXED: Encoding = Encoding::Suffixed { size: Prefix::U8, inner: &Encoding::Bytes(Extent::Rest) };
    assert_eq!(encode(&SUFFIXED, &Value::Bytes(vec![7; 255])).unwrap().len(), 256);
    let error = encode(&SUFFIXED, &Value::Bytes(vec![7; 256])).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::SizeLimitExceeded { limit: 255, found: 256 });

    static PAIR: Encoding = Encoding::Tuple(&[U8, U8]);
    let same: fn(&[u8], Revision) -> Result<Vec<u8>, String> = |bytes, _| Ok(bytes.to_vec());
    let twice: fn(&[u8], Revision) -> Result<Vec<u8>, String> = |bytes, _| Ok(bytes.repeat(2));
    for (from_json, expected) in [(twice, Ok(vec![7, 7])), (same, Err("Not_enough_data"))] {
        let split = Split {
            inner: &PAIR,
            json: U8,
            to_json: |_, _| unreachable!(),
            from_json,
            is_checked: false,
            revision: None,
        };
        let split = Box::leak(Box::new(split));
        let encoding = Box::leak(Box::new(Encoding::Split(split)));
        assert_eq!(schema::from_json(encoding, "7").map_err(|error| error.name()), expected);
    }
}

/// The limit of the prefix counts even if the declared one is greater.
#[test]
fn a_count_that_its_prefix_cannot_hold() {
    static LIST: Encoding =
        Encoding::List { item: U8, count: Count::Prefixed { prefix: Prefix::U8, max: Some(300) }, array: false };
    let list = |count: usize| Value::List(vec![Value::Int(1); count]);
    assert_eq!(encode(&LIST, &list(255)).unwrap().len(), 256);
    let error = encode(&LIST, &list(256)).unwrap_err();
    assert_eq!(error.to_string(), "at most 255 elements are allowed, found 256 (List_invalid_length)");
}

/// The bits of compact integers and lists at the limits of their widths.
#[test]
fn compact_widths() {
    for (encoding, json, expected) in [
        ("int32", "0", "0000"),
        ("int32", "255", "00ff"),
        ("int32", "256", "010100"),
        ("int32", "65535", "01ffff"),
        ("int32", "65536", "0200010000"),
        ("int32", "2147483647", "027fffffff"),
        ("int32", "-1", "02ffffffff"),
        ("int64", "\"65536\"", "0200010000"),
        ("int64", "\"4294967295\"", "02ffffffff"),
        ("int64", "\"4294967296\"", "030000000100000000"),
        ("int64", "\"-1\"", "03ffffffffffffffff"),
        ("list(bits=2, uint8)", "[]", "00"),
        ("list(bits=2, uint8)", "[1,2]", "020102"),
        ("list(bits=2, uint8)", "[1,2,3]", "0300000003010203"),
        ("list(bits=0, uint8)", "[]", "0000000000"),
        ("list(bits=8, uint8)", "[1]", "0101"),
        ("or_int32(bool)", "255", "00ff"),
        ("or_int32(bool)", "true", "03ff"),
        ("option(int32)", "null", "00"),
        ("option(int32)", "256", "050100"),
        ("tup3(bool, int32, bool)", "[true,256,true]", "0b0100"),
        ("obj1{opt b: option(bool)}", "{}", "00"),
        ("obj1{opt b: option(bool)}", r#"{"b":null}"#, "04"),
        ("obj1{opt b: option(bool)}", r#"{"b":true}"#, "07"),
        ("obj2{req a: bool; opt b: bool}", r#"{"a":false}"#, "00"),
        ("obj2{req a: bool; opt b: bool}", r#"{"a":true,"b":false}"#, "05"),
        ("obj2{req a: bool; opt b: bool}", r#"{"a":true,"b":true}"#, "07"),
    ] {
        let encoding =
            parse(&format!("compact(tag=uint8, {encoding})")).unwrap_or_else(|error| panic!("{encoding}: {error}"));
        let bytes = from_json(encoding, json).unwrap();
        let digits: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(digits, expected, "{json}");
        assert_eq!(to_json(encoding, &bytes).unwrap(), json);
    }
}

/// Values that are printed to a separate text are nested at most 32 deep.
#[test]
fn lazy_values_in_lazy_values() {
    let lazy = |levels| (0..levels).fold(U8, |inner, _| Box::leak(Box::new(Encoding::Lazy(inner))));
    assert_eq!(to_json(lazy(32), &[7]).unwrap(), "7");
    assert_eq!(to_json(lazy(33), &[7]).unwrap(), r#"{"invalid_lazy_bytes":"07"}"#);
    let same: fn(&[u8], Revision) -> Result<Vec<u8>, String> = |bytes, _| Ok(bytes.to_vec());
    let split = |levels| {
        (0..levels).fold(U8, |json, _| {
            let byte: fn(&mut Reader<'_>, &mut JsonPrinter<'_>) -> Result<(), String> =
                |input, out| out.value(&input.bytes::<1>().map_err(|_| String::new())?);
            let split = Split { inner: U8, json, to_json: byte, from_json: same, is_checked: false, revision: None };
            Box::leak(Box::new(Encoding::Split(Box::leak(Box::new(split)))))
        })
    };
    assert_eq!(to_json(split(32), &[7]).unwrap(), "7");
    let error = to_json(split(33), &[7]).unwrap_err().to_string();
    assert!(error.contains("values are nested deeper than 32 levels"), "{error}");
}

/// Every value differs from all others, equals its clone, and is printed like a derived implementation.
#[test]
fn values_are_compared_and_printed() {
    let one = || Box::new(Value::Int(1));
    let assoc = |key: &[u8], value| Value::Assoc(vec![(key.to_vec(), Value::Int(value))]);
    let values = [
        (Value::Unit, "Unit"),
        (Value::Bool(true), "Bool(true)"),
        (Value::Bool(false), "Bool(false)"),
        (Value::Int(1), "Int(1)"),
        (Value::Int(2), "Int(2)"),
        (Value::Float(1.0), "Float(1.0)"),
        (Value::Float(1.5), "Float(1.5)"),
        (Value::Natural(N::from(1u64)), "Natural(1)"),
        (Value::Natural(N::from(2u64)), "Natural(2)"),
        (Value::Whole(Z::from(1i64)), "Whole(1)"),
        (Value::Whole(Z::from(-1i64)), "Whole(-1)"),
        (Value::Bytes(vec![1]), "Bytes([1])"),
        (Value::Bytes(vec![2]), "Bytes([2])"),
        (Value::Text(vec![1]), "Text([1])"),
        (Value::Text(vec![]), "Text([])"),
        (Value::Name(1), "Name(1)"),
        (Value::Name(2), "Name(2)"),
        (Value::List(vec![]), "List([])"),
        (Value::List(vec![Value::Int(1)]), "List([Int(1)])"),
        (Value::List(vec![Value::Int(2)]), "List([Int(2)])"),
        (Value::List(vec![Value::Int(1), Value::Int(2)]), "List([Int(1), Int(2)])"),
        (Value::Fields(vec![]), "Fields([])"),
        (Value::Fields(vec![Value::Int(1), Value::Int(2)]), "Fields([Int(1), Int(2)])"),
        (Value::Fields(vec![Value::Int(1), Value::Int(3)]), "Fields([Int(1), Int(3)])"),
        (Value::Assoc(vec![]), "Assoc([])"),
        (assoc(&[1], 1), "Assoc([([1], Int(1))])"),
        (assoc(&[1], 2), "Assoc([([1], Int(2))])"),
        (assoc(&[2], 1), "Assoc([([2], Int(1))])"),
        (Value::Case { index: 1, payload: one() }, "Case { index: 1, payload: Int(1) }"),
        (Value::Case { index: 2, payload: one() }, "Case { index: 2, payload: Int(1) }"),
        (Value::Case { index: 1, payload: Box::new(Value::Unit) }, "Case { index: 1, payload: Unit }"),
        (Value::Option(None), "Option(None)"),
        (Value::Option(Some(one())), "Option(Some(Int(1)))"),
    ];
    for (index, (value, text)) in values.iter().enumerate() {
        assert_eq!(format!("{:?}", value.clone()), *text);
        for (other, (another, _)) in values.iter().enumerate() {
            assert_eq!(value == &another.clone(), index == other, "{value:?} and {another:?}");
        }
    }
    let nested = |levels| (1..levels).fold(Value::Unit, |inner, _| Value::List(vec![inner]));
    assert!(format!("{:?}", nested(64)).contains("Unit") && !format!("{:?}", nested(65)).contains("Unit"));
    assert!(format!("{:?}", nested(65)).contains("[..]"));
}

/// The narrowest width for both limits of a range; a range from a positive number on holds the difference from it.
#[test]
fn widths_of_ranges() {
    for (min, max, bytes, name) in [
        (-128, 127, 1, "ranged_int"),
        (-129, 0, 2, "ranged_int"),
        (-1, 128, 2, "ranged_int"),
        (-0x8000, 0x7fff, 2, "ranged_int"),
        (-0x8001, 0, 4, "ranged_int"),
        (-1, 0x8000, 4, "ranged_int"),
        (0, 0xff, 1, "ranged_int"),
        (0, 0x100, 2, "ranged_int"),
        (0, 0xffff, 2, "ranged_int"),
        (0, 0x1_0000, 4, "ranged_int"),
        (1, 0x100, 1, "ranged_int"),
        (1, 0x101, 2, "ranged_int"),
        (10, 0x1_0009, 2, "ranged_int"),
        (10, 0x1_000a, 4, "ranged_int"),
        (-0x4000_0000, 0x3fff_ffff, 4, "int31"),
        (0, 0x3fff_ffff, 4, "uint30"),
    ] {
        for little in [false, true] {
            let int = Int::ranged(min, max, little);
            let shift = i128::from(min.max(0));
            assert_eq!((int.bytes, int.name, int.shift, int.signed), (bytes, name, shift, min < 0), "{min} to {max}");
            assert!(int.is_ranged() && int.little == little);
            let encoding = Box::leak(Box::new(Encoding::Scalar(Scalar::Int(int))));
            for (value, is_good) in [(min, true), (max, true), (min - 1, false), (max + 1, false)] {
                let written = encode(encoding, &Value::Int(value.into()));
                assert_eq!(written.is_ok(), is_good, "{value} from {min} to {max}");
                let Ok(written) = written else { continue };
                assert_eq!((written.len(), decode(encoding, &written)), (bytes, Ok(Value::Int(value.into()))));
            }
        }
    }
    for (bytes, signed, min, max) in
        [(1, true, -128, 127), (2, false, 0, 0xffff), (8, true, i64::MIN.into(), i64::MAX.into())]
    {
        let int = Int::full("int", bytes, signed, false);
        assert_eq!((int.min, int.max, int.is_ranged()), (min, max, false));
    }
}
