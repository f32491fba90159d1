//! Descriptions against the reference's, `schemas/*.txt` and `schemas/*.json` of the shared vectors, and of forms that these
//! do not show.

use std::collections::BTreeMap;
use std::fs;

use crate::common::shared::shared;
use crate::walker::table::{leak, parse};
use serde_json::{Value, json};
use tezos_encoding::HasEncoding;
use tezos_encoding::schema::{
    About, Case, Class, Compact, Count, Encoding, Field, Mu, Part, SharedTag, TagSize, describe,
};
use tezos_encoding::wire::Prefix;

fn object(fields: &[(&'static str, &'static Encoding)]) -> &'static Encoding {
    let fields: Vec<Field> = fields.iter().map(|(name, encoding)| Field::req(name, encoding)).collect();
    leak(Encoding::Object(fields.leak()))
}

fn union(cases: &[(u32, &'static str, &'static Encoding)]) -> &'static Encoding {
    let cases: Vec<Case> = cases.iter().map(|(tag, title, payload)| Case::new(*tag, title, payload)).collect();
    leak(Encoding::Union { tag: TagSize::U8, cases: cases.leak(), ignore_unknown: false })
}

fn of(text: &str) -> &'static Encoding {
    parse(text).unwrap()
}

fn expression() -> &'static Encoding {
    let body = || {
        let (prim, annots, own) = (("prim", u8::ENCODING), ("annots", of("string")), expression());
        let list = || {
            leak(Encoding::Dynamic {
                prefix: Prefix::U30,
                inner: leak(Encoding::List { item: own, count: Count::ToEnd { min: 0, max: None }, array: false }),
            })
        };
        union(&[
            (0, "Int", of("obj{int: z}")),
            (1, "String", of("obj{string: string}")),
            (2, "Sequence", list()),
            (3, "Prim__no_args__no_annots", object(&[prim])),
            (4, "Prim__no_args__some_annots", object(&[prim, annots])),
            (5, "Prim__1_arg__no_annots", object(&[prim, ("arg", own)])),
            (6, "Prim__1_arg__some_annots", object(&[prim, ("arg", own), annots])),
            (7, "Prim__2_args__no_annots", object(&[prim, ("arg1", own), ("arg2", own)])),
            (8, "Prim__2_args__some_annots", object(&[prim, ("arg1", own), ("arg2", own), annots])),
            (9, "Prim__generic", object(&[prim, ("args", list()), annots])),
            (10, "Bytes", of("obj{bytes: bytes}")),
        ])
    };
    let mu = Mu { name: "micheline.lab.expression", class: Class::Dynamic, least: 1, depth: 100, body };
    leak(Encoding::Mu(Box::leak(Box::new(mu))))
}

/// The encodings of the reference's files that the table of the walker's tests does not have.
fn built(name: &str) -> Option<&'static Encoding> {
    static Y: About = About::titled("Y", Some("the ordinate"));
    static INT32: Compact = Compact::new(SharedTag::U8, &Part::Int32);
    static PAIR: Compact = Compact::new(SharedTag::U8, &Part::Tuple(&[&Part::Bool, &Part::Int64]));
    Some(match name {
        "compact_int32" => leak(Encoding::Compact(&INT32)),
        "compact_tup2_bool_int64" => leak(Encoding::Compact(&PAIR)),
        "def_described" => {
            let inner = leak(Encoding::Described { about: &Y, inner: of("def(my.y, string)") });
            object(&[("x", u8::ENCODING), ("y", leak(Encoding::Bounded { limit: 1000, inner }))])
        }
        "micheline" => expression(),
        _ => return None,
    })
}

/// Numbers as floats, so that `1` and `1.0` are the same.
fn normal(value: Value) -> Value {
    match value {
        Value::Number(number) => Value::from(number.as_f64().unwrap()),
        Value::Array(items) => items.into_iter().map(normal).collect(),
        Value::Object(fields) => fields.into_iter().map(|(key, value)| (key, normal(value))).collect(),
        other => other,
    }
}

#[test]
fn descriptions_are_the_references() {
    let Some(folder) = shared("vectors") else { return };
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let names: BTreeMap<String, String> = serde_json::from_str(&read("schema-encodings.json")).unwrap();
    let (mut compared, mut differ) = (0, Vec::new());
    // Those of messages are compared in `messages/tests/describe.rs`.
    for (name, encoding) in names.iter().filter_map(|(name, text)| Some((name, built(name).or(parse(text))?))) {
        compared += 1;
        let description = describe(encoding);
        let (found, expected) = (description.to_string(), read(&format!("schemas/{name}.txt")));
        if found != expected {
            differ.push(format!("{name}: expected\n{expected}\nfound\n{found}"));
        }
        let json = |text: &str| normal(serde_json::from_str(text).unwrap());
        let (found, expected) = (json(&description.to_json()), json(&read(&format!("schemas/{name}.json"))));
        if found != expected {
            differ.push(format!("{name}: expected\n{expected}\nfound\n{found}"));
        }
    }
    assert!(differ.is_empty(), "{}", differ.join("\n"));
    assert_eq!(compared, 47);
}

/// The rows of a table, without the lines between them.
fn rows(text: &str) -> Vec<String> {
    let cells = |line: &str| line.split('|').map(str::trim).filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ; ");
    text.lines().filter(|line| line.starts_with('|')).map(cells).collect()
}

#[test]
fn words_of_the_forms() {
    let description = describe(of("obj{a: string_enum(red,green); b: ranged_int_le(-5,400); \
        c: list_with_length(uint30, max=7, ranged_int(0,70000)); d: bytes(len=n); \
        e: dynamic_size(uint8, check_size(9, variable_string)); f: padded(uint8, 1); g: float}"));
    assert_eq!(
        rows(&description.to_string()),
        [
            "Name ; Size ; Contents",
            "a ; 1 byte ; unsigned 8-bit integer encoding an enumeration (see X_0)",
            "b ; 2 bytes ; signed 16-bit little-endian integer in the range -5 to 400",
            "c ; Determined from data ; $X_1",
            "# bytes in next field ; Determined from data ; $N.t",
            "d ; Variable ; bytes",
            "e ; Determined from data ; $X_2",
            "f ; 2 bytes ; $X_3",
            "g ; 8 bytes ; double-precision floating-point number",
            "Case number ; Encoded string",
            "0 ; red",
            "1 ; green",
            "Name ; Size ; Contents",
            "Unnamed field 0 ; 4 bytes ; unsigned 30-bit big-endian integer in the range 0 to 1073741823",
            "Unnamed field 1 ; Variable ; sequence of at most 7 unsigned 30-bit big-endian integer in the range 0 to 70000",
            "Name ; Size ; Contents",
            "# bytes in next field ; 1 byte ; unsigned 8-bit integer",
            "Unnamed field 0 ; Variable ; bytes",
            "Name ; Size ; Contents",
            "Unnamed field 0 ; 1 byte ; unsigned 8-bit integer",
            "padding ; 1 byte ; padding",
        ]
    );
    let json: Value = serde_json::from_str(&description.to_json()).unwrap();
    assert_eq!(json["toplevel"]["fields"][0]["layout"], json!({"size": "Uint8", "reference": "X_0", "kind": "Enum"}));
    assert_eq!(
        json["toplevel"]["fields"][1]["layout"],
        json!({"min": -5, "max": 400, "endianness": "Little", "kind": "RangedInt"})
    );
}

#[test]
fn nothing_is_one_sentence() {
    let description = describe(&Encoding::Empty);
    let sentence = "This value's binary representation is empty. It takes zero (0) bytes of output.\n";
    assert_eq!(description.to_string(), sentence);
    assert_eq!(description.to_markdown(), sentence);
    assert_eq!(description.to_json(), r#"{"toplevel":{"fields":[]},"fields":[]}"#);
}

/// The reference's printer puts a heading and its underline on one line where both fit with the next heading.
#[test]
fn short_headings_of_unions_are_on_one_line() {
    let text = describe(of("def(u, union(tag=uint8){0 A: uint8})")).to_string();
    assert!(text.contains("\nX_0 (2 bytes, 8-bit tag) ************************\n\nA (tag 0)\n=========\n"), "{text}");
}

#[test]
fn equal_definitions_are_one() {
    let text = "obj{a: tup(uint8, uint16); b: def(pair, tup(uint8, uint16)); c: variable_list(tup(uint8, uint16))}";
    let text = describe(of(text)).to_string();
    assert!(text.contains("sequence of $X_0"), "{text}");
    assert_eq!(text.matches("X_0\n***").count(), 1, "{text}");
    assert!(!text.contains("pair"), "{text}");
}

#[test]
fn deep_schemas_are_described_down_to_a_level() {
    // On a thread with 2 MiB, as tests have.
    let (mut blocks, mut objects, mut unions) = (u8::ENCODING, u8::ENCODING, u8::ENCODING);
    for _ in 0..400 {
        blocks = leak(Encoding::Dynamic { prefix: Prefix::U8, inner: blocks });
        objects = object(&[("a", u8::ENCODING), ("b", objects)]);
        unions = union(&[(0, "A", unions)]);
    }
    assert!(describe(blocks).toplevel.len() > 100);
    assert!(describe(objects).definitions.len() > 50);
    assert!(describe(unions).definitions.len() > 50);
}

#[test]
fn markdown_has_links_and_escapes() {
    let encoding = of("obj{a|b: def(my.y, check_size(9, string)); n: n}");
    assert_eq!(
        describe(encoding).to_markdown().lines().take(9).collect::<Vec<_>>(),
        [
            "| Name | Size | Contents |",
            "|---|---|---|",
            "| a\\|b | Determined from data | [my.y](#myy) |",
            "| n | Determined from data | [N.t](#nt) |",
            "",
            "## my.y",
            "",
            "| Name | Size | Contents |",
            "|---|---|---|",
        ]
    );
}
