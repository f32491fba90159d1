//! `count(kind, max)`, `list(len = N)`, `dynamic(kind = "n")`: numbers of elements, and size prefixes encoded as `n`.

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Counts {
    #[encoding(count(kind = "u8", max = 3))]
    short: Vec<u16>,
    #[encoding(count(kind = "n", max = 1000), dynamic, bytes)]
    blocks: Vec<Vec<u8>>,
    #[encoding(list(len = 2))]
    pair: Vec<u8>,
    #[encoding(dynamic(kind = "n", max = 200), bytes)]
    data: Vec<u8>,
    #[encoding(list(len = 2), dynamic, bytes)]
    array: Box<[Vec<u8>]>,
}

fn value() -> Counts {
    Counts { short: vec![], blocks: vec![], pair: vec![1, 2], data: vec![], array: Box::new([vec![], vec![5]]) }
}

#[test]
fn on_the_wire() {
    assert_eq!(size::<Counts>(), Size::dynamic(1 + 1 + 2 + 1 + 8, None));
    both(&value(), "00 00 0102 00 00000000 00000001 05");
    viewed(&value());
    let full =
        Counts { short: vec![1, 2, 3], blocks: vec![vec![9], vec![]], pair: vec![0, 0], data: vec![7; 130], ..value() };
    let data = "07".repeat(130);
    both(&full, &format!("03 0001 0002 0003 02 00000001 09 00000000 0000 8201 {data} 00000000 00000001 05"));
    schema_contains::<Counts>(&["Exactly(2), array: false", "Exactly(2), array: true"]);
    refused::<Counts>("04 0001 0002 0003 0004", "List_too_long", "short", 0);
    refused::<Counts>("00 8000 0000", "Trailing_zero", "blocks", 2);
    unwritable(&Counts { short: vec![0; 4], ..value() }, "List_invalid_length", "short");
    unwritable(&Counts { pair: vec![0; 3], ..value() }, "List_invalid_length", "pair");
    unwritable(&Counts { array: Box::new([vec![]]), ..value() }, "Array_invalid_length", "array");
    let mut json = value().to_json().unwrap();
    assert_eq!(Counts::from_json(&json).unwrap(), value());
    json = json.replace("\"05\"", "\"05\",\"06\"");
    assert_eq!(Counts::from_json(&json).unwrap_err().name(), "Array_invalid_length");
    unwritable(&Counts { data: vec![0; 201], ..value() }, "Size_limit_exceeded", "data");
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Unbounded {
    #[encoding(count(kind = "n"))]
    list: Vec<u16>,
    #[encoding(count(kind = "n"))]
    array: Box<[u16]>,
    #[encoding(count(kind = "u30"))]
    fixed: Vec<u16>,
}

#[test]
fn counts_above_the_maximum_are_refused() {
    for (hex, error, field, at) in [
        ("ffffffff03", "Not_enough_data", "list[0]", 5),
        ("8080808004", "List_too_long", "list", 0),
        ("ffffffff7f", "List_too_long", "list", 0),
        ("808080808001", "Size_limit_exceeded", "list", 5),
        ("00 8080808004", "Array_too_long", "array", 1),
        ("00 00 40000000", "Invalid_int", "fixed", 2),
        ("00 00 ffffffff", "Invalid_int", "fixed", 2),
    ] {
        refused::<Unbounded>(hex, error, field, at);
    }
}

/// The greatest count of each width, and one more.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Most {
    #[encoding(count(kind = "u8"))]
    byte: Vec<u8>,
    #[encoding(count(kind = "n", max = 127))]
    short: Vec<u8>,
    #[encoding(count(kind = "n", max = 128))]
    long: Box<[i8]>,
}

#[test]
fn the_greatest_count() {
    let most = |byte, short, long| Most { byte: vec![7; byte], short: vec![8; short], long: vec![9; long].into() };
    let bytes =
        |byte: usize, short: usize| format!("{byte:02x} {} {short:02x} {}", "07".repeat(byte), "08".repeat(short));
    both(&most(255, 127, 128), &format!("{} 8001 {}", bytes(255, 127), "09".repeat(128)));
    viewed(&most(2, 3, 1));
    unwritable(&most(256, 0, 0), "List_invalid_length", "byte");
    unwritable(&most(0, 128, 0), "List_invalid_length", "short");
    unwritable(&most(0, 0, 129), "Array_invalid_length", "long");
    for (bytes, name, path, offset) in
        [("00 8001", "Size_limit_exceeded", "short", 2), ("00 00 8101", "Array_too_long", "long", 2)]
    {
        refused::<Most>(bytes, name, path, offset);
        let error = MostView::from_bytes(hex(bytes)).unwrap_err();
        assert_eq!((error.kind().name(), error.offset()), (name, offset));
    }
    let array = |elements| Counts { array: vec![vec![]; elements].into(), ..value() };
    let pair = |elements| Counts { pair: vec![0; elements], ..value() };
    for elements in [1, 3] {
        unwritable(&array(elements), "Array_invalid_length", "array");
        unwritable(&pair(elements), "List_invalid_length", "pair");
    }
}
