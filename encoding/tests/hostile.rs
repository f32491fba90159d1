//! Descriptions that nobody has made of a type: what reads them says what is wrong, or has an answer before long.

use std::fmt::Write;

use tezos_encoding::schema::ChangeKind::{Removed, Replaced};
use tezos_encoding::schema::{Description, Row, diff, layout};

const BYTE: &str = r#"{"kind":"anon","layout":{"kind":"Int","size":"Uint8"},"data_kind":{"size":1,"kind":"Fixed"}}"#;
const FLAG: &str = r#"{"kind":"option_indicator","name":"x"}"#;
const SIZE: &str = r#"{"kind":"dyn","num_fields":1000000,"size":"Uint8"}"#;

fn text(rows: &str, definitions: &str) -> String {
    format!(r#"{{"toplevel":{{"fields":[{rows}]}},"fields":[{definitions}]}}"#)
}

fn parsed(rows: &str, definitions: &str) -> Description {
    Description::from_json(&text(rows, definitions)).unwrap()
}

/// A row of so many lists around a definition.
fn row(lists: usize, name: &str) -> String {
    let (open, close) = (r#"{"kind":"Seq","layout":"#.repeat(lists), "}".repeat(lists));
    let form = format!(r#"{open}{{"kind":"Ref","name":"{name}"}}{close}"#);
    format!(r#"{{"kind":"anon","layout":{form},"data_kind":{{"kind":"Dynamic"}}}}"#)
}

fn definition(name: &str, rows: &str) -> String {
    format!(r#"{{"description":{{"title":"{name}"}},"encoding":{{"fields":[{rows}]}}}}"#)
}

fn named(name: impl std::fmt::Display) -> String {
    BYTE.replace("anon\"", &format!("named\",\"name\":\"{name}\""))
}

#[test]
fn definitions_may_go_round_in_circles() {
    let circle = parsed(&row(0, "A"), &definition("A", &row(0, "A")));
    let long = parsed(&row(0, "A"), &[definition("A", &row(0, "B")), definition("B", &row(0, "A"))].join(","));
    let byte = parsed(BYTE, "");
    for circle in [&circle, &long] {
        for (old, new) in [(circle, &byte), (&byte, circle)] {
            let changes = diff(old, new).changes;
            assert!(
                matches!(changes.as_slice(), [change] if change.kind == Replaced && !change.old_bytes),
                "{changes:?}"
            );
        }
        assert!(diff(circle, circle).is_empty());
        assert!(!layout(circle).to_markdown().is_empty());
    }
    // A definition behind another is what it is.
    let behind = parsed(&row(0, "A"), &[definition("A", &row(0, "B")), definition("B", BYTE)].join(","));
    assert!(diff(&behind, &byte).is_empty() && diff(&byte, &behind).is_empty());
    // Lists of lists of the same, which never stand for each other at the same place.
    let even = parsed(&row(1, "A"), &definition("A", &row(2, "A")));
    let odd = parsed(&row(0, "B"), &definition("B", &row(2, "B")));
    assert!(diff(&even, &odd).is_empty() && diff(&odd, &even).is_empty());
}

#[test]
fn what_is_too_deep_is_not_said_to_be_the_same() {
    let chain = |last: &str| {
        let inner =
            |index: usize| if index < 9_999 { row(0, &format!("D{}", index + 1)) + "," + BYTE } else { last.into() };
        let all: Vec<_> = (0..10_000).map(|index| definition(&format!("D{index}"), &inner(index))).collect();
        parsed(&row(0, "D0"), &all.join(","))
    };
    let (old, new) = (chain(BYTE), chain(SIZE));
    assert!(diff(&old, &old).is_empty());
    let changes = diff(&old, &new);
    assert!(!changes.old_bytes() && changes.changes[0].what.contains("not compared"), "{changes:?}");
}

#[test]
fn sizes_and_flags_nest_to_a_level() {
    let rows = |row: &str, count: usize| [vec![row; count].join(","), BYTE.to_string()].join(",");
    for line in [FLAG, SIZE] {
        let deep = parsed(&rows(line, 64), "");
        assert!(diff(&deep, &deep).is_empty() && !diff(&deep, &parsed(BYTE, "")).is_empty());
        assert!(layout(&deep).to_markdown().len() < 0x20000);
        for count in [65, 100_000] {
            let error = Description::from_json(&text(&rows(line, count), "")).unwrap_err().to_string();
            let place = text("", "").find("]").unwrap() + 64 * (line.len() + 1);
            let expected = "expected a field nested in at most 64 size prefixes and presence flags";
            assert_eq!(error, format!("at byte {place} of the text: {expected}"));
        }
    }
    let error = Description::from_json(&text(&row(65, "A"), "")).unwrap_err().to_string();
    assert!(error.ends_with("expected a layout nested in at most 64 lists"), "{error}");
    // What ends is not open: a flag with its value, a block with what is in it.
    let ended = [FLAG, &SIZE.replace("1000000", "2"), FLAG, FLAG, FLAG, BYTE].join(",");
    parsed(&vec![ended; 1000].join(","), "");
    parsed(&vec![SIZE.replace("1000000", "0"); 1000].join(","), "");
    // One made by hand has an answer too.
    let by_hand = Description { toplevel: vec![Row::Presence { of: None }; 100_000], ..parsed(BYTE, "") };
    assert!(!diff(&by_hand, &parsed(BYTE, "")).is_empty());
    assert!(layout(&by_hand).blocks[0].parts.len() > 64);
}

#[test]
fn a_picture_takes_as_much_text_as_there_is_to_show() {
    let text = named("f").replace(r#""size":1,"kind":"Fixed""#, r#""kind":"Dynamic""#);
    let pictures =
        [1_000, 10_000].map(|rows| layout(&parsed(&vec![text.as_str(); rows].join(","), "")).to_markdown().len());
    assert!(pictures[1] < 11 * pictures[0], "{pictures:?}");
}

#[test]
fn many_rows_are_compared() {
    let rows = |count: usize| (0..count).map(|index| named(format_args!("f{index}"))).collect::<Vec<_>>();
    let (all, mut less) = (rows(30_000), rows(30_000));
    let of = |rows: &[String]| parsed(&rows.join(","), "");
    assert!(diff(&of(&all), &of(&all)).is_empty());
    // One that is gone is known among many.
    less.remove(15_000);
    let changes = diff(&of(&all), &of(&less)).changes;
    assert!(matches!(changes.as_slice(), [change] if change.path == "f15000" && change.kind == Removed), "{changes:?}");
    // Where too many differ, they are compared row by row.
    let others: Vec<_> = (0..30_000).map(|index| named(format_args!("g{index}"))).collect();
    assert_eq!(diff(&of(&all), &of(&others)).changes.len(), 30_000);
    assert_eq!(diff(&of(&all), &of(&others[..20_000])).changes.len(), 30_000);
}

#[test]
fn many_names_and_cases_are_compared() {
    let names = |first: usize| {
        let mut names = String::new();
        for index in 0..30_000 {
            write!(names, r#"{}[{index},"{}"]"#, if index == 0 { "" } else { "," }, index + first).unwrap();
        }
        let form = r#"{"kind":"Enum","size":"Uint30","reference":"E"}"#;
        let row = format!(r#"{{"kind":"anon","layout":{form},"data_kind":{{"size":4,"kind":"Fixed"}}}}"#);
        parsed(&row, &format!(r#"{{"description":{{"title":"E"}},"encoding":{{"size":"Uint30","cases":[{names}]}}}}"#))
    };
    // All are renumbered but the first, which is gone, and the last, which is new.
    assert_eq!(diff(&names(0), &names(1)).changes.len(), 30_001);
    let cases = |first: u32| {
        let case = |tag: u32| format!(r#"{{"tag":{tag},"name":"c{}","fields":[{BYTE}]}}"#, tag + first);
        let cases = (0..30_000).map(case).collect::<Vec<_>>().join(",");
        let body = format!(r#"{{"tag_size":"Uint16","kind":{{"kind":"Dynamic"}},"cases":[{cases}]}}"#);
        parsed(&row(0, "U"), &format!(r#"{{"description":{{"title":"U"}},"encoding":{body}}}"#))
    };
    assert_eq!(diff(&cases(0), &cases(1)).changes.len(), 30_001);
}
