//! Descriptions that were not generated from a type: functions that read them return an error, or finish in a short
//! time.

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

/// A row with the given number of lists around a definition.
fn row(lists: usize, name: &str) -> String {
    let (open, close) = (r#"{"kind":"Seq","layout":"#.repeat(lists), "}".repeat(lists));
    let layout = format!(r#"{open}{{"kind":"Ref","name":"{name}"}}{close}"#);
    format!(r#"{{"kind":"anon","layout":{layout},"data_kind":{{"kind":"Dynamic"}}}}"#)
}

fn definition(name: &str, rows: &str) -> String {
    format!(r#"{{"description":{{"title":"{name}"}},"encoding":{{"fields":[{rows}]}}}}"#)
}

fn named(name: impl std::fmt::Display) -> String {
    BYTE.replace("anon\"", &format!("named\",\"name\":\"{name}\""))
}

#[test]
fn definitions_may_be_circular() {
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
    // A definition that only refers to another is equal to it.
    let behind = parsed(&row(0, "A"), &[definition("A", &row(0, "B")), definition("B", BYTE)].join(","));
    assert!(diff(&behind, &byte).is_empty() && diff(&byte, &behind).is_empty());
    // Lists of lists of the same definition, whose nesting never coincides.
    let even = parsed(&row(1, "A"), &definition("A", &row(2, "A")));
    let odd = parsed(&row(0, "B"), &definition("B", &row(2, "B")));
    assert!(diff(&even, &odd).is_empty() && diff(&odd, &even).is_empty());
}

#[test]
fn descriptions_that_are_too_deep_are_not_reported_as_equal() {
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
fn size_prefixes_and_flags_have_a_depth_limit() {
    let rows = |row: &str, count: usize| [vec![row; count].join(","), BYTE.to_string()].join(",");
    for line in [FLAG, SIZE] {
        let deep = parsed(&rows(line, 64), "");
        assert!(diff(&deep, &deep).is_empty() && !diff(&deep, &parsed(BYTE, "")).is_empty());
        assert!(layout(&deep).to_markdown().len() < 0x20000);
        for count in [65, 100_000] {
            let error = Description::from_json(&text(&rows(line, count), "")).unwrap_err().to_string();
            let offset = text("", "").find("]").unwrap() + 64 * (line.len() + 1);
            let expected = "expected a field nested in at most 64 size prefixes and presence flags";
            assert_eq!(error, format!("at column {} (byte {offset}): {expected}", offset + 1));
        }
    }
    let error = Description::from_json(&text(&row(65, "A"), "")).unwrap_err().to_string();
    assert!(error.ends_with("expected a layout nested in at most 64 lists"), "{error}");
    // Flags and blocks that have ended do not count: a flag with its value, a block with its content.
    let ended = [FLAG, &SIZE.replace("1000000", "2"), FLAG, FLAG, FLAG, BYTE].join(",");
    parsed(&vec![ended; 1000].join(","), "");
    parsed(&vec![SIZE.replace("1000000", "0"); 1000].join(","), "");
    // A description that was not parsed is compared as well.
    let by_hand = Description { toplevel: vec![Row::Presence { of: None }; 100_000], ..parsed(BYTE, "") };
    assert!(!diff(&by_hand, &parsed(BYTE, "")).is_empty());
    assert!(layout(&by_hand).blocks[0].parts.len() > 64);
}

#[test]
fn the_size_of_a_picture_is_proportional_to_the_rows() {
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
    // A removed row is found among many.
    less.remove(15_000);
    let changes = diff(&of(&all), &of(&less)).changes;
    assert!(matches!(changes.as_slice(), [change] if change.path == "f15000" && change.kind == Removed), "{changes:?}");
    // If too many rows differ, they are compared one by one.
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
        let layout = r#"{"kind":"Enum","size":"Uint30","reference":"E"}"#;
        let row = format!(r#"{{"kind":"anon","layout":{layout},"data_kind":{{"size":4,"kind":"Fixed"}}}}"#);
        parsed(&row, &format!(r#"{{"description":{{"title":"E"}},"encoding":{{"size":"Uint30","cases":[{names}]}}}}"#))
    };
    // All names have another number, except the first, which was removed, and the last, which was added.
    assert_eq!(diff(&names(0), &names(1)).changes.len(), 30_001);
    let cases = |first: u32| {
        let case = |tag: u32| format!(r#"{{"tag":{tag},"name":"c{}","fields":[{BYTE}]}}"#, tag + first);
        let cases = (0..30_000).map(case).collect::<Vec<_>>().join(",");
        let body = format!(r#"{{"tag_size":"Uint16","kind":{{"kind":"Dynamic"}},"cases":[{cases}]}}"#);
        parsed(&row(0, "U"), &format!(r#"{{"description":{{"title":"U"}},"encoding":{body}}}"#))
    };
    assert_eq!(diff(&cases(0), &cases(1)).changes.len(), 30_001);
}
