//! The results of a replay, formatted as text or as JSON.

use std::{collections::BTreeMap, fmt::Write as _};

use allocation_counter::AllocationInfo;
use serde_json::{Value, json};

use crate::{
    commands::replay::carried::Known,
    inside::Inside,
    measure::median,
    output::{add_row, counted, duration, grouped, lines, mean, table},
    session::{Direction, Fault, Recording, SessionPart, Tally, What, handshake::Sides, role_words},
};

/// The maximum number of failures that are listed in the text.
const FAILURES_SHOWN: usize = 10;

/// The results of a replay.
#[derive(Debug)]
pub(crate) struct Report {
    source: String,
    /// What is counted where failures have the number of a line.
    unit: &'static str,
    sessions: u64,
    sides: Option<Sides>,
    chunks: Option<[(Direction, Tally); 2]>,
    kinds: BTreeMap<(What, Option<u16>), MessageResults>,
    inside: Inside,
    failures: Vec<Fault>,
}

/// All messages of a kind.
#[derive(Debug, Default)]
struct MessageResults {
    name: String,
    count: u64,
    same: u64,
    bytes: u64,
    /// Bytes of the messages that were encoded to the same bytes.
    decoded_bytes: u64,
    times: Vec<f64>,
    allocations: u64,
    allocated_bytes: u64,
}

impl MessageResults {
    fn mean(&self, total: u64) -> f64 {
        total as f64 / self.same.max(1) as f64
    }

    fn median_nanoseconds(&self) -> f64 {
        median(&mut self.times.clone())
    }

    fn megabytes_per_second(&self) -> f64 {
        let nanoseconds: f64 = self.times.iter().sum();
        if nanoseconds > 0.0 { self.decoded_bytes as f64 * 1e3 / nanoseconds } else { 0.0 }
    }
}

impl Report {
    /// Creates the report of a session, before its messages are decoded.
    pub(super) fn new(recording: &Recording) -> Self {
        Self {
            source: recording.source.clone(),
            unit: recording.unit,
            sessions: recording.sessions,
            sides: recording.sides,
            chunks: recording.chunks,
            kinds: BTreeMap::new(),
            inside: Inside::default(),
            failures: recording.faults.clone(),
        }
    }

    /// Adds a message that was encoded to the same bytes.
    pub(super) fn add(&mut self, part: &SessionPart, nanoseconds: f64, allocated: AllocationInfo) {
        let bytes = length(part);
        let kind = self.kind(part);
        kind.same = kind.same.saturating_add(1);
        kind.decoded_bytes = kind.decoded_bytes.saturating_add(bytes);
        kind.times.push(nanoseconds);
        kind.allocations = kind.allocations.saturating_add(allocated.count_total);
        kind.allocated_bytes = kind.allocated_bytes.saturating_add(allocated.bytes_total);
    }

    /// Adds the headers and operations that a message carries.
    pub(super) fn add_carried(&mut self, part: &SessionPart, known: &Known) {
        for sentence in known.add(part, &mut self.inside) {
            self.fail(part, sentence);
        }
    }

    /// Adds a message that cannot be decoded, or that was encoded to other bytes.
    pub(super) fn add_failure(&mut self, part: &SessionPart, sentence: String) {
        self.kind(part);
        self.fail(part, sentence);
    }

    fn fail(&mut self, part: &SessionPart, sentence: String) {
        let subject = format!("message {} ({}, {} bytes)", part.number, part.kind(), grouped(part.bytes.len()));
        self.failures.push(Fault { direction: Some(part.direction), line: part.line, subject, sentence });
    }

    fn kind(&mut self, part: &SessionPart) -> &mut MessageResults {
        let kind = self.kinds.entry((part.what, part.tag())).or_default();
        if kind.count == 0 {
            kind.name = part.kind().into();
        }
        kind.count = kind.count.saturating_add(1);
        kind.bytes = kind.bytes.saturating_add(length(part));
        kind
    }

    /// Returns true if nothing failed.
    pub(crate) fn is_clean(&self) -> bool {
        self.failures.is_empty()
    }

    /// Returns the number of messages, handshake included, and the number of those that were encoded to the same bytes.
    pub(crate) fn messages(&self) -> (u64, u64) {
        self.kinds
            .values()
            .fold((0, 0), |(all, same), kind| (all.saturating_add(kind.count), same.saturating_add(kind.same)))
    }

    /// Returns the number of kinds of messages, handshake not included.
    pub(crate) fn kinds(&self) -> usize {
        self.kinds.keys().filter(|(what, _)| *what == What::Message).count()
    }

    /// Formats the report as text.
    pub(crate) fn text(&self) -> String {
        let mut text = format!("Session: {}\n", self.source);
        text.extend(self.sides.iter().map(Sides::lines));
        if let Some(more @ 1..) = self.sessions.checked_sub(1) {
            let _ = writeln!(text, "  and {} after it", counted(more, "session", "sessions"));
        }
        text.push_str(&self.table());
        text.push('\n');
        if self.inside.counts().0 > 0 {
            let _ = writeln!(text, "Inside the messages:\n{}", self.inside.table());
        }
        if cfg!(debug_assertions) {
            text.push_str("These are times of a debug build and not meaningful: use `cargo run --release`.\n");
        }
        text.push_str(&self.totals());
        text.push_str(&self.failures());
        text
    }

    fn table(&self) -> String {
        let mut table =
            table(&["kind", "tag", "count", "bytes", "decode", "MB/s", "allocs", "alloc bytes", "same bytes"]);
        for ((_, tag), kind) in &self.kinds {
            let decoded = kind.same > 0;
            let of_decoded = |text: String| if decoded { text } else { "-".into() };
            add_row(
                &mut table,
                [
                    kind.name.clone(),
                    tag.map_or_else(String::new, |tag| format!("{tag:#04x}")),
                    grouped(kind.count),
                    grouped(kind.bytes),
                    of_decoded(duration(kind.median_nanoseconds())),
                    of_decoded(mean(kind.megabytes_per_second().round())),
                    of_decoded(mean(kind.mean(kind.allocations))),
                    of_decoded(mean(kind.mean(kind.allocated_bytes))),
                    format!("{}/{}", grouped(kind.same), grouped(kind.count)),
                ],
            );
        }
        lines(table)
    }

    fn totals(&self) -> String {
        let (all, same) = self.messages();
        let bytes = self.kinds.values().fold(0_u64, |bytes, kind| bytes.saturating_add(kind.bytes));
        let mut text = String::new();
        for (direction, tally) in self.chunks.iter().flatten() {
            text.push_str(&tally_line(*direction, tally));
        }
        if let Some([(_, sent), (_, received)]) = &self.chunks {
            let opened = sent.opened.saturating_add(received.opened);
            let lost = sent.lost.saturating_add(received.lost);
            let _ = writeln!(text, "Encrypted chunks: {} opened, {} lost", grouped(opened), grouped(lost));
        }
        let handshake = self.kinds.iter().filter(|((what, _), _)| *what != What::Message);
        let handshake = handshake.fold(0_u64, |count, (_, kind)| count.saturating_add(kind.count));
        let _ = writeln!(
            text,
            "Messages: {} ({} of the handshake, {} of {}), {} bytes",
            grouped(all),
            grouped(handshake),
            grouped(all.saturating_sub(handshake)),
            counted(self.kinds(), "kind", "kinds"),
            grouped(bytes),
        );
        let _ = writeln!(text, "Decoded and encoded again to the same bytes: {} of {}", grouped(same), grouped(all));
        if let (same, all @ 1..) = self.inside.counts() {
            let _ = writeln!(text, "Headers and operations inside them: {} of {}", grouped(same), grouped(all));
        }
        text
    }

    fn failures(&self) -> String {
        let count = self.failures.len();
        let mut text = format!("Failures: {}\n", grouped(count));
        for failure in self.failures.iter().take(FAILURES_SHOWN) {
            let _ = writeln!(text, "  {}", failure.at(self.unit));
        }
        if let Some(more) = count.checked_sub(FAILURES_SHOWN).filter(|more| *more > 0) {
            let _ = writeln!(text, "  and {more} more; --json lists all");
        }
        text
    }

    /// Formats the report as one JSON object, with a line break at its end.
    pub(crate) fn json(&self) -> String {
        let (all, same) = self.messages();
        let kinds: Vec<_> = self.kinds.iter().map(|((_, tag), kind)| kind_json(*tag, kind)).collect();
        let failures: Vec<_> = self.failures.iter().map(|fault| failure_json(fault, self.unit)).collect();
        let chunks = self
            .chunks
            .map(|[(_, sent), (_, received)]| json!({ "sent": tally_json(&sent), "received": tally_json(&received) }));
        let sides = self.sides.map(|sides| {
            let side = |key: tezos_messages::identity::CryptoBoxPublicKey, role| {
                json!({ "peer_id": key.peer_id().to_string(), "role": role_words(role) })
            };
            json!({ "sent": side(sides.sender, sides.sent_by), "received": side(sides.receiver, sides.sent_by.other()) })
        });
        let value = json!({
            "session": self.source,
            "sessions": self.sessions,
            "sides": sides,
            "chunks": chunks,
            "kinds": kinds,
            "messages": all,
            "encoded_to_same_bytes": same,
            "inside": self.inside.json(),
            "failures": failures,
            "clean": self.is_clean(),
        });
        format!("{value:#}\n")
    }
}

fn length(part: &SessionPart) -> u64 {
    u64::try_from(part.bytes.len()).unwrap_or(u64::MAX)
}

fn tally_line(direction: Direction, tally: &Tally) -> String {
    let mut text = format!("  {:<9} {} opened", format!("{direction}:"), counted(tally.opened, "chunk", "chunks"));
    let _ = write!(text, ", {} lost", grouped(tally.lost));
    if tally.damaged > 0 {
        let _ = write!(text, ", {} damaged", grouped(tally.damaged));
    }
    if tally.cut > 0 {
        let _ = write!(text, ", {} of messages cut by that", counted(tally.cut, "piece", "pieces"));
    }
    if tally.unread_bytes > 0 {
        let _ = write!(text, ", {} not read", counted(tally.unread_bytes, "byte", "bytes"));
    }
    if tally.unfinished_bytes > 0 {
        let _ = write!(text, ", {} unfinished at the end", counted(tally.unfinished_bytes, "byte", "bytes"));
    }
    text.push('\n');
    text
}

fn tally_json(tally: &Tally) -> Value {
    json!({
        "opened": tally.opened,
        "lost": tally.lost,
        "damaged": tally.damaged,
        "cut_messages": tally.cut,
        "unread_bytes": tally.unread_bytes,
        "unfinished_bytes": tally.unfinished_bytes,
    })
}

fn kind_json(tag: Option<u16>, kind: &MessageResults) -> Value {
    let of_decoded = |value: f64| if kind.same > 0 { json!(value) } else { Value::Null };
    json!({
        "kind": kind.name,
        "tag": tag,
        "count": kind.count,
        "bytes": kind.bytes,
        "median_decode_nanoseconds": of_decoded(kind.median_nanoseconds()),
        "megabytes_per_second": of_decoded(kind.megabytes_per_second()),
        "allocations_per_decode": of_decoded(kind.mean(kind.allocations)),
        "allocated_bytes_per_decode": of_decoded(kind.mean(kind.allocated_bytes)),
        "encoded_to_same_bytes": kind.same,
    })
}

fn failure_json(fault: &Fault, unit: &str) -> Value {
    json!({
        "direction": fault.direction.map(Direction::name),
        unit: fault.line,
        "subject": fault.subject,
        "error": fault.sentence,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recording(faults: u64) -> Recording {
        let (subject, sentence) = ("the chunk", "is wrong");
        let direction = Some(Direction::Sent);
        let fault = |line| Fault { direction, line, subject: subject.into(), sentence: sentence.into() };
        Recording {
            unit: crate::session::LINE,
            source: "x.csv".into(),
            sessions: 3,
            sides: None,
            parts: Vec::new(),
            faults: (1..=faults).map(fault).collect(),
            chunks: None,
        }
    }

    #[test]
    fn ten_failures_are_listed() {
        for (count, lines) in [(0, 1), (1, 2), (10, 11), (11, 12)] {
            let report = Report::new(&recording(count));
            let text = report.failures();
            assert_eq!((text.lines().count(), report.is_clean()), (lines, count == 0), "{text}");
            assert_eq!(text.contains("  and 1 more; --json lists all\n"), count == 11, "{text}");
            assert!(text.starts_with(&format!("Failures: {count}\n")), "{text}");
        }
        let json: Value = serde_json::from_str(&Report::new(&recording(11)).json()).unwrap();
        assert_eq!(json["failures"].as_array().map(Vec::len), Some(11));
        let last = json!({ "direction": "Sent", "line": 11, "subject": "the chunk", "error": "is wrong" });
        assert_eq!((&json["failures"][10], &json["clean"], &json["sessions"]), (&last, &false.into(), &3.into()));
    }

    #[test]
    fn counts_of_chunks_that_are_zero_are_left_out() {
        let whole = Tally { opened: 1, damaged: 2, lost: 3, cut: 4, unread_bytes: 60, unfinished_bytes: 5 };
        let mut report = Report::new(&recording(0));
        report.chunks = Some([
            (Direction::Sent, whole),
            (Direction::Received, Tally { opened: 1200, lost: 1, ..Tally::default() }),
        ]);
        assert_eq!(
            report.totals(),
            "  sent:     1 chunk opened, 3 lost, 2 damaged, 4 pieces of messages cut by that, 60 bytes not read, 5 bytes unfinished \
             at the end\n  received: 1,200 chunks opened, 0 lost\n".replace(", 0 lost", ", 1 lost")
                + "Encrypted chunks: 1,201 opened, 4 lost\nMessages: 0 (0 of the handshake, 0 of 0 kinds), 0 bytes\n\
                   Decoded and encoded again to the same bytes: 0 of 0\n"
        );
        let json: Value = serde_json::from_str(&report.json()).unwrap();
        let expected = json!({
            "opened": 1, "lost": 3, "damaged": 2, "cut_messages": 4, "unread_bytes": 60, "unfinished_bytes": 5,
        });
        assert_eq!(json["chunks"]["sent"], expected);
    }

    /// Figures of one message are means over the messages that were encoded to the same bytes; the time is their median.
    #[test]
    fn messages_that_fail_have_no_times() {
        let mut report = Report::new(&recording(0));
        let part = |bytes: &[u8]| SessionPart {
            direction: Direction::Sent,
            number: 4,
            line: 9,
            what: What::Message,
            bytes: bytes.into(),
        };
        let allocated =
            |count_total, bytes_total| AllocationInfo { count_total, bytes_total, ..AllocationInfo::default() };
        for (nanoseconds, count, bytes) in [(30.0, 1, 10), (10.0, 2, 20), (20.0, 3, 60)] {
            report.add(&part(&[0, 0, 0, 2, 0, 2]), nanoseconds, allocated(count, bytes));
        }
        report.add_failure(&part(&[0, 0, 0, 3, 0, 2, 1]), "cannot be decoded".into());
        report.add_failure(&part(&[0, 0, 0, 2, 0, 1]), "cannot be decoded".into());
        assert_eq!((report.messages(), report.kinds()), ((5, 3), 2));
        let [disconnect, bootstrap] =
            [0x01, 0x02].map(|tag| kind_json(Some(tag), &report.kinds[&(What::Message, Some(tag))]));
        assert_eq!(
            bootstrap,
            json!({
                "kind": "Bootstrap", "tag": 2, "count": 4, "bytes": 25, "median_decode_nanoseconds": 20.0, "megabytes_per_second": 300.0,
                "allocations_per_decode": 2.0, "allocated_bytes_per_decode": 30.0, "encoded_to_same_bytes": 3,
            })
        );
        assert_eq!((&disconnect["median_decode_nanoseconds"], &disconnect["count"]), (&Value::Null, &1.into()));
        let rows: Vec<String> =
            report.table().lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect();
        assert!(rows.contains(&"│ Bootstrap 0x02 4 25 20.0 ns 300 2 30 3/4 │".into()), "{rows:?}");
        assert!(rows.contains(&"│ Disconnect 0x01 1 6 - - - - 0/1 │".into()), "{rows:?}");
        let expected = "line 9, sent: message 4 (Disconnect, 6 bytes) cannot be decoded";
        assert_eq!(report.failures.last().map(|fault| fault.at(crate::session::LINE)).as_deref(), Some(expected));
    }
}
