//! Errors of JSON texts: the case of a union that matched most, fields by their names, texts that take too long.

use tezos_encoding::{BinWriter, FromJson, HasEncoding, N, NomReader, ToJson};

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Choice {
    Small { x: u8 },
    Text { y: String },
    Maybe(#[encoding(option(tagged))] Option<bool>),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Fields {
    a: u8,
    b: Option<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, json(first_match))]
enum Deep {
    A { n: Box<Deep>, v: Option<u8> },
    B { n: Box<Deep>, v: Option<u16> },
    L { z: u8 },
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Alike {
    A {
        #[encoding(constant = "a")]
        kind: (),
        x: u8,
        y: bool,
        z: u8,
    },
    B {
        #[encoding(constant = "b")]
        kind: (),
        x: u8,
        y: Inner,
        z: String,
    },
    C {
        #[encoding(constant = "c")]
        kind: (),
        x: String,
    },
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Inner {
    Pair { left: u8, right: u8 },
    Text(String),
}

fn refused<T: FromJson + std::fmt::Debug>(json: &str, name: &str, start: &str) {
    let error = T::from_json(json).unwrap_err();
    assert_eq!(error.name(), name, "{error}");
    assert!(error.to_string().starts_with(start), "{error}");
}

#[test]
fn the_error_of_the_closest_case() {
    refused::<Choice>(
        r#"{"x":300}"#,
        "Invalid_int",
        "at column 6 (byte 5), x: expected an integer from 0 to 255, found 300",
    );
    refused::<Choice>(r#"{"y":3}"#, "Wrong_value", "at column 6 (byte 5), y: expected a string");
    // No case is closer than another: the first is named.
    let small = "no case of the encoding matches the value; the closest is Small:";
    refused::<Choice>("{}", "No_case_matched", &format!("at column 1 (byte 0): {small} x: the field is missing"));
    // A field that no case has.
    let unknown = "unexpected field \"z\"";
    refused::<Choice>(r#"{"z":1}"#, "Unexpected_field", &format!("at column 3 (byte 2): {unknown}"));
    let json = r#"[{"x":1},{"z":1}]"#;
    refused::<Vec<Choice>>(json, "Unexpected_field", &format!("at column 12 (byte 11), [1]: {unknown}"));
    refused::<Vec<Choice>>(
        "[3]",
        "No_case_matched",
        "at column 2 (byte 1), [0]: no case of the encoding matches the number 3",
    );
    assert_eq!(Choice::from_json("null").unwrap(), Choice::Maybe(None));
}

/// If the mistakes in two cases are equally deep, the case that read more of the text is closer.
#[test]
fn the_case_that_read_most_of_the_text_is_closest() {
    let wrong = |json: &str, start: &str| refused::<Vec<Alike>>(&format!("[{json}]"), "Wrong_value", start);
    wrong(r#"{"kind":"a","x":1,"y":2,"z":3}"#, "at column 24 (byte 23), [0].y: expected bool");
    wrong(r#"{"kind":"a","x":1,"y":true,"z":""}"#, "at column 34 (byte 33), [0].z: expected uint8");
    wrong(
        r#"{"kind":"b","x":1,"y":{"left":1,"right":""},"z":""}"#,
        "at column 43 (byte 42), [0].y.right: expected uint8",
    );
    wrong(r#"{"kind":"b","x":1,"y":"","z":7}"#, "at column 31 (byte 30), [0].z: expected a string");
    wrong(r#"{"kind":"c","x":1}"#, "at column 18 (byte 17), [0].x: expected a string");
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Twin {
    Number { x: u8 },
    Flag { x: bool },
}

/// Of two cases with the same mistake, the first is named, with the path inside it.
#[test]
fn cases_that_are_equally_close() {
    let text = "at column 8 (byte 7), [0]: no case of the encoding matches the value; the closest is Number: x: expected uint8";
    refused::<Vec<Twin>>(r#"[{"x":"a"}]"#, "No_case_matched", text);
}

#[test]
fn fields_by_their_names() {
    assert_eq!(Fields::from_json(r#"{"b":null,"a":1}"#).unwrap(), Fields { a: 1, b: None });
    refused::<Fields>(r#"{"a":1,"c":2}"#, "Unexpected_field", "at column 9 (byte 8): unexpected field \"c\"");
    refused::<Fields>(r#"{"a":1,"a":2}"#, "Unexpected_field", "at column 9 (byte 8): the field \"a\" occurs twice");
    refused::<Fields>(r#"{"b":2}"#, "Missing_field", "at column 1 (byte 0), a: the field is missing");
}

#[test]
fn digits() {
    refused::<N>(
        &format!("\"{}\"", "9".repeat(72_000)),
        "Size_limit_exceeded",
        "at column 2 (byte 1): at most 32768 bytes",
    );
    refused::<i64>("\"--5\"", "Wrong_value", "at column 2 (byte 1)");
    assert_eq!(i64::from_json("\"-5\"").unwrap(), -5);
}

#[test]
fn numbers_beyond_a_double() {
    let long = "9".repeat(309);
    for number in ["1e999", "-1.5e309", "2E+308", &long, &format!("{long}.5")] {
        let start = format!("at column 2 (byte 1): expected a number in the range of a double, found {number:.64}");
        refused::<Vec<f64>>(&format!("[{number}]"), "Number_too_large", &start);
        refused::<Vec<u8>>(&format!("[{number}]"), "Number_too_large", &start);
    }
    assert_eq!(f64::from_json("1.7976931348623157e308").unwrap(), f64::MAX);
    assert_eq!(f64::from_json(&format!("0.{long}e-999")).unwrap(), 0.0);
    assert_eq!(f64::from_json("\"-inf\"").unwrap(), f64::NEG_INFINITY);
}

/// The number of attempts is limited, even for long texts.
#[test]
fn unions_in_unions() {
    for pad in [1usize, 20_000] {
        let inside = format!("{{\"z\":[{}]}}", vec!["0"; pad].join(","));
        let text = format!("{}{inside}{}", "{\"n\":".repeat(60), "}".repeat(60));
        refused::<Deep>(&text, "Too_many_cases", "at column ");
    }
    let text = format!("{}{{\"z\":1}}{}", "{\"n\":".repeat(60), "}".repeat(60));
    Deep::from_json(&text).unwrap();
}

/// Later cases have wider types than earlier ones.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, json(first_match))]
enum Widening {
    Short(#[encoding(narith)] u64),
    Pair(#[encoding(narith)] u64, Box<Widening>),
    Inner(Inside),
    Long(#[encoding(narith)] N),
    LongPair(#[encoding(narith)] N, #[encoding(narith)] N),
    List(#[encoding(dynamic, list)] Vec<Widening>),
    Whole(i32),
    Float(f64),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Inside {
    Short(#[encoding(narith)] u64),
}

#[test]
fn cases_too_narrow_for_the_number() {
    let short = || Widening::Short(7);
    let long = || Widening::Long(N::new(1u128 << 70));
    let pair = || Widening::LongPair(N::from(7u64), N::new(1u128 << 70));
    for value in [
        short(),
        long(),
        Widening::Pair(7, Box::new(long())),
        Widening::List(vec![]),
        Widening::List(vec![long(), short(), long(), short()]),
        Widening::Whole(-1),
        Widening::Float(-0.0),
    ] {
        let read = Widening::from_json(&value.to_json().unwrap()).unwrap();
        assert_eq!(format!("{read:?}"), format!("{value:?}"));
    }
    assert_eq!(Widening::from_json(&pair().to_json().unwrap()).unwrap(), Widening::Pair(7, Box::new(long())));
    let error = Inside::from_json(&format!("\"{}\"", 1u128 << 70)).unwrap_err();
    assert_eq!(
        (error.name(), error.to_string().starts_with("at column 2 (byte 1): the number does not fit")),
        ("Overflow", true)
    );
    // Each value that is too wide for the first case needs another attempt on the whole text.
    for (count, fits) in [(200, true), (20_000, false)] {
        let many = Widening::List((0..count).map(|_| long()).collect()).to_json().unwrap();
        assert_eq!(Widening::from_json(&many).is_ok(), fits, "{count}");
    }
}
