//! The schema walker against the reference's vectors: values, bytes and JSON, from the schema alone.

pub(crate) mod table;

use crate::common::shared::shared;
use std::collections::BTreeMap;
use std::{fs, thread};

use serde_json::Value as Json;
use tezos_encoding::schema::{
    self, Case, Class, Encoding, Field, JsonErrorKind, MAX_NESTING, Mu, Split, TagSize, Value, decode, encode,
    from_json, to_json,
};
use tezos_encoding::{BinWriter, Decode, Encode, FromJson, HasEncoding, N, NomReader, ToJson, Z};

fn vectors(file: &str) -> Option<Vec<Json>> {
    let text = fs::read_to_string(shared("vectors")?.join(file)).unwrap();
    Some(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

fn hex(line: &Json, field: &str) -> Option<Vec<u8>> {
    let text = line[field].as_str()?;
    Some((0..text.len()).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).unwrap()).collect())
}

/// Equal, numbers by their value and the sign of zero.
fn same(a: &Json, b: &Json) -> bool {
    match (a, b) {
        (Json::Number(a), Json::Number(b)) => {
            let (a, b) = (a.as_f64().unwrap(), b.as_f64().unwrap());
            a == b && a.is_sign_negative() == b.is_sign_negative()
        }
        (Json::Array(a), Json::Array(b)) => a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b)),
        (Json::Object(a), Json::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(key, a)| b.get(key).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

/// Checks each line whose encoding the table has; `check` says what is wrong.
fn each(file: &str, check: impl Fn(&'static Encoding, &Json) -> Result<(), String>) {
    let Some(lines) = vectors(file) else { return };
    let mut known: BTreeMap<String, Option<&'static Encoding>> = BTreeMap::new();
    let (mut checked, mut failures, mut unknown) = (0, Vec::new(), BTreeMap::new());
    for line in &lines {
        let name = line["encoding"].as_str().unwrap();
        let Some(encoding) = *known.entry(name.to_owned()).or_insert_with(|| table::parse(name)) else {
            *unknown.entry(name.to_owned()).or_insert(0usize) += 1;
            continue;
        };
        checked += 1;
        if let Err(message) = check(encoding, line) {
            failures.push(format!("{line}\n    {message}"));
        }
    }
    println!("{file}: {} of {checked} agree, {} lines", checked - failures.len(), lines.len());
    for (name, lines) in unknown {
        println!("  not in the table: {name} ({lines})");
    }
    assert!(checked > 0, "no line of {file} is checked");
    assert!(failures.is_empty(), "{file}: {} fail\n{}", failures.len(), failures[..failures.len().min(40)].join("\n"));
}

fn agree<T: PartialEq + std::fmt::Debug>(what: &str, found: T, expected: T) -> Result<(), String> {
    if found == expected { Ok(()) } else { Err(format!("{what}: {found:02x?}, expected {expected:02x?}")) }
}

/// A good value: bytes, value and JSON lead to each other.
fn good(encoding: &'static Encoding, line: &Json) -> Result<(), String> {
    let bytes = hex(line, "hex").unwrap();
    let canonical = hex(line, "reencoded").unwrap_or_else(|| bytes.clone());
    let value = decode(encoding, &bytes).map_err(|error| format!("decode: {error}"))?;
    agree("encode", encode(encoding, &value).map_err(|error| error.to_string()), Ok(canonical.clone()))?;
    let json = to_json(encoding, &bytes).map_err(|error| format!("to_json: {error}"))?;
    if line.get("json_depth").is_none() {
        let parsed: Json = serde_json::from_str(&json).map_err(|error| format!("{json}: {error}"))?;
        if let Some(expected) = line.get("json")
            && !same(&parsed, expected)
        {
            return Err(format!("to_json: {json}"));
        }
    }
    // Two JSON texts stand for more than one value: those of floats that are no number.
    let nan = json.contains("\"nan\"");
    match from_json(encoding, &json) {
        Ok(_) if nan => Ok(()),
        read => agree("from_json", read.map_err(|error| error.to_string()), Ok(canonical)),
    }
}

/// A refusal: by name, with the same words whichever way the bytes go.
fn bad(encoding: &'static Encoding, line: &Json) -> Result<(), String> {
    let bytes = hex(line, "hex").unwrap();
    let expected = line["inner"].as_str().or(line["error"].as_str()).unwrap();
    let Err(error) = decode(encoding, &bytes) else { return Err("accepted".to_owned()) };
    if error.kind().name() != expected {
        return Err(error.to_string());
    }
    agree("to_json", to_json(encoding, &bytes), Err(error))
}

#[test]
fn values() {
    each("primitives.jsonl", good);
}

#[test]
fn refused_when_reading() {
    each("read_errors.jsonl", bad);
}

#[test]
fn accepted_when_reading() {
    each("read_accepts.jsonl", good);
}

#[test]
fn mutated() {
    each(
        "fuzz.jsonl",
        |encoding, line| if line.get("error").is_some() { bad(encoding, line) } else { good(encoding, line) },
    );
}

/// The JSON of a value that a vector describes in words.
fn described(encoding: &str, value: &Json) -> Json {
    // Printed with too few digits.
    if encoding == "ranged_float(100,1e+06)" && value.is_number() {
        return Json::from(1_000_001.0);
    }
    let Some(text) = value.as_str() else { return value.clone() };
    let words: Vec<&str> = text.split(' ').collect();
    let count = || words[0].parse::<usize>().unwrap();
    match words[..] {
        [_, "times", "'z'"] => Json::from("z".repeat(count())),
        [_, "elements"] => Json::from(vec![1; count()]),
        [_, "bytes"] | [_, "bytes", "00"] => Json::from("00".repeat(count())),
        ["a=1,", "b=255", "times", "'q'"] => serde_json::json!({"a": 1, "b": "q".repeat(255)}),
        _ => value.clone(),
    }
}

#[test]
fn refused_when_writing() {
    each("write_errors.jsonl", |encoding, line| {
        let name = line["encoding"].as_str().unwrap();
        let expected = line["inner"].as_str().or(line["error"].as_str()).unwrap();
        if name.starts_with("string_enum") {
            let index = usize::try_from(line["value"].as_u64().unwrap()).unwrap();
            return agree("encode", encode(encoding, &Value::Name(index)).unwrap_err().kind().name(), expected);
        }
        let json = described(name, &line["value"]).to_string();
        match from_json(encoding, &json) {
            Ok(bytes) => Err(format!("{json} is accepted: {bytes:02x?}")),
            Err(error) if error.name() == expected => Ok(()),
            Err(error) => Err(format!("{error:?}")),
        }
    });
}

#[test]
fn accepted_when_writing() {
    each("write_accepts.jsonl", |encoding, line| {
        agree("from_json", from_json(encoding, &line["value"].to_string()).unwrap(), hex(line, "hex").unwrap())
    });
}

#[test]
fn paths_and_places() {
    let encoding = <(u8, Vec<(bool, i64)>)>::ENCODING;
    let error = to_json(encoding, &[1, 0, 0, 0, 9, 0xff, 0, 0, 0]).unwrap_err();
    let reader = <(u8, Vec<(bool, i64)>)>::from_bytes(&[1, 0, 0, 0, 9, 0xff, 0, 0, 0]).unwrap_err();
    assert_eq!((error.kind().name(), error.offset()), (reader.kind().name(), reader.offset()));
    assert_eq!(error.path(), reader.path());

    let error = from_json(<(u8, u8)>::ENCODING, "[1, 256]").unwrap_err();
    assert_eq!(error.to_string(), "1: an integer from 0 to 255 is expected, 256 found (Invalid_int)");
    let error = from_json(<(u8, u8)>::ENCODING, "[1, true]").unwrap_err();
    assert!(matches!(error.kind(), JsonErrorKind::Mismatch { at: 4, .. }), "{error}");
}

static U8: &Encoding = u8::ENCODING;
static LIST: Encoding =
    Encoding::Mu(&Mu { name: "list", class: Class::Dynamic, least: 1, depth: 1 << 30, body: || &LIST_BODY });
static LIST_BODY: Encoding = Encoding::Union {
    tag: TagSize::U8,
    cases: &[
        Case::new(0, "Nil", &Encoding::Empty),
        Case::new(1, "Cons", &Encoding::Object(&[Field::req("hd", U8), Field::req("tl", &LIST)])),
    ],
    ignore_unknown: false,
};

/// Runs in a thread with the stack of a Rust test.
fn small_stack(run: fn()) {
    thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}

#[test]
fn hostile_nesting_ends_in_an_error() {
    small_stack(|| {
        let nested = |levels: usize| [[1u8, 7].repeat(levels), vec![0]].concat();
        // Each level is a case and its fields; the last is a case.
        let most = nested(MAX_NESTING / 2 - 1);
        let value = decode(&LIST, &most).unwrap();
        assert_eq!(value.clone(), value);
        assert_eq!(encode(&LIST, &value).unwrap(), most);
        assert!(format!("{value:?}").len() > most.len());
        assert_eq!(decode(&LIST, &nested(1 << 20)).unwrap_err().kind().name(), "Too_deep");

        let deep = nested(100_000);
        let json = to_json(&LIST, &deep).unwrap();
        assert_eq!(from_json(&LIST, &json).unwrap(), deep);
        assert!(from_json(&LIST, &"[".repeat(1 << 20)).is_err());
    });
}

#[test]
fn cases_tried_in_turn_cannot_take_forever() {
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

#[test]
fn another_form_in_json() {
    static LEAF: Split = Split {
        inner: U8,
        json: table::TEXT,
        to_json: |bytes| Ok(format!("number {}", bytes[0]).into_bytes()),
        from_json: |text| {
            let number = std::str::from_utf8(text).ok().and_then(|text| text.strip_prefix("number ")?.parse().ok());
            number.map(|number| vec![number]).ok_or_else(|| "there is no number".to_owned())
        },
    };
    static ENCODING: Encoding = Encoding::Tuple(&[&Encoding::Split(&LEAF), U8]);
    assert_eq!(to_json(&ENCODING, &[7, 8]).unwrap(), r#"["number 7",8]"#);
    assert_eq!(from_json(&ENCODING, r#"["number 7",8]"#).unwrap(), [7, 8]);
    assert_eq!(decode(&ENCODING, &[7, 8]).unwrap(), Value::Fields(vec![Value::Int(7), Value::Int(8)]));
    let error = from_json(&ENCODING, r#"["7",8]"#).unwrap_err();
    assert_eq!(error.name(), "Exception_raised_in_user_function");
}

#[test]
fn absent_and_usual_fields() {
    for (name, bytes, json) in [
        ("obj{a: uint8; b=7: uint8}", vec![1, 7], r#"{"a":1}"#),
        ("obj{a: uint8; b=7: uint8}", vec![1, 8], r#"{"a":1,"b":8}"#),
        ("obj{b=7: uint8; a?: uint8}", vec![7, 0], "{}"),
        ("obj{b=7: uint8; a?: uint8}", vec![7, 0xff, 2], r#"{"a":2}"#),
        ("merge_objs(obj{a: uint8}, merge_objs(obj{b?: bool}, empty))", vec![1, 0], r#"{"a":1}"#),
        ("obj{o=1: uint8; p=2: uint8}", vec![2, 2], r#"{"o":2}"#),
    ] {
        let encoding = table::parse(name).unwrap();
        assert_eq!(to_json(encoding, &bytes).unwrap(), json, "{name}");
        assert_eq!(from_json(encoding, json).unwrap(), bytes, "{name}");
    }
    // Other bytes for the usual value, and one usual value inside another.
    let encoding = table::parse("obj{a=true: bool; c: uint8}").unwrap();
    assert_eq!(to_json(encoding, &[1, 5]).unwrap(), r#"{"c":5}"#);
    let encoding = table::parse(r#"obj{a={"b":2}: obj{b=1: uint8}; c: uint8}"#).unwrap();
    assert_eq!(to_json(encoding, &[2, 5]).unwrap(), r#"{"c":5}"#);
    assert_eq!(to_json(encoding, &[1, 5]).unwrap(), r#"{"a":{},"c":5}"#);
    assert_eq!(from_json(encoding, r#"{"a":{},"c":5}"#).unwrap(), [1, 5]);
}

#[test]
fn what_is_no_json_of_an_encoding() {
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
        assert!(from_json(table::parse(name).unwrap(), json).is_err(), "{name} takes {json}");
    }
}

#[test]
fn the_longest_numbers() {
    let number = |bytes: usize| [vec![0xff; bytes - 1], vec![0x7f]].concat();
    let most = number(1 << 15);
    for encoding in [N::ENCODING, Z::ENCODING] {
        let json = to_json(encoding, &most).unwrap();
        assert_eq!(from_json(encoding, &json).unwrap(), most);
        let error = to_json(encoding, &number((1 << 15) + 2)).unwrap_err();
        assert_eq!(error.kind().name(), "Size_limit_exceeded");
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Forest {
    name: String,
    #[encoding(dynamic, list)]
    trees: Vec<Tree>,
    hash: [u8; 4],
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu)]
enum Tree {
    Leaf { leaf: i64 },
    Node { left: Box<Tree>, right: Box<Tree> },
}

#[test]
fn derived_types() {
    let leaf = |leaf| Box::new(Tree::Leaf { leaf });
    let trees = vec![Tree::Node { left: leaf(1), right: leaf(-2) }, Tree::Leaf { leaf: 3 }];
    let forest = Forest { name: "é\n".to_owned(), trees, hash: [0xde, 0xad, 0xbe, 0xef] };
    let json = forest.to_json().unwrap();
    assert_eq!(
        json,
        r#"{"name":"é\n","trees":[{"left":{"leaf":"1"},"right":{"leaf":"-2"}},{"leaf":"3"}],"hash":"deadbeef"}"#
    );
    assert_eq!(Forest::from_json(&json).unwrap(), forest);
    let value = decode(Forest::ENCODING, &forest.to_bytes().unwrap()).unwrap();
    assert_eq!(encode(Forest::ENCODING, &value).unwrap(), forest.to_bytes().unwrap());
    let error = Forest::from_json(&json.replace("beef", "be")).unwrap_err();
    assert_eq!(error.to_string(), "hash: 4 bytes are expected, 3 found (Invalid_bytes_length)");
}

#[test]
fn written_as_it_is_read() {
    let bytes = vec![7u8; 1000].to_bytes().unwrap();
    let mut text = String::new();
    schema::write_json(Vec::<u8>::ENCODING, &bytes, &mut text).unwrap();
    assert_eq!(text, to_json(Vec::<u8>::ENCODING, &bytes).unwrap());
}

#[test]
fn a_whole_number_of_any_size_is_a_natural_one() {
    let whole = Z::from_bytes(&[[0xbf].as_slice(), &[0xff; 30], &[0x7f]].concat()).unwrap();
    let natural = [[0xff].as_slice(), &[0xff; 30], &[0x3f]].concat();
    assert_eq!(encode(N::ENCODING, &Value::Whole(whole)).unwrap(), natural);
    let negative = encode(N::ENCODING, &Value::Whole(Z::from(-1i64)));
    assert_eq!(negative.unwrap_err().kind().name(), "Invalid_natural");
}
