//! Streams of the vectors' bytes, in chunks of three bytes, as the reference's stream reader read them: where our error is another one, it
//! is for a reason that the page on streams has, with the number of vectors.

use std::collections::BTreeMap;

use crate::{
    engine,
    line::{Expected, Line},
    shared::shared,
    streamed::compare,
};

/// The page on streams.
const PAGE: &str = include_str!("../../../encoding/docs/streams.md");

/// Files that were read from streams, and those of values.
const FILES: [&str; 6] = [
    "read_errors.jsonl",
    "p2p_read_errors.jsonl",
    "micheline_read_errors.jsonl",
    "read_accepts.jsonl",
    "p2p_read_accepts.jsonl",
    "micheline_read_accepts.jsonl",
];

#[test]
fn errors_are_those_of_the_stream_reader() {
    let Some(folder) = shared("vectors") else { return };
    let mut reasons = BTreeMap::new();
    let (mut lines, mut agree) = (0_usize, 0_usize);
    for file in FILES {
        for text in crate::read(&folder.join(file)).unwrap().lines() {
            let line = Line::parse(text).unwrap();
            let (bytes, expected) = match &line.expected {
                Expected::Refused { bytes, refusal, from_stream } => {
                    (bytes, Some(from_stream.as_ref().unwrap_or(&refusal.error).as_str()))
                }
                Expected::Accepted { bytes, .. } => (bytes, None),
                other => panic!("{file}: {other:?}"),
            };
            let found: Vec<_> = engine::find(&line.name)
                .into_iter()
                .flatten()
                .map(|engine| {
                    compare((engine.stream)(bytes), bytes, expected).unwrap_or_else(|why| panic!("{text}: {why}"))
                })
                .collect();
            assert!(!found.is_empty(), "{text}");
            lines += 1;
            match found.iter().flatten().next() {
                None => agree += 1,
                Some(reason) => *reasons.entry(*reason).or_insert(0_usize) += 1,
            }
        }
    }
    let rows = reasons.iter().map(|(reason, count)| format!("| {count} | {} |\n", reason.sentence()));
    let table = format!(
        "Of {lines} vectors, {agree} have the same error or value. The others:\n\n| vectors | reason |\n|---:|---|\n{}",
        rows.collect::<String>()
    );
    assert!(PAGE.contains(&table), "the page on streams does not have this:\n{table}");
}
