//! Bytes near those of chosen values, which are also written, sliced and printed as JSON.

use std::collections::BTreeMap;

use tezos_encoding::Json;

use crate::common::*;

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) struct Signed {
    level: u8,
    #[encoding(bytes, reserve)]
    body: Vec<u8>,
    signature: [u8; 2],
}

/// Limits inside of limits: the smaller one applies, and an inner one ends with its value.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) struct Limits3 {
    #[encoding(dynamic, bounded = 9)]
    all: Limits2,
    #[encoding(short_dynamic, bounded = 5)]
    signed: Signed,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Limits2 {
    #[encoding(bounded = 20)]
    wide: Limits1,
    #[encoding(bounded = 4, list)]
    rest: Vec<u16>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Limits1 {
    #[encoding(bounded = 4, short_dynamic, bytes)]
    narrow: Vec<u8>,
    #[encoding(bounded = 3, dynamic(kind = "n"), bytes)]
    by_n: Vec<u8>,
    #[encoding(bounded = 2, builtin = "UintLikeN", range = "0 ..= 100_000")]
    like_n: u32,
    #[encoding(bounded = 2, builtin = "IntLikeZ", range = "-100_000 ..= 100_000")]
    like_z: i32,
    fixed: (bool, u8),
}

/// Values that may be absent, alone in a block.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) struct Absent {
    #[encoding(short_dynamic, option)]
    flagged: Option<u16>,
    #[encoding(short_dynamic, varopt)]
    bare: Option<u16>,
    #[encoding(short_dynamic, option, short_dynamic, option)]
    twice: Option<Option<u8>>,
    #[encoding(short_dynamic, bounded = 2, option)]
    limited: Option<u8>,
    #[encoding(option, bounded = 3, short_dynamic, bytes)]
    block: Option<Vec<u8>>,
    #[encoding(short_dynamic, option(default = 7))]
    usual: u8,
}

/// Sizes after their blocks, inside of limits and blocks.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) struct Suffixes {
    #[encoding(
        dynamic(kind = "u16", le),
        bounded = 6,
        suffix_len(kind = "u16", le),
        list(min = 1, max = 2),
        padded = 1
    )]
    padded: Vec<u8>,
    #[encoding(sized = 4, suffix_len(kind = "u8"), short_dynamic, bytes)]
    sized: Vec<u8>,
}

/// Counted lists, of empty blocks and of values with a magic number.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) struct Counts {
    #[encoding(short_dynamic, bounded = 7, count(kind = "u8", max = 5), short_dynamic, bytes)]
    blocks: Vec<Vec<u8>>,
    #[encoding(count(kind = "u16", le, max = 3), magic = "[1, 2]", option)]
    magic: Vec<Option<u8>>,
    #[encoding(list(len = 2), bounded = 3, short_dynamic, string(variable))]
    texts: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
struct Shared {
    flag: bool,
    level: i32,
    #[encoding(list(bits = 2))]
    few: Vec<u16>,
    maybe: Option<i64>,
}

/// Compact values in limits and lists; maps in limits.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) struct Others {
    #[encoding(short_dynamic, list, bounded = 9)]
    shared: Vec<Shared>,
    #[encoding(short_dynamic, bounded = 14, map, le)]
    map: BTreeMap<String, u16>,
    #[encoding(bounded = 20)]
    document: Json,
    #[encoding(short_dynamic, bounded = 5)]
    deep: Deep,
    case: Case,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, depth = 3)]
enum Deep {
    End,
    More(#[encoding(option)] Option<Box<Deep>>, u8),
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(short_dynamic, bounded = 4)]
enum Case {
    Few(#[encoding(list(max = 2))] Vec<u8>),
    #[encoding(other)]
    Unknown {
        tag: u8,
        raw: Vec<u8>,
    },
}

/// A field that selects a case, and one behind it that is an object too; maps with the same keys as the maps in them.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) struct Selected {
    kind: u8,
    #[encoding(short_dynamic)]
    signed: Signed,
    #[encoding(select = "*kind")]
    body: Body,
    #[encoding(short_dynamic, map, short_dynamic, map)]
    maps: BTreeMap<String, BTreeMap<String, u8>>,
}

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(untagged(on = "u8"))]
enum Body {
    #[encoding(on = "0")]
    Nothing,
    #[encoding(on = "1")]
    Text(String),
    #[encoding(on = "2..")]
    Pair { first: u8, second: Option<u16> },
}

trait Combined: for<'a> Decode<'a> + BinWriter + FromJson + PartialEq + std::fmt::Debug {}

impl<T: for<'a> Decode<'a> + BinWriter + FromJson + PartialEq + std::fmt::Debug> Combined for T {}

#[track_caller]
fn check<T: Combined>(value: &T, bytes: &str) {
    both(value, bytes);
    assert_eq!(&T::from_json(&value.to_json().unwrap()).unwrap(), value);
    with_similar_bytes(hex(bytes), |bytes| {
        alike::<T>(bytes);
        let read = schema::decode(T::ENCODING, bytes);
        let sliced = schema::slice(T::ENCODING, bytes).error.map(|error| error.kind.name());
        assert_eq!(sliced, read.as_ref().err().map(|error| error.kind().name()), "{bytes:02x?}");
        if let Ok(read) = read {
            let canonical = T::from_bytes(bytes).unwrap().to_bytes();
            assert_eq!(schema::encode(T::ENCODING, &read).ok(), canonical.ok(), "{bytes:02x?}");
        }
    });
}

#[test]
fn limits_inside_of_limits() {
    let wide = Limits1 { narrow: vec![], by_n: vec![], like_n: 1, like_z: -1, fixed: (true, 5) };
    let signed = Signed { level: 1, body: vec![2, 3], signature: [4, 5] };
    let value = Limits3 { all: Limits2 { wide, rest: vec![7] }, signed };
    check(&value, "00000008 00 00 01 41 ff05 0007 05 01 0203 0405");
    // Each limit at its last byte, where the outer ones leave enough.
    let wide = Limits1 { narrow: vec![1, 2, 3], by_n: vec![], like_n: 1, like_z: 1, fixed: (false, 5) };
    let all = Limits2 { wide, rest: vec![] };
    check(&Limits3 { all, ..value.clone() }, "00000009 03010203 00 01 01 0005 05 01 0203 0405");
    let wide = Limits1 { narrow: vec![], by_n: vec![1, 2], like_n: 128, like_z: -64, fixed: (false, 5) };
    let all = Limits2 { wide: Limits1 { by_n: vec![], ..wide.clone() }, rest: vec![] };
    check(&Limits3 { all, ..value.clone() }, "00000008 00 00 8001 c001 0005 05 01 0203 0405");
    let all = Limits2 { wide: Limits1 { like_n: 0, like_z: 0, ..wide.clone() }, rest: vec![] };
    check(&Limits3 { all, ..value.clone() }, "00000008 00 020102 00 00 0005 05 01 0203 0405");
    for (wide, rest, path) in [
        (Limits1 { narrow: vec![0; 4], ..wide.clone() }, vec![], "all.wide.narrow"),
        (Limits1 { by_n: vec![0; 3], ..wide.clone() }, vec![], "all.wide.by_n"),
        (Limits1 { like_n: 1 << 14, ..wide.clone() }, vec![], "all.wide.like_n"),
        (Limits1 { like_z: -(1 << 13), ..wide.clone() }, vec![], "all.wide.like_z"),
        (Limits1 { by_n: vec![], ..wide.clone() }, vec![1], "all"),
        (Limits1 { narrow: vec![], by_n: vec![], like_n: 0, like_z: 0, ..wide }, vec![1, 2, 3], "all.rest"),
    ] {
        unwritable(&Limits3 { all: Limits2 { wide, rest }, ..value.clone() }, "Size_limit_exceeded", path);
    }
}

#[test]
fn absent_values_in_blocks() {
    let absent = Absent { flagged: None, bare: None, twice: None, limited: None, block: None, usual: 7 };
    check(&absent, "0100 00 0100 0100 00 0100");
    // The bytes after an absent value are left over in its block.
    refused::<Absent>("020001 00 0100 0100 00 0100", "Extra_bytes", "flagged", 2);
    refused::<Absent>("0100 00 020001 0100 00 0100", "Extra_bytes", "twice", 5);
    refused::<Absent>("0100 00 0100 020001 00 0100", "Extra_bytes", "limited", 7);
    let block = Some(vec![1, 2]);
    let present = Absent { flagged: Some(7), bare: Some(2), twice: Some(Some(1)), limited: Some(5), block, usual: 8 };
    check(&present, "03ff0007 020002 04ff02ff01 02ff05 ff020102 02ff08");
    unwritable(&Absent { block: Some(vec![0; 3]), ..present }, "Size_limit_exceeded", "block");
}

#[test]
fn sizes_behind_blocks() {
    let value = Suffixes { padded: vec![1, 2], sized: vec![1, 2] };
    check(&value, "0600 01000200 0400 020102 03");
    unwritable(&Suffixes { padded: vec![], ..value.clone() }, "List_too_short", "padded");
    unwritable(&Suffixes { padded: vec![0; 3], ..value.clone() }, "List_invalid_length", "padded");
    for sized in [vec![0], vec![0; 3]] {
        unwritable(&Suffixes { sized, ..value.clone() }, "Invalid_bytes_length", "sized");
    }
}

#[test]
fn counted_lists() {
    let texts = vec!["a".to_owned(), "bc".to_owned()];
    let value = Counts { blocks: vec![vec![], vec![], vec![5, 6]], magic: vec![Some(5), None], texts };
    check(&value, "06 03 00 00 020506 0200 0102ff05 010200 0161 026263");
    // Empty blocks only, up to the maximum.
    let empty = Counts { blocks: vec![vec![]; 5], magic: vec![], ..value.clone() };
    check(&empty, "06 05 00 00 00 00 00 0000 0161 026263");
    unwritable(&Counts { blocks: vec![vec![]; 6], ..value.clone() }, "List_invalid_length", "blocks");
    unwritable(&Counts { blocks: vec![vec![0; 6]], ..value.clone() }, "Size_limit_exceeded", "blocks");
    unwritable(&Counts { texts: vec!["abc".to_owned(), String::new()], ..value }, "Size_limit_exceeded", "texts[0]");
}

#[test]
fn compact_values_maps_and_documents() {
    let few = |flag, level, few: &[u16], maybe| Shared { flag, level, few: few.to_vec(), maybe };
    let value = Others {
        shared: vec![few(true, 5, &[], None), few(false, -1, &[1], Some(256))],
        map: [("a".to_owned(), 1), ("b".to_owned(), 2)].into(),
        document: r#"{"a":true}"#.parse().unwrap(),
        deep: Deep::More(Some(Box::new(Deep::End)), 3),
        case: Case::Few(vec![1, 2]),
    };
    let rest = "0e 00000001 61 0100 00000001 62 0200 00000009 0900000008610001 00 04 01ff0003";
    check(&value, &format!("0b 0105 acffffffff00010100 {rest} 03 00 0102"));
    let other = Others { case: Case::Unknown { tag: 5, raw: vec![1, 2, 3] }, shared: vec![], ..value.clone() };
    check(&other, &format!("00 {rest} 04 05 010203"));
    let deep = Deep::More(Some(Box::new(Deep::More(None, 2))), 3);
    unwritable(&Others { deep: deep.clone(), ..value.clone() }, "Size_limit_exceeded", "deep");
    let shared = vec![few(true, 5, &[1, 2, 3], None)];
    unwritable(&Others { shared, ..value.clone() }, "Size_limit_exceeded", "shared[0]");
    unwritable(&Others { case: Case::Few(vec![0; 3]), ..value }, "List_invalid_length", "case");
}

#[test]
fn objects_before_a_selected_field_and_maps_in_maps() {
    let signed = || Signed { level: 1, body: vec![2], signature: [4, 5] };
    let inner = |key: &str| [(key.to_owned(), 1)].into();
    let maps = |first: &str, second: &str| [("a".to_owned(), inner(first)), ("b".to_owned(), inner(second))].into();
    let value =
        Selected { kind: 2, signed: signed(), body: Body::Pair { first: 7, second: Some(8) }, maps: maps("b", "a") };
    let entry = |key, inner| format!("00000001 {key} 06 00000001 {inner} 01");
    check(&value, &format!("02 04 01 02 0405 07 ff0008 18 {} {}", entry("61", "62"), entry("62", "61")));
    let value = Selected { kind: 1, signed: signed(), body: Body::Text("x".to_owned()), maps: maps("a", "a") };
    check(&value, &format!("01 04 01 02 0405 00000001 78 18 {} {}", entry("61", "61"), entry("62", "61")));
    let value = Selected { kind: 0, signed: signed(), body: Body::Nothing, maps: BTreeMap::new() };
    check(&value, "00 04 01 02 0405 00");
}
