//! What a comparison reports for each kind of change, and what the change means for readers.

#![allow(dead_code, reason = "only the schemas of the types are used")]

use tezos_encoding::HasEncoding;
use tezos_encoding::schema::ChangeKind::{self, Added, Narrowed, Removed, Renamed, Renumbered, Replaced, Widened};
use tezos_encoding::schema::{self, Description, Encoding, decode, describe, diff, generate};

type Expected = (&'static str, ChangeKind, bool, bool);

#[track_caller]
fn check(old: &'static Encoding, new: &'static Encoding, expected: &[Expected]) {
    let changes = diff(&describe(old), &describe(new)).changes;
    let found: Vec<_> =
        changes.iter().map(|change| (change.path.as_str(), change.kind, change.old_bytes, change.new_bytes)).collect();
    assert_eq!(found, expected, "{changes:#?}");
    // In the other direction, added becomes removed.
    let back = diff(&describe(new), &describe(old));
    let forth = diff(&describe(old), &describe(new));
    assert_eq!((back.old_bytes(), back.new_bytes()), (forth.new_bytes(), forth.old_bytes()));
    assert!(diff(&describe(old), &describe(old)).is_empty());
}

/// The encoding of a struct with the given fields.
macro_rules! object {
    ($($fields:tt)*) => {{
        #[derive(HasEncoding)]
        struct Object { $($fields)* }
        Object::ENCODING
    }};
}

/// The encoding of an enum with the given variants and tags.
macro_rules! union {
    ($tags:literal: $($tag:literal $name:ident $(($payload:ty))?),*) => {{
        #[derive(HasEncoding)]
        #[encoding(tags = $tags, json(first_match))]
        enum Union { $(#[encoding(tag = $tag)] $name $(($payload))?),* }
        Union::ENCODING
    }};
}

/// The encoding of an enum with the given variants and one for all other tags but those that are reserved.
macro_rules! open {
    ($($tag:literal $name:ident $(($payload:ty))?),*; $reserved:tt) => {{
        #[derive(HasEncoding)]
        #[encoding(json(first_match), reserved = $reserved)]
        enum Open { $(#[encoding(tag = $tag)] $name $(($payload))?,)* #[encoding(other)] Unknown(u8, Vec<u8>) }
        Open::ENCODING
    }};
}

/// The encoding of a `string_enum` with the given names.
macro_rules! names {
    ($($names:tt)*) => {{
        #[derive(HasEncoding)]
        #[encoding(string_enum)]
        enum Names { $($names)* }
        Names::ENCODING
    }};
}

/// A compact encoding equals the union that describes its bytes.
#[test]
fn compact_encodings_are_unions() {
    for (compact, union) in [
        ("option(payload string)", "0 none | 1 some: string"),
        ("list(bits=1, uint8)", "0 case_0 | 1 case_1: list(uint8)"),
        ("tup2(bool, payload uint16)", "0 case_0: uint16 | 1 case_1: uint16"),
        ("union{A: bool | B: int32}", "0 A | 1 A | 4 B: uint8 | 5 B: uint16 | 6 B: int32"),
    ] {
        let parse = |text: String| describe(schema::grammar::parse(&text).unwrap());
        let old = parse(format!("compact(tag=uint8, {compact})"));
        let changes = diff(&old, &parse(format!("union(tag=uint8){{{union}}}"))).changes;
        assert!(changes.is_empty(), "{compact}: {changes:#?}");
    }
}

#[test]
fn fields() {
    check(object!(a: u8, b: u16), object!(a: u8), &[("b", Removed, false, false)]);
    check(object!(a: u8), object!(a: u8, b: Option<u16>), &[("b", Added, false, false)]);
    check(object!(a: u8, b: u16), object!(a: u8, c: u16), &[("c", Renamed, true, true)]);
    check(object!(a: u8, b: u16), object!(a: u8, b: i16), &[("b", Replaced, false, false)]);
    check(object!(a: u8, b: u16), object!(a: u8, b: Option<u16>), &[("b", Replaced, false, false)]);
    let moved = [("b", Removed, false, false), ("b", Added, false, false)];
    check(object!(b: u16, a: u8), object!(a: u8, b: u16), &moved);
}

/// A field with another name is only regarded as the same field if its encoding is the same.
#[test]
fn another_name_and_another_encoding_are_another_field() {
    let old = object!(level: i32, priority: u16);
    check(old, object!(level: i32, rank: u16), &[("rank", Renamed, true, true)]);
    check(old, object!(level: i32, round: i32), &[("priority", Removed, false, false), ("round", Added, false, false)]);
}

/// Generated names of definitions are not shown.
#[test]
fn definitions_without_a_name_are_described_by_their_content() {
    #[derive(HasEncoding)]
    struct Pair {
        one: u8,
        other: u8,
    }
    #[derive(HasEncoding)]
    #[encoding(json(first_match))]
    enum Choice {
        #[encoding(tag = 0)]
        Ping,
        #[encoding(tag = 1)]
        Pong,
    }
    let what = |old, new| diff(&describe(old), &describe(new)).changes[0].what.clone();
    assert_eq!(what(object!(a: u8), object!(a: i16)), "uint8 → int16");
    assert_eq!(what(object!(a: u8), object!(a: Choice)), "uint8 → one of 2 cases");
    let pairs = object!(#[encoding(dynamic, list)] a: Vec<Pair>);
    assert_eq!(what(object!(#[encoding(dynamic, list)] a: Vec<u8>), pairs), "uint8 → the fields `one`, `other`");
    assert_eq!(what(<[u8; 4]>::ENCODING, u32::ENCODING), "4 bytes → uint32");
}

#[test]
fn cases() {
    let old = union!("u8": 1 One(u8), 2 Two(u16));
    let added = union!("u8": 1 One(u8), 2 Two(u16), 3 Three);
    check(old, added, &[("Three", Added, true, false)]);
    check(added, old, &[("Three", Removed, false, true)]);
    let renumbered = union!("u8": 1 One(u8), 4 Two(u16));
    check(old, renumbered, &[("Two", Renumbered, false, false)]);
    let renamed = union!("u8": 1 Uno(u8), 2 Two(u16));
    check(old, renamed, &[("Uno", Renamed, true, true)]);
    let wide = union!("u16": 1 One(u8), 2 Two(u16));
    // The row of the tag is also part of each case.
    assert!(!diff(&describe(old), &describe(wide)).old_bytes());
    // If a case moves to another tag, it is not regarded as a new name of the case that had this tag.
    let swapped = union!("u8": 2 One(u8), 1 Two(u16));
    check(old, swapped, &[("One", Renumbered, false, false), ("Two", Renumbered, false, false)]);
}

#[test]
fn ranges_and_limits() {
    let digit = object!(#[encoding(range = 0..=9)] a: u8);
    let more = object!(#[encoding(range = 0..=99)] a: u8);
    // One byte has no order, two have one.
    let [narrow, wide] =
        [object!(#[encoding(range = "0 ..= 9", le)] a: u16), object!(#[encoding(range = "0 ..= 999", le)] a: u16)];
    check(digit, narrow, &[]);
    check(object!(#[encoding(range = "0 ..= 999")] a: u16), wide, &[("a", Replaced, false, false)]);
    check(digit, more, &[("a", Widened, true, false)]);
    check(more, digit, &[("a", Narrowed, false, true)]);
    check(digit, object!(a: u8), &[("a", Widened, true, false)]);
    let list = |max| match max {
        3 => object!(#[encoding(dynamic, list = 3)] a: Vec<u16>),
        _ => object!(#[encoding(dynamic, list = 4)] a: Vec<u16>),
    };
    check(list(3), list(4), &[("a", Widened, true, false)]);
    check(list(4), list(3), &[("a", Narrowed, false, true)]);
    // A block of a fixed size around a list, whose own encoding does not contain the size.
    let four = object!(#[encoding(sized = 4, list)] a: Vec<u8>);
    check(four, object!(#[encoding(sized = 5, list)] a: Vec<u8>), &[("a", Replaced, false, false)]);
    check(four, object!(#[encoding(list)] a: Vec<u8>), &[("a", Widened, true, false)]);
    let fixed = object!(a: [u8; 4]);
    check(fixed, object!(#[encoding(bytes)] a: Vec<u8>), &[("a", Widened, true, false)]);
    check(fixed, object!(a: [u8; 5]), &[("a", Replaced, false, false)]);
}

#[test]
fn names_of_enumerations() {
    let old = names!(Red, Green);
    check(old, names!(Red, Green, Blue), &[("blue", Added, true, false)]);
    check(names!(Red, Green, Blue), old, &[("blue", Removed, false, true)]);
    check(old, names!(Green, Red), &[("red", Renumbered, false, false), ("green", Renumbered, false, false)]);
    check(old, names!(Red, Blue), &[("green", Renamed, true, true)]);
}

#[test]
fn changes_inside_of_definitions_and_blocks() {
    #[derive(HasEncoding)]
    #[encoding(id = "inner")]
    struct Old(u8, #[encoding(string)] String);
    #[derive(HasEncoding)]
    #[encoding(id = "inner")]
    struct New(u8, #[encoding(string(kind = "u8"))] String);
    let (old, new) = (<Vec<Old>>::ENCODING, <Vec<New>>::ENCODING);
    check(old, new, &[("[]", Replaced, false, false)]);
    check(u16::ENCODING, u32::ENCODING, &[("", Replaced, false, false)]);
}

/// Accepts numbers below ten.
fn small(value: &u8) -> Result<(), &'static str> {
    if *value < 10 { Ok(()) } else { Err("too large") }
}

#[test]
fn constraints_beyond_the_layout() {
    let bytes = |max| match max {
        8 => object!(#[encoding(dynamic, bytes = 8)] a: Vec<u8>),
        9 => object!(#[encoding(dynamic, bytes = 9)] a: Vec<u8>),
        _ => object!(#[encoding(dynamic, bytes)] a: Vec<u8>),
    };
    check(bytes(8), bytes(9), &[("a", Widened, true, false)]);
    check(bytes(9), bytes(8), &[("a", Narrowed, false, true)]);
    check(bytes(0), bytes(8), &[("a", Narrowed, false, true)]);
    let what = |old, new| diff(&describe(old), &describe(new)).changes[0].what.clone();
    assert_eq!(what(bytes(8), bytes(9)), "at most 8 bytes → at most 9 bytes");
    assert_eq!(what(bytes(0), bytes(9)), "now: at most 9 bytes");
    assert_eq!(what(bytes(9), bytes(0)), "no longer: at most 9 bytes");

    let least = |min| match min {
        1 => object!(#[encoding(dynamic, list(min = 1, max = 5))] a: Vec<u8>),
        _ => object!(#[encoding(dynamic, list(min = 2, max = 5))] a: Vec<u8>),
    };
    check(least(1), least(2), &[("a", Narrowed, false, true)]);
    let below = object!(#[encoding(builtin = "UintLikeN", range = "0 ..= 100")] a: u64);
    let above = object!(#[encoding(builtin = "UintLikeN", range = "0 ..= 120")] a: u64);
    check(below, above, &[("a", Widened, true, false)]);
    let [n, z] = [object!(a: tezos_encoding::N), object!(a: tezos_encoding::Z)];
    check(n, z, &[("a", Replaced, false, false)]);
    let bson = [("a", Widened, true, false), ("a", Narrowed, false, true)];
    check(object!(a: tezos_encoding::Json), object!(a: String), &bson);
    let guarded = object!(#[encoding(guard = "small")] a: u8);
    check(object!(a: u8), guarded, &[("a", Narrowed, false, true)]);
    let usual = |value| match value {
        1 => object!(#[encoding(dft = "1")] a: u8),
        _ => object!(#[encoding(dft = "2")] a: u8),
    };
    check(usual(1), usual(2), &[("a", Replaced, true, true)]);
    check(object!(a: u8), usual(2), &[("a", Replaced, true, true)]);
}

#[test]
fn constraints_belong_to_their_fields() {
    let old = object!(#[encoding(dynamic, bytes = 8)] a: Vec<u8>, b: u16);
    // The constraints of a renamed field are unchanged; if a field is added or removed, its constraints are not
    // reported.
    check(old, object!(#[encoding(dynamic, bytes = 8)] c: Vec<u8>, b: u16), &[("c", Renamed, true, true)]);
    let renamed = object!(#[encoding(dynamic, bytes = 9)] c: Vec<u8>, b: u16);
    check(old, renamed, &[("c", Renamed, true, true), ("c", Widened, true, false)]);
    check(old, object!(b: u16), &[("a", Removed, false, false)]);

    #[derive(HasEncoding)]
    #[encoding(id = "key")]
    struct Key {
        #[encoding(dynamic, bytes = 8)]
        bytes: Vec<u8>,
        flag: bool,
    }
    mod today {
        use tezos_encoding::HasEncoding;
        #[derive(HasEncoding)]
        #[encoding(id = "key")]
        pub(super) struct Key {
            #[encoding(dynamic, bytes = 4)]
            bytes: Vec<u8>,
            flag: bool,
        }
    }
    // A constraint of a definition is reported once, at its first use, and where a use was removed.
    let twice = object!(a: Key, #[encoding(dynamic, list)] b: Vec<Key>);
    let less = object!(a: today::Key, #[encoding(dynamic, list)] b: Vec<today::Key>);
    check(twice, less, &[("a.bytes", Narrowed, false, true)]);
    let moved = object!(c: u8, b: Key);
    let there = object!(b: today::Key);
    check(moved, there, &[("c", Removed, false, false), ("b.bytes", Narrowed, false, true)]);
}

#[test]
fn constraints_are_compared_if_both_sides_have_them() {
    let old = describe(object!(#[encoding(dynamic, bytes = 8)] a: Vec<u8>));
    let new = describe(object!(#[encoding(dynamic, bytes = 4)] a: Vec<u8>));
    let full = diff(&old, &new);
    assert!(full.complete && full.to_json().ends_with(r#""complete":true}"#), "{}", full.to_json());
    let reference = Description::from_json(&old.to_json()).unwrap();
    for (old, new) in [(&reference, &new), (&new, &reference)] {
        let less = diff(old, new);
        assert!(less.is_empty() && !less.complete);
        assert!(less.to_markdown().starts_with("Nothing changed.\n\nLimits in bytes,"), "{}", less.to_markdown());
    }
    for text in ["{}", "[{}]", r#"[{"at":"","path":"","kind":"x"}]"#, r#"[{"at":"","path":"","kind":"range","min":0}]"#]
    {
        let dump = format!(r#"{{"binary":{},"constraints":{text}}}"#, old.to_json());
        assert!(Description::from_json(&dump).is_err(), "{text}");
    }
}

/// Checks promises with values: values of each type, generated from its schema, are decoded as each other type.
#[test]
fn promises_hold_for_generated_values() {
    let all = [
        object!(a: u8),
        object!(a: u8, b: u16),
        object!(b: u8),
        object!(a: i8),
        object!(a: bool),
        object!(a: u16),
        object!(a: Option<u8>),
        object!(#[encoding(guard = "small")] a: u8),
        object!(#[encoding(dft = "1")] a: u8),
        object!(#[encoding(range = 0..=9)] a: u8),
        object!(#[encoding(range = 0..=99)] a: u8),
        object!(#[encoding(range = 5..=99)] a: u8),
        object!(#[encoding(dynamic, bytes = 8)] a: Vec<u8>),
        object!(#[encoding(dynamic, bytes = 4)] a: Vec<u8>),
        object!(#[encoding(dynamic, bytes)] a: Vec<u8>),
        object!(#[encoding(string = 4)] a: String),
        object!(a: String),
        object!(a: [u8; 4]),
        object!(#[encoding(bytes)] a: Vec<u8>),
        object!(#[encoding(dynamic, list = 3)] a: Vec<u8>),
        object!(#[encoding(dynamic, list = 4)] a: Vec<u8>),
        object!(#[encoding(dynamic, list(min = 1, max = 4))] a: Vec<u8>),
        object!(#[encoding(sized = 4, list)] a: Vec<u8>),
        object!(#[encoding(sized = 5, list)] a: Vec<u8>),
        object!(#[encoding(list)] a: Vec<u8>),
        object!(#[encoding(dynamic, list)] a: Vec<[u8; 2]>),
        object!(#[encoding(dynamic, list)] a: Vec<[u8; 3]>),
        object!(#[encoding(dynamic, list, sized = 2, list)] a: Vec<Vec<u8>>),
        object!(#[encoding(dynamic, list, sized = 3, list)] a: Vec<Vec<u8>>),
        object!(#[encoding(dynamic, list, dynamic, bytes)] a: Vec<Vec<u8>>),
        object!(#[encoding(dynamic, list, dynamic, bytes = 2)] a: Vec<Vec<u8>>),
        object!(#[encoding(list(len = 4))] a: Vec<u8>),
        object!(#[encoding(builtin = "UintLikeN", range = "0 ..= 100")] a: u64),
        object!(#[encoding(builtin = "UintLikeN", range = "0 ..= 200")] a: u64),
        object!(#[encoding(builtin = "N")] a: tezos_encoding::N),
        object!(#[encoding(builtin = "Z")] a: tezos_encoding::Z),
        object!(a: f64),
        object!(#[encoding(range = "0.5 ..= 1.0")] a: f64),
        names!(Red, Green),
        names!(Red, Green, Blue),
        union!("u8": 0 A, 1 B(u8)),
        union!("u8": 0 A, 1 B(u8), 2 C),
        open!(0 A; []),
        open!(0 A, 5 B(u8); []),
        open!(0 A; [5]),
        open!(0 A, 5 B(u8); [7]),
        u8::ENCODING,
        u32::ENCODING,
        String::ENCODING,
        <Vec<String>>::ENCODING,
        <(u8, bool)>::ENCODING,
    ];
    let (mut yes, mut no) = (0, 0);
    for old in all {
        let values = generate(old).max_bytes(12);
        let values: Vec<_> = values.boundaries().chain(values.values(1).take(60)).filter_map(Result::ok).collect();
        for new in all {
            let changes = diff(&describe(old), &describe(new));
            let bad = values.iter().find(|bytes| decode(new, bytes).is_err());
            match (changes.old_bytes(), bad) {
                (true, Some(bytes)) => panic!("{bytes:02x?} of {old:?}\nis refused by {new:?}\n{changes:#?}"),
                (true, None) => yes = usize::saturating_add(yes, 1),
                (false, _) => no = usize::saturating_add(no, 1),
            }
            assert_eq!(changes.old_bytes(), diff(&describe(new), &describe(old)).new_bytes());
        }
    }
    assert!(yes > all.len() && no > all.len(), "{yes} {no}");
}

#[test]
fn invalid_descriptions_are_refused() {
    for (text, sentence) in [
        ("{}", "at column 1 (byte 0): expected `toplevel`"),
        (r#"{"toplevel":{"fields":[{"kind":"x"}]},"fields":[]}"#, "`named`, `anon`, `dyn` or `option_indicator`"),
        ("[", "expected a value"),
    ] {
        let error = Description::from_json(text).unwrap_err().to_string();
        assert!(error.contains(sentence), "{error}");
    }
    let row = |row: &str| format!(r#"{{"toplevel":{{"fields":[{row}]}},"fields":[]}}"#);
    let layout =
        |layout: &str| row(&format!(r#"{{"kind":"anon","data_kind":{{"kind":"Dynamic"}},"layout":{layout}}}"#));
    let body = |body: &str| {
        format!(r#"{{"toplevel":{{"fields":[]}},"fields":[{{"description":{{"title":"a"}},"encoding":{body}}}]}}"#)
    };
    // `§` is before what is refused.
    for (text, expected) in [
        (row(r#"{"kind":§7}"#), "a kind of field"),
        (row("§{}"), "`kind`"),
        (row(r#"§{"kind":"anon"}"#), "`data_kind`"),
        (row(r#"{"kind":"anon","data_kind":{"kind":"§Big"}}"#), "`Fixed`, `Dynamic` or `Variable`"),
        (row(r#"{"kind":"anon","data_kind":§{"kind":"Fixed"}}"#), "`size`"),
        (row(r#"{"kind":"anon","data_kind":{"kind":"Fixed","size":§-1}}"#), "a number of bytes"),
        (row(r#"{"kind":"anon","data_kind":{"kind":"Fixed","size":§1.5}}"#), "a number"),
        (row(r#"{"kind":"anon","name":§7}"#), "a name"),
        (row(r#"§{"kind":"dyn","size":"Uint8"}"#), "`num_fields`"),
        (row(r#"{"kind":"dyn","num_fields":§-1,"size":"Uint8"}"#), "a number of fields"),
        (
            row(r#"{"kind":"dyn","num_fields":1,"size":"§Uint32"}"#),
            "`Uint8`, `Uint16`, `Uint30`, `N` or a header of RLP",
        ),
        (layout(r#"{"kind":"§Int7"}"#), "a kind of layout, such as `Int` or `Ref`"),
        (layout(r#"{"kind":"Int","size":"§Int7"}"#), "`Int8`, `Uint16` or another width"),
        (layout(r#"{"kind":"Int","size":"§Int30"}"#), "`Int8`, `Uint16` or another width"),
        (layout(r#"{"kind":"Int","size":"§Uint31"}"#), "`Int8`, `Uint16` or another width"),
        (layout(r#"{"kind":"RangedInt","min":0,"max":§9223372036854775808}"#), "a number of 64 bits"),
        (layout(r#"§{"kind":"RangedFloat","min":0}"#), "`max`"),
        (layout(r#"{"kind":"RangedFloat","min":§null}"#), "a number"),
        (layout(r#"§{"kind":"Enum","size":"Uint8"}"#), "`reference`"),
        (layout(r#"§{"kind":"Ref"}"#), "`name`"),
        (layout(r#"{"kind":"Magic","bytes":"§0"}"#), "bytes in hexadecimal"),
        (layout(r#"{"kind":"Seq","length_limit":{"kind":"§least"}}"#), "`no-limit`, `at-most` or `exactly`"),
        (layout(r#"{"kind":"Seq","length_limit":{"kind":"at-most","at_most":§-1}}"#), "a number of elements"),
        (layout(r#"{"kind":"Seq","length_limit":§{"kind":"exactly","at_most":1}}"#), "`exactly`"),
        (body("§{}"), "`fields` or `cases`"),
        (body(r#"{"fields":§7}"#), "a list of fields"),
        (body(r#"{"cases":[§[0]],"size":"Uint8"}"#), "an index and a name"),
        (body(r#"{"cases":[[0,§1]],"size":"Uint8"}"#), "a name"),
        (
            body(r#"{"cases":[],"tag_size":"§Uint64","kind":{"kind":"Dynamic"}}"#),
            "`Uint8`, `Uint16`, `Uint32` or a tag of RLP",
        ),
        (body(r#"{"cases":[{"tag":§-1}],"kind":{"kind":"Dynamic"}}"#), "a tag"),
        (body(r#"{"cases":[§{"tag":1}],"kind":{"kind":"Dynamic"}}"#), "`fields`"),
        (r#"{"toplevel":{"fields":[]},"fields":[§{"encoding":{"fields":[]}}]}"#.into(), "`description`"),
        (r#"§{"toplevel":{"fields":[]}}"#.into(), "`fields`"),
    ] {
        let at = text.find('§').unwrap();
        let error = Description::from_json(&text.replace('§', "")).unwrap_err().to_string();
        assert_eq!(error, format!("at column {} (byte {at}): expected {expected}", at + 1), "{text}");
    }
    let lists = |levels: usize| {
        let list = r#"{"kind":"Seq","layout":"#;
        layout(&format!("{}{}{}", list.repeat(levels), r#"{"kind":"Bool"}"#, "}".repeat(levels)))
    };
    let blocks = |levels: usize| {
        row(&format!(
            r#"{}{}"#,
            r#"{"kind":"dyn","num_fields":99,"size":"Uint8"},"#.repeat(levels),
            r#"{"kind":"anon","data_kind":{"kind":"Dynamic"},"layout":{"kind":"Bool"}}"#
        ))
    };
    for (text, expected) in
        [(lists(64), None), (lists(65), Some("lists")), (blocks(64), None), (blocks(65), Some("flags"))]
    {
        let error = Description::from_json(&text).err().map(|error| error.to_string());
        assert_eq!(error.as_deref().and_then(|error| error.rsplit(' ').next()), expected);
    }
}

/// A case of its own takes values from the case for all other tags, unless its tag was reserved for it.
#[test]
fn a_case_beside_that_for_all_other_tags() {
    check(open!(0 A; []), open!(0 A, 5 B(u8); []), &[("B", Added, false, true)]);
    check(open!(0 A; [5]), open!(0 A, 5 B(u8); []), &[("B", Added, true, false), ("Unknown", Widened, true, false)]);
    check(open!(0 A; [7]), open!(0 A, 5 B(u8); [7]), &[("B", Added, false, true)]);
}
