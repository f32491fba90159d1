//! Descriptions against the reference's, `schemas/*.txt` and `schemas/*.json` of the shared vectors, and of forms that these
//! do not show.

use crate::common::shared::shared;
use std::fs;

use serde_json::Value;
use tezos_encoding::schema::{
    About, Case, Class, Compact, Count, DefaultBytes, Encoding, Extent, Field, Int, Mu, Part, Scalar, SharedTag,
    TagSize, describe,
};
use tezos_encoding::wire::Prefix;

fn leak<T>(value: T) -> &'static T {
    Box::leak(Box::new(value))
}

fn int(name: &'static str, bytes: usize, signed: bool) -> &'static Encoding {
    leak(Encoding::Scalar(Scalar::Int(Int::full(name, bytes, signed, false))))
}

fn compact(part: &'static Part) -> &'static Encoding {
    leak(Encoding::Compact(leak(Compact::new(SharedTag::U8, part))))
}

fn u8() -> &'static Encoding {
    int("uint8", 1, false)
}

fn u16() -> &'static Encoding {
    int("uint16", 2, false)
}

fn i32() -> &'static Encoding {
    int("int32", 4, true)
}

fn i64() -> &'static Encoding {
    int("int64", 8, true)
}

fn ranged(min: i64, max: i64) -> &'static Encoding {
    leak(Encoding::Scalar(Scalar::Int(Int::ranged(min, max, false))))
}

const BOOL: &Encoding = &Encoding::Scalar(Scalar::Bool);
const Z: &Encoding = &Encoding::Scalar(Scalar::Z);
const REST: &Encoding = &Encoding::Bytes(Extent::Rest);
const TEXT: &Encoding = &Encoding::Text { extent: Extent::Rest, utf8: false };
const STRING: &Encoding = &Encoding::Dynamic { prefix: Prefix::U30, inner: TEXT };
const BYTES: &Encoding = &Encoding::Dynamic { prefix: Prefix::U30, inner: REST };

fn many(item: &'static Encoding, count: Count) -> &'static Encoding {
    leak(Encoding::List { item, count, array: false })
}

fn to_end(item: &'static Encoding, max: Option<usize>) -> &'static Encoding {
    many(item, Count::ToEnd { min: 0, max })
}

fn sized(prefix: Prefix, inner: &'static Encoding) -> &'static Encoding {
    leak(Encoding::Dynamic { prefix, inner })
}

fn list(item: &'static Encoding) -> &'static Encoding {
    sized(Prefix::U30, to_end(item, None))
}

fn bounded(limit: usize, inner: &'static Encoding) -> &'static Encoding {
    leak(Encoding::Bounded { limit, inner })
}

fn def(id: &'static str, inner: &'static Encoding) -> &'static Encoding {
    leak(Encoding::Def { id, inner })
}

fn described(about: About, inner: &'static Encoding) -> &'static Encoding {
    leak(Encoding::Described { about: leak(about), inner })
}

fn opt(inner: &'static Encoding) -> &'static Encoding {
    leak(Encoding::Opt(inner))
}

fn object(fields: &[(&'static str, &'static Encoding)]) -> &'static Encoding {
    let fields: Vec<Field> = fields.iter().map(|(name, encoding)| Field::req(name, encoding)).collect();
    leak(Encoding::Object(fields.leak()))
}

fn union(cases: &[(u32, &'static str, &'static Encoding)]) -> &'static Encoding {
    let cases: Vec<Case> = cases.iter().map(|(tag, title, payload)| Case::new(*tag, title, payload)).collect();
    leak(Encoding::Union { tag: TagSize::U8, cases: cases.leak(), ignore_unknown: false })
}

fn recursive(name: &'static str, body: fn() -> &'static Encoding) -> &'static Encoding {
    leak(Encoding::Mu(leak(Mu { name, class: Class::Dynamic, least: 1, depth: 100, body })))
}

fn tree() -> &'static Encoding {
    recursive("tree", || {
        let leaf = object(&[("leaf", ranged(-0x4000_0000, 0x3fff_ffff))]);
        union(&[(0, "Leaf", leaf), (1, "Node", object(&[("left", tree()), ("right", tree())]))])
    })
}

fn rose() -> &'static Encoding {
    recursive("rose", || object(&[("v", u8()), ("kids", list(rose()))]))
}

fn expression() -> &'static Encoding {
    recursive("micheline.lab.expression", || {
        let (prim, annots, own) = (("prim", u8()), ("annots", STRING), expression());
        union(&[
            (0, "Int", object(&[("int", Z)])),
            (1, "String", object(&[("string", STRING)])),
            (2, "Sequence", list(own)),
            (3, "Prim__no_args__no_annots", object(&[prim])),
            (4, "Prim__no_args__some_annots", object(&[prim, annots])),
            (5, "Prim__1_arg__no_annots", object(&[prim, ("arg", own)])),
            (6, "Prim__1_arg__some_annots", object(&[prim, ("arg", own), annots])),
            (7, "Prim__2_args__no_annots", object(&[prim, ("arg1", own), ("arg2", own)])),
            (8, "Prim__2_args__some_annots", object(&[prim, ("arg1", own), ("arg2", own), annots])),
            (9, "Prim__generic", object(&[prim, ("args", list(own)), annots])),
            (10, "Bytes", object(&[("bytes", BYTES)])),
        ])
    })
}

/// The encodings of the reference's files that are not messages.
fn table() -> Vec<(&'static str, &'static Encoding)> {
    let array = leak(Encoding::List { item: i32(), count: Count::ToEnd { min: 0, max: Some(3) }, array: true });
    let y = described(About::titled("Y", Some("the ordinate")), def("my.y", STRING));
    let seven = leak(Encoding::Dft { inner: u8(), default: DefaultBytes::Known(&[7]) });
    let v = leak(Encoding::Reserve { bytes: 5, inner: TEXT });
    let unit = Scalar::RangedFloat { min: (-1.0f64).to_bits(), max: 1.0f64.to_bits() };
    let prefixed = |item, prefix, max| many(item, Count::Prefixed { prefix, max });
    let scalar = |scalar| leak(Encoding::Scalar(scalar));
    vec![
        ("array_max3_int32", sized(Prefix::U30, array)),
        (
            "assoc",
            sized(Prefix::U30, leak(Encoding::Assoc { value: u8(), keys: tezos_encoding::schema::Keys::default() })),
        ),
        ("bool", BOOL),
        ("bounded_string_10", sized(Prefix::U8, bounded(10, TEXT))),
        ("bytes_len_uint8", sized(Prefix::U8, REST)),
        ("check_size_8_string", bounded(8, STRING)),
        ("compact_int32", compact(&Part::Int32)),
        ("compact_tup2_bool_int64", compact(&Part::Tuple(&[&Part::Bool, &Part::Int64]))),
        ("constant_obj", object(&[("k", leak(Encoding::Constant("k"))), ("v", u8())])),
        ("def_described", object(&[("x", u8()), ("y", bounded(1000, y))])),
        ("dynamic_size_uint8_obj", sized(Prefix::U8, object(&[("a", u8()), ("b", TEXT)]))),
        ("fixed_bytes_32", leak(Encoding::Bytes(Extent::Fixed(32)))),
        ("fixed_list_3_uint8", many(u8(), Count::Exactly(3))),
        ("float", scalar(Scalar::Float)),
        ("int31", ranged(-0x4000_0000, 0x3fff_ffff)),
        ("int32_le", scalar(Scalar::Int(Int::full("int32_le", 4, true, true)))),
        ("int64", i64()),
        ("int8", int("int8", 1, true)),
        ("lazy", sized(Prefix::U30, leak(Encoding::Lazy(u8())))),
        ("list_max5_uint16", sized(Prefix::U30, to_end(u16(), Some(5)))),
        ("list_uint16", list(u16())),
        ("list_with_length_n_max4", prefixed(STRING, Prefix::N, Some(4))),
        ("list_with_length_uint8", prefixed(u16(), Prefix::U8, None)),
        (
            "merge_objs",
            leak(Encoding::Merge(leak([object(&[("a", u8()), ("b", STRING)]), object(&[("c", opt(BOOL))])]))),
        ),
        ("micheline", expression()),
        ("mu_rose", rose()),
        ("mu_tree", tree()),
        ("n", scalar(Scalar::N)),
        ("obj_dft", object(&[("a", u8()), ("b", seven)])),
        ("obj_req_opt", object(&[("a", u8()), ("b", opt(STRING)), ("c", BOOL)])),
        ("obj_variable_middle", object(&[("v", v), ("n", i32()), ("m", u8())])),
        ("obj_varopt", object(&[("a", u8()), ("b", leak(Encoding::Varopt(u16())))])),
        ("option_uint8", union(&[(1, "Some", u8()), (0, "None", &Encoding::Null)])),
        ("padded", leak(Encoding::Padded { bytes: 3, inner: u8() })),
        ("ranged_float", scalar(unit)),
        ("ranged_int_10_20", ranged(10, 20)),
        ("ranged_int_neg10_300", ranged(-10, 300)),
        (
            "result_uint8_string",
            union(&[(1, "Ok", object(&[("ok", u8())])), (0, "Result", object(&[("error", STRING)]))]),
        ),
        ("string", STRING),
        ("string_enum", leak(Encoding::Enum(&["red", "green", "blue"]))),
        ("string_len_n", sized(Prefix::N, TEXT)),
        ("tup_uint8_bool_string", leak(Encoding::Tuple(leak([u8(), BOOL, STRING])))),
        ("uint16", u16()),
        (
            "union_uint8",
            union(&[
                (0, "Circle", u16()),
                (3, "Rect", object(&[("w", u8()), ("h", u8())])),
                (7, "Nothing", &Encoding::Null),
                (200, "Named", STRING),
            ]),
        ),
        ("variable_list_string", to_end(STRING, None)),
        ("variable_string", TEXT),
        ("z", Z),
    ]
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
    let Some(folder) = shared("vectors/schemas") else { return };
    let (mut texts, mut documents) = (0, 0);
    let table = table();
    for (name, encoding) in &table {
        let description = describe(encoding);
        let text = fs::read_to_string(folder.join(format!("{name}.txt"))).unwrap();
        if description.to_string() == text {
            texts += 1;
        } else {
            println!("{name}: expected\n{text}\nfound\n{description}");
        }
        let json = fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
        let (ours, theirs): (Value, Value) =
            (serde_json::from_str(&description.to_json()).unwrap(), serde_json::from_str(&json).unwrap());
        if normal(ours.clone()) == normal(theirs.clone()) {
            documents += 1;
        } else {
            println!("{name}: expected\n{theirs}\nfound\n{ours}");
        }
    }
    println!("{texts} texts and {documents} JSON documents of {} agree", table.len());
    assert_eq!((texts, documents), (table.len(), table.len()));
}

/// The rows of a table, without the lines between them.
fn rows(text: &str) -> Vec<String> {
    let cells = |line: &str| line.split('|').map(str::trim).filter(|it| !it.is_empty()).collect::<Vec<_>>().join(" ; ");
    text.lines().filter(|line| line.starts_with('|')).map(cells).collect()
}

#[test]
fn words_of_the_forms() {
    let little = leak(Encoding::Scalar(Scalar::Int(Int::ranged(-5, 400, true))));
    let colours = leak(Encoding::Enum(&["red", "green"]));
    let encoding = object(&[
        ("a", colours),
        ("b", little),
        ("c", many(ranged(0, 70_000), Count::Prefixed { prefix: Prefix::U30, max: Some(7) })),
        ("d", sized(Prefix::N, REST)),
        ("e", sized(Prefix::U8, bounded(9, TEXT))),
        ("f", leak(Encoding::Padded { bytes: 1, inner: u8() })),
        ("g", leak(Encoding::Scalar(Scalar::Float))),
    ]);
    let description = describe(encoding);
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
    assert_eq!(
        json["toplevel"]["fields"][0]["layout"],
        serde_json::json!({"size": "Uint8", "reference": "X_0", "kind": "Enum"})
    );
    assert_eq!(
        json["toplevel"]["fields"][1]["layout"],
        serde_json::json!({"min": -5, "max": 400, "endianness": "Little", "kind": "RangedInt"})
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
    let text = describe(def("u", union(&[(0, "A", u8())]))).to_string();
    assert!(text.contains("\nX_0 (2 bytes, 8-bit tag) ************************\n\nA (tag 0)\n=========\n"), "{text}");
}

#[test]
fn equal_definitions_are_one() {
    let pair = || leak(Encoding::Tuple(leak([u8(), u16()])));
    let text = describe(object(&[("a", pair()), ("b", def("pair", pair())), ("c", to_end(pair(), None))])).to_string();
    assert!(text.contains("sequence of $X_0"), "{text}");
    assert_eq!(text.matches("X_0\n***").count(), 1, "{text}");
    assert!(!text.contains("pair"), "{text}");
}

#[test]
fn a_recursive_type_has_a_title_and_a_sentence() {
    fn chain() -> &'static Encoding {
        recursive("chain", || {
            let about = About::titled("Chain", Some("Links, one in the other."));
            described(about, object(&[("link", u8()), ("next", opt(chain()))]))
        })
    }
    let text = describe(chain()).to_string();
    assert!(text.contains("\nChain\n*****\n\nLinks, one in the other.\n\n+--"), "{text}");
    assert_eq!(text.matches("$Chain").count(), 2, "{text}");
}

#[test]
fn deep_schemas_are_described_down_to_a_level() {
    // On a thread with 2 MiB, as tests have.
    let (mut blocks, mut objects, mut unions) = (u8(), u8(), u8());
    for _ in 0..400 {
        blocks = sized(Prefix::U8, blocks);
        objects = object(&[("a", u8()), ("b", objects)]);
        unions = union(&[(0, "A", unions)]);
    }
    assert!(describe(blocks).toplevel.len() > 100);
    assert!(describe(objects).definitions.len() > 50);
    assert!(describe(unions).definitions.len() > 50);
}

#[test]
fn markdown_has_links_and_escapes() {
    let encoding = object(&[("a|b", def("my.y", bounded(9, STRING))), ("n", &Encoding::Scalar(Scalar::N))]);
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
