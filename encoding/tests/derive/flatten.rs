//! `flatten`: the fields of a field become fields of the type (`merge_objs`, `merge_tups`).

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Shell {
    level: u16,
    #[encoding(string = 3)]
    proto: String,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(id = "data")]
struct Data {
    #[encoding(bytes = 4)]
    data: Vec<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Header {
    version: u8,
    flag: bool,
    #[encoding(flatten)]
    shell: Shell,
    nonce: u8,
    #[encoding(flatten)]
    data: Data,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Pair(u8, bool);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Row(#[encoding(flatten)] Pair, u16, #[encoding(flatten)] (u8, u8));

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Operation {
    Send {
        #[encoding(flatten)]
        shell: Shell,
        amount: u8,
    },
}

fn header() -> Header {
    let shell = Shell { level: 2, proto: "p".into() };
    Header { version: 1, flag: true, shell, nonce: 9, data: Data { data: vec![7] } }
}

const BYTES: &str = "01 ff 0002 00000001 70 09 07";

#[test]
fn bytes_views_and_json() {
    assert_eq!(size::<Header>(), Size::variable(1 + 1 + 2 + 4 + 1, Some(1 + 1 + 2 + 7 + 1 + 4)));
    assert_eq!(size::<Row>(), Size::fixed(2 + 2 + 2));
    both(&header(), BYTES);
    both(&Row(Pair(1, false), 2, (3, 4)), "01 00 0002 03 04");
    both(&Operation::Send { shell: Shell { level: 2, proto: String::new() }, amount: 5 }, "00 0002 00000000 05");
    let view = HeaderView::from_bytes(hex(BYTES)).unwrap();
    assert_eq!((view.shell.proto, view.data.data), ("p", &[7][..]));
    let text = r#"{"version":1,"flag":true,"level":2,"proto":"p","nonce":9,"data":"07"}"#;
    in_json(&header(), text);
    in_json(&Row(Pair(1, false), 2, (3, 4)), "[1,false,2,3,4]");
    refused::<Header>("01 ff 00", "Not_enough_data", "level", 2);
    refused::<Header>("01 ff 0002 00000004 70707070 09 07", "Size_limit_exceeded", "proto", 8);
    unwritable(&Header { shell: Shell { level: 2, proto: "long".into() }, ..header() }, "Size_limit_exceeded", "proto");
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Held(#[encoding(flatten, bounded = 9)] Pair, #[encoding(flatten, sized = 2)] (u8, u8), u8);

#[test]
fn tuples_with_a_limit_or_a_size_are_merged_in_json() {
    let (held, json) = (Held(Pair(1, true), (2, 3), 4), "[1,true,2,3,4]");
    in_json(&held, json);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(tags = "u8")]
enum Mark {
    #[encoding(tag = 0)]
    Dot(u8, u8),
    #[encoding(tag = 1)]
    Line(u8, bool),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Marked(#[encoding(flatten)] Mark, u8, #[encoding(flatten)] Pair);

#[test]
fn unions_of_tuples_are_merged_in_json() {
    let (marked, json) = (Marked(Mark::Line(1, true), 2, Pair(3, false)), "[1,true,2,3,false]");
    in_json(&marked, json);
    let dot = Marked(Mark::Dot(1, 5), 2, Pair(3, false));
    assert_eq!(Marked::from_json(&dot.to_json().unwrap()).unwrap(), dot);
    assert!(Marked::from_json("[1,true,2,3]").is_err());
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(tags = "u8")]
enum Points {
    #[encoding(tag = 0)]
    Two(u8, u8),
    #[encoding(tag = 1)]
    Three(u8, u8, u8),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Drawn(u8, #[encoding(flatten)] Points);

#[test]
fn cases_of_different_lengths_are_distinguished_if_they_come_last() {
    for (drawn, json) in [(Drawn(9, Points::Two(1, 2)), "[9,1,2]"), (Drawn(9, Points::Three(1, 2, 3)), "[9,1,2,3]")] {
        in_json(&drawn, json);
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu = "chain")]
struct Chain(u8, Option<Box<Chain>>);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Chained(#[encoding(flatten)] Chain, u8);

#[test]
fn recursive_tuples_are_merged_in_json() {
    let chained = Chained(Chain(1, Some(Box::new(Chain(2, None)))), 3);
    in_json(&chained, "[1,[2,null],3]");
}
