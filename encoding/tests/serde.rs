//! The feature `serde`: JSON in human-readable formats, bytes in binary ones.

use std::collections::BTreeMap;
use std::fmt::Debug;

use serde::de::value::{Error, MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, DeserializeSeed, IntoDeserializer, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, forward_to_deserialize_any};
use tezos_encoding::schema::generate;
use tezos_encoding::{
    BinWriter, Blob, Decode, Encode, FromJson, HasEncoding, Json, Lazy, N, NomReader, OrInt32, ToJson, Z, serde_impls,
};

/// A value of each kind of JSON.
#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Everything {
    small: i32,
    large: u64,
    number: Z,
    float: f64,
    is_set: bool,
    name: String,
    #[encoding(dynamic)]
    bytes: Blob,
    inner: Option<Inner>,
    #[encoding(dynamic, list)]
    list: Vec<Inner>,
    #[encoding(dynamic, map)]
    map: BTreeMap<String, u16>,
    document: Json,
}

#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Inner {
    Nothing,
    Pair { first: u8, second: N },
}

/// Lists in lists.
#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu)]
enum Nested {
    List(#[encoding(dynamic, list)] Vec<Nested>),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Borrowed<'a>(#[encoding(dynamic, bytes)] &'a [u8]);

#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Signed<T> {
    value: T,
    signature: [u8; 4],
}

serde_impls!(Everything, Inner, Nested, Borrowed<'a>, Signed<T>);

fn pair(first: u8, second: u64) -> Inner {
    Inner::Pair { first, second: N::from(second) }
}

fn nested(levels: u32) -> Nested {
    (1..levels).fold(Nested::List(vec![]), |inner, _| Nested::List(vec![inner]))
}

fn everything() -> Everything {
    Everything {
        small: -7,
        large: u64::MAX,
        number: Z::from(i128::MIN),
        float: 0.1,
        is_set: true,
        name: "a \"quoted\" \\ name\n\u{1}é".into(),
        bytes: vec![0, 0xff].into(),
        inner: Some(pair(1, 2)),
        list: vec![Inner::Nothing, pair(3, 4)],
        map: BTreeMap::from([("one".into(), 1), ("\"".into(), 2)]),
        document: r#"{"a":[1.5,null,{}],"b":-0.0,"c":[]}"#.parse().unwrap(),
    }
}

fn cbor<T: Serialize>(value: &T) -> Vec<u8> {
    let mut bytes = Vec::new();
    ciborium::into_writer(value, &mut bytes).unwrap();
    bytes
}

fn check<T: Debug + PartialEq + Serialize + DeserializeOwned + FromJson + Encode>(value: &T) {
    let json: serde_json::Value = serde_json::from_str(&value.to_json().unwrap()).unwrap();
    assert_eq!(serde_json::to_value(value).unwrap(), json);
    assert_eq!(&serde_json::from_value::<T>(json).unwrap(), value);
    let text = serde_json::to_string(value).unwrap();
    assert_eq!(&serde_json::from_str::<T>(&text).unwrap(), value);
    assert_eq!(&serde_json::from_reader::<_, T>(text.as_bytes()).unwrap(), value);
    assert_eq!(&T::from_json(&text).unwrap(), value);

    let bytes = value.to_bytes().unwrap();
    let packed = postcard::to_allocvec(value).unwrap();
    assert!(packed.ends_with(&bytes));
    assert_eq!(postcard::from_bytes::<Vec<u8>>(&packed).unwrap(), bytes);
    assert_eq!(&postcard::from_bytes::<T>(&packed).unwrap(), value);
    let packed = cbor(value);
    assert_eq!(packed, cbor(&ciborium::Value::Bytes(bytes)));
    assert_eq!(&ciborium::from_reader::<T, _>(&*packed).unwrap(), value);
}

#[test]
fn values_round_trip_in_json_and_in_binary_formats() {
    check(&everything());
    check(&Inner::Nothing);
    check(&Nested::List(vec![nested(3), nested(1), nested(2)]));
    check(&Signed { value: 7u8, signature: [1; 4] });
    check(&Signed { value: everything(), signature: [1; 4] });
    check(&Z::from(-5i64));
    check(&N::from(5u64));
    check(&Blob::from(vec![1, 2]));
    check(&Lazy::<(u8, bool)>::of(&(7, true)).unwrap());
    check(&OrInt32::<String>::Int32(5));
    check(&everything().document);
}

#[test]
fn generated_values_round_trip() {
    for bytes in generate(Everything::ENCODING).max_bytes(300).values(1).take(500) {
        let value = Everything::from_bytes(&bytes.unwrap()).unwrap();
        // NaN is not equal to itself.
        if !value.float.is_nan() {
            check(&value);
        }
    }
}

#[test]
fn a_borrowed_value_is_serialized() {
    let value = Borrowed(&[1, 2]);
    assert_eq!(serde_json::to_string(&value).unwrap(), r#""0102""#);
    assert_eq!(postcard::to_allocvec(&value).unwrap(), [6, 0, 0, 0, 2, 1, 2]);
}

/// A struct with the derives of serde.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Fields {
    id: u8,
    #[serde(with = "tezos_encoding::for_serde")]
    pair: (u8, String),
    inner: Option<Inner>,
    #[serde(flatten)]
    flat: Signed<u8>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
enum Either {
    Number(u8),
    Value(Inner),
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind")]
enum Tagged {
    Value(Signed<u8>),
}

#[test]
fn values_can_be_fields_of_serde_types() {
    let flat = Signed { value: 9, signature: [0xab; 4] };
    let fields = Fields { id: 1, pair: (2, "x".into()), inner: Some(Inner::Nothing), flat };
    let json = r#"{"id":1,"pair":[2,"x"],"inner":{},"value":9,"signature":"abababab"}"#;
    assert_eq!(serde_json::to_string(&fields).unwrap(), json);
    assert_eq!(serde_json::from_str::<Fields>(json).unwrap(), fields);
    // A flattened field is JSON in a binary format too, because serde merges its fields into a map.
    let packed = cbor(&fields);
    assert_eq!(ciborium::from_reader::<Fields, _>(&*packed).unwrap(), fields);

    for either in [Either::Number(3), Either::Value(pair(1, 2))] {
        let json = serde_json::to_string(&either).unwrap();
        assert_eq!(serde_json::from_str::<Either>(&json).unwrap(), either);
        // The buffer of serde's `untagged` reports that it is human-readable, but it has the byte string of the binary format.
        let packed = cbor(&either);
        assert_eq!(ciborium::from_reader::<Either, _>(&*packed).unwrap(), either);
    }
    let tagged = Tagged::Value(Signed { value: 1, signature: [2; 4] });
    let json = r#"{"kind":"Value","value":1,"signature":"02020202"}"#;
    assert_eq!(serde_json::to_string(&tagged).unwrap(), json);
    assert_eq!(serde_json::from_str::<Tagged>(json).unwrap(), tagged);
    assert_eq!(ciborium::from_reader::<Tagged, _>(&*cbor(&tagged)).unwrap(), tagged);
}

/// Compares all errors with the expected texts in one assertion, so that a failure shows all of them.
#[track_caller]
fn expect(errors: &[(String, &str)]) {
    let (found, expected): (Vec<_>, Vec<_>) =
        errors.iter().map(|(found, expected)| (found.as_str(), *expected)).unzip();
    assert_eq!(found, expected, "{found:#?}");
}

#[test]
fn errors_name_the_field_and_what_is_expected() {
    let json = |text: &str| serde_json::from_str::<Signed<Inner>>(text).unwrap_err().to_string();
    let binary = |bytes: &[u8]| postcard::from_bytes::<Signed<Inner>>(bytes).unwrap_err().to_string();
    let cbor = |value: ciborium::Value| {
        let bytes = cbor(&value);
        match ciborium::from_reader::<Signed<Inner>, _>(&*bytes) {
            Err(ciborium::de::Error::Semantic(_, text)) => text,
            other => panic!("{other:?}"),
        }
    };
    let plain = |bytes: &'static [u8]| {
        let bytes = Bytes { bytes, is_human_readable: false };
        tezos_encoding::for_serde::deserialize::<Signed<Inner>, _>(bytes).unwrap_err().to_string()
    };
    expect(&[
        (json("7"), "expected an object, found the number 7 (Wrong_value)"),
        (json(r#"{"value":{},"signature":"0102"}"#), "signature: expected 4 bytes, found 2 (Invalid_bytes_length)"),
        (
            json(r#"{"value":{"first":256,"second":"1"},"signature":"01020304"}"#),
            "value.first: expected an integer from 0 to 255, found 256 (Invalid_int)",
        ),
        (
            json(r#"{"value":{"first":1,"second":-1},"signature":"01020304"}"#),
            "value.second: expected digits in quotation marks, found the number -1 (Wrong_value)",
        ),
        (json(r#"{"value":{}}"#), "signature: the field is missing (Missing_field)"),
        (json(r#"{"value":{},"signature":"01020304","more":null}"#), "unexpected field \"more\" (Unexpected_field)"),
        (json(r#"{"value":{"#), "EOF while parsing an object at line 1 column 10"),
        // postcard drops the text of errors.
        (binary(&[1, 7]), "Serde Deserialization Error"),
        (
            cbor(ciborium::Value::Bytes(vec![7])),
            "value: at byte 0, no case has the tag 7 (0x07), expected the tag 0 (Nothing), 1 (Pair) (Unexpected_tag); bytes nearby: >07",
        ),
        (cbor(ciborium::Value::Bool(true)), "invalid type: boolean `true`, expected byte buffer"),
        (cbor(ciborium::Value::Array(vec![256.into()])), "invalid value: integer `256`, expected u8"),
        (
            plain(&[1, 7]),
            "value.second: at byte 2, 1 byte is needed for n but the block has 0 left (Not_enough_data); bytes nearby: 01 07",
        ),
    ]);
}

/// A deserializer of a byte string.
struct Bytes {
    bytes: &'static [u8],
    is_human_readable: bool,
}

impl<'de> Deserializer<'de> for Bytes {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_borrowed_bytes(self.bytes)
    }

    fn is_human_readable(&self) -> bool {
        self.is_human_readable
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// A deserializer of nested values of one kind.
#[derive(Clone, Copy)]
struct Deep {
    levels: u32,
    kind: Level,
}

#[derive(Clone, Copy)]
enum Level {
    Array,
    Object,
    Some,
    Newtype,
}

impl<'de> Deserializer<'de> for Deep {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        let next = Self { levels: self.levels.saturating_sub(1), ..self };
        if self.levels == 0 {
            return visitor.visit_unit();
        }
        match self.kind {
            Level::Array => visitor.visit_seq(SeqDeserializer::new([next].into_iter())),
            Level::Object => visitor.visit_map(MapDeserializer::new([("a", next)].into_iter())),
            Level::Some => visitor.visit_some(next),
            Level::Newtype => visitor.visit_newtype_struct(next),
        }
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl IntoDeserializer<'_, Error> for Deep {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

#[test]
fn deep_input_is_refused() {
    for kind in [Level::Array, Level::Object, Level::Some, Level::Newtype] {
        for (levels, is_refused) in [(1, false), (256, false), (257, true), (100_000, true)] {
            let error = Nested::deserialize(Deep { levels, kind }).unwrap_err().to_string();
            let expected = "expected at most 256 nested arrays and objects, found more";
            assert_eq!(error == expected, is_refused, "{levels}: {error}");
        }
    }
}

#[test]
fn deep_values_are_refused() {
    let text = serde_json::to_string(&nested(256)).unwrap();
    assert_eq!(text, nested(256).to_json().unwrap());
    let json = serde_json::to_value(nested(256)).unwrap();
    assert_eq!(serde_json::from_value::<Nested>(json).unwrap(), nested(256));
    // A `Nested` with 257 levels exceeds the depth limit of its type, so this uses a document, which has no such limit.
    let document: Json = ["[".repeat(257), "]".repeat(257)].concat().parse().unwrap();
    let error = serde_json::to_string(&document).unwrap_err();
    assert_eq!(error.to_string(), "expected at most 256 nested arrays and objects, found more");
    assert_eq!(postcard::from_bytes::<Json>(&postcard::to_allocvec(&document).unwrap()), Ok(document));
}

/// A deserializer of a sequence of three bytes whose `size_hint` is `usize::MAX`.
struct WrongSizeHint {
    is_human_readable: bool,
}

struct Three(u8);

impl<'de> SeqAccess<'de> for Three {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Error> {
        self.0 += 1;
        (self.0 <= 3).then(|| seed.deserialize(self.0.into_deserializer())).transpose()
    }

    fn size_hint(&self) -> Option<usize> {
        Some(usize::MAX)
    }
}

impl<'de> Deserializer<'de> for WrongSizeHint {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_seq(Three(0))
    }

    fn is_human_readable(&self) -> bool {
        self.is_human_readable
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct newtype_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

#[test]
fn a_wrong_size_hint_reserves_no_memory() {
    for is_human_readable in [false, true] {
        let value = tezos_encoding::for_serde::deserialize::<(u8, u8, u8), _>(WrongSizeHint { is_human_readable });
        assert_eq!(value, Ok((1, 2, 3)));
    }
}

/// A byte string is the encoding of a whole value, not of a part of it.
#[test]
fn a_byte_string_inside_a_value_is_refused() {
    let list = SeqDeserializer::<_, Error>::new([&[1, 2][..]].into_iter());
    let error = tezos_encoding::for_serde::deserialize::<(u8, u8), _>(list).unwrap_err();
    assert_eq!(error.to_string(), "invalid type: byte array, expected the JSON of a value");
    let whole = Bytes { bytes: &[1, 2], is_human_readable: true };
    assert_eq!(tezos_encoding::for_serde::deserialize::<(u8, u8), _>(whole), Ok((1, 2)));
}

#[test]
fn numbers_of_arbitrary_precision_are_numbers() {
    let number = |text: &'static str| {
        let fields = MapDeserializer::<_, Error>::new([("$serde_json::private::Number", text)].into_iter());
        tezos_encoding::for_serde::deserialize::<f64, _>(fields)
    };
    assert_eq!(number("-1.5e3"), Ok(-1500.0));
    // Behind another field, it is a name like others.
    let fields = [("a", "1"), ("$serde_json::private::Number", "2")];
    let document =
        tezos_encoding::for_serde::deserialize::<Json, _>(MapDeserializer::<_, Error>::new(fields.into_iter()));
    assert_eq!(document.unwrap().to_string(), r#"{"a":"1","$serde_json::private::Number":"2"}"#);
    let error = |text| number(text).unwrap_err().to_string();
    expect(&[
        (error("1,2"), "invalid value: string \"1,2\", expected a number"),
        (error("1e999"), "at column 1 (byte 0): expected a number in the range of a double, found 1e999"),
        (error("-"), "at column 2 (byte 1): expected digits"),
    ]);
}
