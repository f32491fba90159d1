//! Reads the vectors as streams, in chunks of three bytes, as the reference did. Where our error is not the reference's, the reason must be
//! one that the page on streams lists, and it must list the number of vectors for each reason.

use std::collections::BTreeMap;

use crate::{
    line::{Expected, Line},
    lookup,
    shared::shared,
    streamed::compare,
};

/// The page on streams, which has the reasons.
const PAGE: &str = include_str!("../../../encoding/docs/streams.md");

/// The files that have results of the stream reader, and those of valid values.
const FILES: [&str; 6] = [
    "read_errors.jsonl",
    "p2p_read_errors.jsonl",
    "micheline_read_errors.jsonl",
    "read_accepts.jsonl",
    "p2p_read_accepts.jsonl",
    "micheline_read_accepts.jsonl",
];

#[test]
fn errors_are_the_references_or_the_page_lists_the_reason() {
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
            let found: Vec<_> = lookup::engines(&line.name)
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
