//! The figures of tallies that are known.

use tezos_encoding::HasEncoding as _;
use tezos_messages::p2p::PeerMessage;

use super::*;
use crate::{
    session::{Options, sample},
    stream::Tally as _,
};

/// Returns the tally of some messages of the sample session, all measured.
fn tally(messages: std::ops::Range<usize>) -> Tally {
    sampled(messages, true)
}

/// Returns a tally in which every message is measured, or only the first of each kind.
fn sampled(messages: std::ops::Range<usize>, every: bool) -> Tally {
    let mut tally = Tally::default();
    let session = sample::load(Options { window: 0, strict: true, quiet: true }).unwrap();
    for (index, part) in (messages.start as u64..).zip(&session.parts[messages]) {
        let (what, encoding) = (Some(part.what), PeerMessage::ENCODING);
        tally.add(&Message { what, encoding, index, line: part.line, bytes: &part.bytes, is_sampled: every });
    }
    tally
}

/// Returns the figures that do not depend on times.
fn counts(tally: &Tally) -> Vec<String> {
    let kinds = tally.kinds.iter();
    kinds
        .map(|(name, it)| {
            let contents: Vec<_> = it.contents.iter().map(|(kind, contents)| (kind, contents.count)).collect();
            format!("{name}: {:?}", (it.count, it.bytes, it.allocation, it.fields.len(), contents))
        })
        .collect()
}

#[test]
fn merged_tallies_equal_that_of_the_whole_session() {
    let whole = tally(0..206);
    assert_eq!((whole.messages, whole.bytes, whole.failures.count), (206, 612_801, 0));
    for (one, other) in [(0..100, 100..206), (100..206, 0..100), (0..206, 0..0)] {
        let mut merged = tally(one);
        merged.merge(tally(other));
        assert_eq!(counts(&merged), counts(&whole));
        assert_eq!((merged.messages, merged.bytes), (whole.messages, whole.bytes));
    }
}

/// Messages that are not measured are counted, and estimated at the rate of those that are.
#[test]
fn messages_that_are_not_measured_are_estimated() {
    let (whole, mut sampled) = (tally(0..206), sampled(0..206, false));
    let bytes = |tally: &Tally| tally.kinds.values().map(|kind| (kind.count, kind.bytes)).collect::<Vec<_>>();
    assert_eq!(bytes(&sampled), bytes(&whole));
    let kind = &sampled.kinds["Operation"];
    assert!(kind.decoding.count == 1 && kind.measured_bytes < kind.bytes, "{kind:?}");
    let factor = kind.bytes as f64 / kind.measured_bytes as f64;
    let decoding = kind.clone().kind("Operation".into(), &Unrest::of(&[1.0]), Trend::of(&[])).decoding.nanoseconds;
    assert!((decoding / (kind.decoding.nanoseconds * factor) - 1.0).abs() < 1e-9);
    sampled.timeline.complete();
    let along: f64 = sampled.timeline.times().iter().sum();
    let of_kinds: f64 = sampled
        .kinds
        .values()
        .map(|kind| {
            let times = [&kind.decoding, &kind.hashing, &kind.verification].map(|total| total.nanoseconds);
            times.iter().sum::<f64>() * kind.bytes as f64 / kind.measured_bytes as f64
        })
        .sum();
    assert!((along / of_kinds - 1.0).abs() < 1e-6, "{along} {of_kinds}");
}

/// Checks that a resumed run has everything that was saved, but not the messages in memory.
#[test]
fn a_saved_tally_is_read_back() {
    let mut tally = tally(0..60);
    let bytes = &[0, 0, 0, 2, 0, 0xff];
    tally.add(&Message { what: None, encoding: PeerMessage::ENCODING, index: 60, line: 7, bytes, is_sampled: true });
    let text = serde_json::to_string(&tally).unwrap();
    let read: Tally = serde_json::from_str(&text).unwrap();
    assert_eq!(read, Tally { sample: Sample::default(), ..tally });
    let failures = ["line 7: unknown tag 0x00ff cannot be decoded: "];
    assert!(read.failures.first.iter().zip(failures).all(|(found, start)| found.starts_with(start)));
    assert_eq!(read.failures.count, 1);
}

#[test]
fn spreads_are_combined_and_fields_are_limited_to_their_message() {
    let unrest = Unrest { level: 1.0, of_runs: 0.04, of_moments: 0.24 };
    // 3 of the batches, 4 of the runs, 12 of the moments: half of 24, because there are four messages.
    let total = Total { count: 4, nanoseconds: 100.0, variance: 9.0 };
    assert_eq!(total.figure(&unrest), Figure { nanoseconds: 100.0, spread: 13.0 });
    let steady = Unrest { level: 1.0, of_runs: 0.0, of_moments: 0.0 };
    let total = |nanoseconds| Total { count: 1, nanoseconds, variance: 0.0 };
    let counted = |bytes, fields: [f64; 2]| Counted {
        count: 3,
        bytes,
        measured_bytes: 100,
        decoding: total(100.0),
        hashing: total(10.0),
        allocation: Allocation { count: 3, bytes: 5, live: 1, peak: 7 },
        fields: fields.map(total).to_vec(),
        contents: [("Ballot", 10.0), ("Transaction", 40.0)]
            .map(|(kind, time)| (kind.into(), CountedContents { count: 1, bytes: 20, decoding: total(time) }))
            .into(),
        ..Counted::default()
    };
    let kind = counted(250, [150.0, 50.0]).kind("Operation".into(), &steady, Trend::of(&[]));
    let fields = |kind: &MessageCosts| {
        kind.fields.iter().map(|field| (field.path.clone(), field.decoding.nanoseconds)).collect::<Vec<_>>()
    };
    assert_eq!(
        (kind.decoding.nanoseconds, kind.hashing.nanoseconds, kind.verification.nanoseconds),
        (250.0, 25.0, 0.0)
    );
    assert_eq!(fields(&kind), [("branch".into(), 187.5), ("data".into(), 62.5)]);
    assert_eq!(kind.allocation, Allocation { count: 8, bytes: 13, live: 3, peak: 7 });
    let contents = kind.contents.iter().map(|it| (it.name.as_str(), it.count, it.bytes, it.decoding.nanoseconds));
    assert!(contents.eq([("Transaction", 3, 50, 100.0), ("Ballot", 3, 50, 25.0)]), "{:?}", kind.contents);
    // Fields that take less time than their message are not scaled, nor are fewer bytes than were measured.
    let kind = counted(0, [60.0, 40.0]).kind("Operation".into(), &steady, Trend::of(&[]));
    assert_eq!(fields(&kind), [("branch".into(), 60.0), ("data".into(), 40.0)]);
}

#[test]
fn failures_and_measurements_of_unrest_are_limited() {
    let mut tally = Tally::default();
    for at in 0..3000_u32 {
        let failures = Failures { count: 1, first: vec![at.to_string()] };
        tally.merge(Tally { unrest: vec![f64::from(at)], failures, ..Tally::default() });
    }
    assert_eq!((tally.failures.count, tally.failures.first.len()), (3000, FAILURES_MAX));
    assert!((UNREST_MAX / 2..=UNREST_MAX).contains(&tally.unrest.len()));
    assert!(tally.unrest.is_sorted() && tally.unrest.last() >= Some(&2990.0), "{:?}", tally.unrest.last());
}

#[test]
fn interruptions_average_out_over_many_messages() {
    let mut times = vec![100.0; 99];
    times.push(1000.0);
    let unrest = Unrest::of(&times);
    assert_eq!((unrest.of_runs, (unrest.of_moments * 10.0).round()), (0.0, 9.0));
    let total = |count| Total { count, nanoseconds: 1e6, variance: 0.0 }.figure(&unrest).spread;
    assert!((total(1) / total(10_000) - 100.0).abs() < 1e-9);
}
