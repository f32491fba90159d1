//! Tests of guesses.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::*;
use crate::schema::{Class, Count, Field, Int, Mu, Scalar};
use crate::walk::json_text::tape::Tape;
use crate::walk::write::JsonPart;

const fn numbers(signed: bool) -> Encoding {
    const ITEMS: [Encoding; 2] = [
        Encoding::Scalar(Scalar::Int(Int::full("uint8", 1, false, false))),
        Encoding::Scalar(Scalar::Int(Int::full("int8", 1, true, false))),
    ];
    let item = if signed { &ITEMS[1] } else { &ITEMS[0] };
    Encoding::List { item, count: Count::ToEnd { min: 0, max: None }, array: false }
}

static UNSIGNED: Encoding = numbers(false);
static SIGNED: Encoding = numbers(true);
static EITHER: Encoding = Encoding::Union {
    tag: TagSize::U8,
    cases: &[Case::new(0, "unsigned", &UNSIGNED), Case::new(1, "signed", &SIGNED)],
    ignore_unknown: false,
};

/// Writes numbers, of which the last is negative, so that the first case takes steps in vain. Returns these, or the error.
fn wasted(count: usize, max_wasted: usize) -> Result<usize, &'static str> {
    let text = format!("[{}-1]", "1,".repeat(count));
    let tape = Tape::parse(&text).unwrap();
    let mut writer = Writer::new(max_wasted, Revision::NEWEST);
    let written = writer.run(&EITHER, Node::Json(JsonPart::root(&tape))).map_err(|trouble| trouble.kind.name());
    assert!(written.is_err() || writer.out.len() == count.saturating_add(2));
    written.map(|()| writer.wasted)
}

#[test]
fn steps_in_vain_are_limited() {
    // A few steps are free, then all of them count.
    let steps = (0..100).map(|count| wasted(count, usize::MAX).unwrap());
    let (free, counted): (Vec<usize>, Vec<usize>) = steps.partition(|steps| *steps == 0);
    assert!(free.len() > 10 && counted[0] > FREE && counted[0] <= FREE + 4, "{free:?}, {counted:?}");
    assert!(counted.is_sorted());
    let needed = wasted(1_000, usize::MAX).unwrap();
    assert!(needed > 2_000, "{needed}");
    assert_eq!(wasted(1_000, needed), Ok(needed));
    assert_eq!(wasted(1_000, needed - 1), Err("Too_many_cases"));
}

/// The output, the path and the depth are those before the case that did not match.
#[test]
fn a_case_that_does_not_match_leaves_nothing_behind() {
    let text = String::from("[[1,-1],[1],[-1]]");
    let tape = Tape::parse(&text).unwrap();
    static BLOCK: Encoding = Encoding::Dynamic { prefix: crate::prefix::Prefix::U8, inner: &EITHER };
    static BLOCKS: Encoding = Encoding::List { item: &BLOCK, count: Count::ToEnd { min: 0, max: None }, array: false };
    let mut writer = Writer::new(usize::MAX, Revision::NEWEST);
    writer.run(&BLOCKS, Node::Json(JsonPart::root(&tape))).unwrap();
    assert_eq!(writer.out, [3, 1, 1, 0xff, 2, 0, 1, 2, 1, 0xff]);
    assert!(writer.path.is_empty() && writer.attempts.is_empty() && writer.objects.is_empty());
    let choices: Vec<_> = writer.choices.iter().map(|choice| (choice.start, choice.end, choice.case)).collect();
    assert_eq!(choices, [(1, 4, 1), (5, 7, 0), (8, 10, 1)]);
    // A reader that refuses a byte of a guess makes the writer forget it, and those that depend on it.
    assert!(writer.without_guess_at(6, 5));
    assert_eq!((writer.refused.len(), writer.refused[0].start, writer.out.len()), (1, 5, 0));
    let before = writer.wasted;
    writer.run(&BLOCKS, Node::Json(JsonPart::root(&tape))).unwrap();
    assert_eq!((&writer.out[..], writer.wasted >= before), (&[3, 1, 1, 0xff, 2, 1, 1, 2, 1, 0xff][..], true));
    assert!(!writer.without_guess_at(4, 5), "the size of a block is no guess");
    assert!(writer.without_guess_at(1, 5));
    assert_eq!(writer.refused.iter().map(|guess| guess.start).collect::<Vec<_>>(), [1]);
}

/// A guess inside of a case that does not match is forgotten with it.
#[test]
fn guesses_inside_of_a_case_that_does_not_match_are_forgotten() {
    const BYTE: Encoding = Encoding::Scalar(Scalar::Int(Int::full("uint8", 1, false, false)));
    static FIRST: Encoding = Encoding::Tuple(&[&EITHER, &BYTE]);
    static SECOND: Encoding = Encoding::Tuple(&[&EITHER, &Encoding::Scalar(Scalar::Bool)]);
    static PAIRS: Encoding = Encoding::Union {
        tag: TagSize::U8,
        cases: &[Case::new(0, "first", &FIRST), Case::new(1, "second", &SECOND)],
        ignore_unknown: false,
    };
    let tape = Tape::parse("[[1],true]").unwrap();
    let mut writer = Writer::new(usize::MAX, Revision::NEWEST);
    writer.run(&PAIRS, Node::Json(JsonPart::root(&tape))).unwrap();
    assert_eq!(writer.out, [1, 0, 1, 0xff]);
    let choices: Vec<_> = writer.choices.iter().map(|choice| (choice.start, choice.end, choice.case)).collect();
    assert_eq!(choices, [(1, 3, 0), (0, 4, 1)]);
}

/// A quick writer finds the same cases and refuses the same texts.
#[test]
fn a_quick_writer_agrees() {
    const BYTE: Encoding = Encoding::Scalar(Scalar::Int(Int::full("uint8", 1, false, false)));
    const A: Encoding = Encoding::Object(&[Field::req("kind", &Encoding::Constant("a"))]);
    const B: Encoding = Encoding::Object(&[Field::req("kind", &Encoding::Constant("b"))]);
    const VALUE: Encoding = Encoding::Object(&[Field::req("value", &EITHER)]);
    const BYTES: Encoding = Encoding::Object(&[Field::req("x", &BYTE), Field::req("y", &Encoding::Opt(&BYTE))]);
    static CASES: Encoding = Encoding::Union {
        tag: TagSize::U8,
        cases: &[
            Case::new(0, "a", &Encoding::Merge(&[&A, &BYTES])),
            Case::new(1, "b", &Encoding::Merge(&[&B, &BYTES])),
            Case::new(2, "value", &VALUE),
            Case::new(3, "bytes", &Encoding::Merge(&[&BYTES, &Encoding::Empty])),
            Case::new(4, "null", &Encoding::Null),
            Case::new(5, "constant", &Encoding::Constant("c")),
            Case::new(
                6,
                "list",
                &Encoding::List { item: &BYTE, count: Count::ToEnd { min: 0, max: None }, array: false },
            ),
        ],
        ignore_unknown: false,
    };
    let run = |mut writer: Writer<'static>, text: &'static str| {
        let tape = Box::leak(Box::new(Tape::parse(text).unwrap()));
        writer.run(&CASES, Node::Json(JsonPart::root(tape))).ok().map(|()| writer.out)
    };
    let both = |text| {
        let careful = run(Writer::new(usize::MAX, Revision::NEWEST), text);
        assert_eq!(run(Writer::quick(text.len(), usize::MAX, Revision::NEWEST, true), text), careful, "{text}");
        careful
    };
    let written: [(&str, &[u8]); 10] = [
        (r#"{"kind":"a","x":1,"y":2}"#, &[0, 1, 0xff, 2]),
        (r#"{"y":2,"x":1,"kind":"b"}"#, &[1, 1, 0xff, 2]),
        (r#"{"kind":"\u0062","\u0078":1}"#, &[1, 1, 0]),
        (r#"{"x":1}"#, &[3, 1, 0]),
        (r#"{"y":null,"x":1}"#, &[3, 1, 0]),
        (r#"{"value":[1,2]}"#, &[2, 0, 1, 2]),
        (r#"{"value":[1,-2]}"#, &[2, 1, 1, 0xfe]),
        ("null", &[4]),
        (r#""c""#, &[5]),
        ("[1,2]", &[6, 1, 2]),
    ];
    for (text, expected) in written {
        assert_eq!(both(text).as_deref(), Some(expected), "{text}");
    }
    for text in [
        r#"{"kind":"a"}"#,
        r#"{"kind":"c","x":1}"#,
        r#"{"kind":1,"x":1}"#,
        r#"{"kind":"a","x":1,"z":2}"#,
        r#"{"kind":"a","x":1,"x":1}"#,
        r#"{"kind":"a","kind":"a","x":1}"#,
        r#"{"x":1,"value":[1]}"#,
        r#"{"value":[1],"value":[1]}"#,
        r#"{"value":[1,-1,300]}"#,
        "{}",
        r#""d""#,
        r#"[1,{"x":1}]"#,
        "true",
    ] {
        assert_eq!(both(text), None, "{text}");
    }
}

/// The path of the refusal is not copied at each level, and nothing recurses.
#[test]
fn deep_text_is_refused_in_linear_time() {
    const LEVELS: usize = if cfg!(miri) { 1_000 } else { 100_000 };
    static TREE: Encoding =
        Encoding::Mu(&Mu { name: "tree", class: Class::Dynamic, least: 1, depth: u32::MAX, body: || &BODY });
    const LEAF: Encoding = Encoding::Scalar(Scalar::Int(Int::full("uint8", 1, false, false)));
    static BODY: Encoding = Encoding::Union {
        tag: TagSize::U8,
        cases: &[
            Case::new(0, "leaf", &LEAF),
            Case::new(1, "node", &Encoding::Object(&[Field::req("next", &TREE)])),
            Case::new(2, "list", &Encoding::Tuple(&[&TREE])),
        ],
        ignore_unknown: false,
    };
    let text = ["{\"next\":".repeat(LEVELS), "true".into(), "}".repeat(LEVELS)].concat();
    let tape = Tape::parse(&text).unwrap();
    let mut writer = Writer::new(usize::MAX, Revision::NEWEST);
    let trouble = writer.run(&TREE, Node::Json(JsonPart::root(&tape))).unwrap_err();
    assert!(writer.steps < 20 * LEVELS, "{}", writer.steps);
    let (error, at) = writer.error(*trouble, Some(&tape));
    assert_eq!((error.path().segments().count(), at), (2 * LEVELS, Some(2 * LEVELS)));
    let shown = error.to_string();
    let (start, hidden) = ("next.".repeat(32), LEVELS - 64);
    assert!(shown.starts_with(&format!("{}… {hidden} levels ….next.", start.trim_end_matches('.'))), "{shown}");
    assert!(shown.ends_with("next: no case of the encoding matches true (No_case_matched)"), "{shown}");
}

/// The case that a `kind` chose is the first choice for the next object only if `kind` told it from all cases before it.
#[test]
fn objects_with_the_same_constant_have_the_first_case_that_matches() {
    const BYTE: Encoding = Encoding::Scalar(Scalar::Int(Int::full("uint8", 1, false, false)));
    const NAMED: [Field; 3] = [
        Field::req("kind", &Encoding::Constant("a")),
        Field::req("kind", &Encoding::Constant("b")),
        Field::req("value", &BYTE),
    ];
    static A: Encoding = Encoding::Object(&[NAMED[0], NAMED[2]]);
    static B: Encoding = Encoding::Object(&[NAMED[1], NAMED[2]]);
    static OTHER: Encoding = Encoding::Object(&[NAMED[2], Field::req("kind", &Encoding::Constant("b"))]);
    static CASES: [Case; 3] = [Case::new(0, "a", &A), Case::new(1, "b", &B), Case::new(2, "other", &OTHER)];
    static OTHER_FIRST: [Case; 3] = [Case::new(2, "other", &OTHER), Case::new(0, "a", &A), Case::new(1, "b", &B)];
    static NONE: [Case; 0] = [];

    fn written(cases: &'static [Case], text: &str) -> Option<Vec<u8>> {
        let union = Encoding::Union { tag: TagSize::U8, cases, ignore_unknown: false };
        let list = Encoding::List {
            item: Box::leak(Box::new(union)),
            count: Count::ToEnd { min: 0, max: None },
            array: false,
        };
        let tape = Tape::parse(text).unwrap();
        let mut writer = Writer::quick(text.len(), usize::MAX, Revision::NEWEST, true);
        writer.run(Box::leak(Box::new(list)), Node::Json(JsonPart::root(&tape))).ok()?;
        Some(writer.out)
    }

    let text = |kinds: &[&str]| {
        let objects = kinds.iter().map(|kind| format!(r#"{{"kind":"{kind}","value":5}}"#));
        format!("[{}]", objects.collect::<Vec<_>>().join(","))
    };
    let mixed = text(&["b", "b", "a", "a", "b"]);
    assert_eq!(written(&CASES, &mixed).unwrap(), [1, 5, 1, 5, 0, 5, 0, 5, 1, 5]);
    assert_eq!(written(&OTHER_FIRST, &mixed).unwrap(), [2, 5, 2, 5, 0, 5, 0, 5, 2, 5]);
    assert_eq!(written(&CASES, &text(&["b", "c"])), None);
    assert_eq!(written(&CASES, r#"[{"kind":"b","value":5},{"value":5}]"#), None);
    assert_eq!(written(&NONE, r#"[{"":""}]"#), None);
}
