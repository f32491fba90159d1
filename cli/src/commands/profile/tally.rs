//! Adds up what messages cost.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    cost::Cost,
    data::{Allocation, FORMAT, Failures, Field, Figure, Kind, Profile, Run, Throughput, Times, Work},
    fields,
    timeline::Timeline,
};
use crate::{
    measure::{Allocated, Batches, deviation, median},
    session::Part,
};

/// Failures that are kept in words.
const FAILURES_MAX: usize = 10;
/// Most measurements of the machine's unrest that are kept.
const UNREST_MAX: usize = 1024;

/// What is known of a session so far. Its size does not depend on that of the session.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Tally {
    messages: u64,
    bytes: u64,
    failures: Failures,
    kinds: BTreeMap<String, Counted>,
    timeline: Timeline,
    /// Times of the same work, along the run.
    unrest: Vec<f64>,
}

/// Of a kind.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Counted {
    count: u64,
    bytes: u64,
    decoding: Total,
    hashing: Total,
    verification: Total,
    allocation: Allocation,
    fields: Vec<Total>,
    tag: Option<u16>,
}

/// Times of many messages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
struct Total {
    /// The sum of the medians.
    nanoseconds: f64,
    /// The sum of the first batches, of the second ones, and so on.
    batches: Batches,
}

impl Total {
    fn add(&mut self, batches: &Batches) {
        self.nanoseconds += batches.median();
        self.batches.0.iter_mut().zip(batches.0).for_each(|(to, time)| *to += time);
    }

    fn figure(&self, unrest: f64) -> Figure {
        figure(self.nanoseconds, deviation(&self.batches.0), unrest)
    }
}

/// A time with what it is off by itself, and by what the machine is off.
fn figure(nanoseconds: f64, deviation: f64, unrest: f64) -> Figure {
    Figure { nanoseconds, spread: deviation.hypot(nanoseconds * unrest) }
}

impl Tally {
    /// Adds a message; `stages` are the times of reading it.
    pub(super) fn add(&mut self, part: &Part, stages: Times, cost: &Cost, allocated: Allocated) {
        let bytes = self.count(part);
        let kind = self.kinds.entry(part.kind()).or_default();
        kind.count = kind.count.saturating_add(1);
        kind.bytes = kind.bytes.saturating_add(bytes);
        kind.decoding.add(&cost.decoding);
        kind.hashing.add(&cost.hashing);
        kind.verification.add(&cost.verification);
        kind.allocation.add(allocated);
        kind.tag = part.tag();
        kind.fields.resize_with(cost.fields.len(), Total::default);
        kind.fields.iter_mut().zip(&cost.fields).for_each(|(total, batches)| total.add(batches));
        let mut times = stages;
        for (work, batches) in
            [(Work::Decoding, cost.decoding), (Work::Hashing, cost.hashing), (Work::Verification, cost.verification)]
        {
            add(&mut times, work, batches.median());
        }
        self.timeline.add(bytes, times);
    }

    /// Adds a message that cannot be decoded.
    pub(super) fn add_refused(&mut self, part: &Part, stages: Times, sentence: &str) {
        let bytes = self.count(part);
        self.timeline.add(bytes, stages);
        self.fail(format!(
            "line {}, {}: message {} ({}) {sentence}",
            part.line,
            part.direction,
            part.number,
            part.kind()
        ));
    }

    /// Adds something that is wrong.
    pub(super) fn fail(&mut self, sentence: String) {
        self.failures.count = self.failures.count.saturating_add(1);
        if self.failures.first.len() < FAILURES_MAX {
            self.failures.first.push(sentence);
        }
    }

    /// Adds the time of the work that is the same along the run.
    pub(super) fn rest(&mut self, nanoseconds: f64) {
        if self.unrest.len() >= UNREST_MAX {
            let mut keep = false;
            self.unrest.retain(|_| {
                keep = !keep;
                keep
            });
        }
        self.unrest.push(nanoseconds);
    }

    fn count(&mut self, part: &Part) -> u64 {
        let bytes = u64::try_from(part.bytes.len()).unwrap_or(u64::MAX);
        self.messages = self.messages.saturating_add(1);
        self.bytes = self.bytes.saturating_add(bytes);
        bytes
    }

    /// The profile of what was added; of `run`, the unrest is filled in.
    pub(super) fn profile(self, source: String, run: Run, throughput: Option<Throughput>) -> Profile {
        let level = median(&mut self.unrest.clone());
        let unrest = if level > 0.0 { deviation(&self.unrest) / level } else { 0.0 };
        let mut kinds: Vec<Kind> = self.kinds.into_iter().map(|(name, counted)| counted.kind(name, unrest)).collect();
        kinds.sort_by(|one, other| other.decoding.nanoseconds.total_cmp(&one.decoding.nanoseconds));
        let work = Work::ALL.map(|work| {
            let of_kinds = |figure: fn(&Kind) -> Figure| sum(kinds.iter().map(figure));
            let figure = match work {
                Work::Decoding => of_kinds(|kind| kind.decoding),
                Work::Hashing => of_kinds(|kind| kind.hashing),
                Work::Verification => of_kinds(|kind| kind.verification),
                Work::Framing | Work::Search | Work::Decryption | Work::Joining => {
                    of_windows(&self.timeline, work, unrest)
                }
            };
            (work, figure)
        });
        Profile {
            format: FORMAT,
            source,
            run: Run { unrest, ..run },
            messages: self.messages,
            bytes: self.bytes,
            failures: self.failures,
            work: work.into_iter().collect(),
            kinds,
            trends: self.timeline.trends(),
            timeline: self.timeline,
            throughput,
            comparison: None,
        }
    }
}

/// Adds a time to that of some work.
pub(super) fn add(times: &mut Times, work: Work, nanoseconds: f64) {
    let time = Work::ALL.iter().zip(times).find(|(one, _)| **one == work);
    time.into_iter().for_each(|(_, time)| *time += nanoseconds);
}

/// The sum of figures that were measured one after the other.
fn sum(figures: impl Iterator<Item = Figure>) -> Figure {
    figures.fold(Figure::default(), |all, figure| Figure {
        nanoseconds: all.nanoseconds + figure.nanoseconds,
        spread: all.spread + figure.spread,
    })
}

/// The time of work that is done once: how far it is off is seen in how far the windows are apart, byte for byte.
fn of_windows(timeline: &Timeline, work: Work, unrest: f64) -> Figure {
    let windows = &timeline.windows;
    let time = |window: &super::timeline::Window| window.per_message(work) * window.messages as f64;
    let nanoseconds = windows.iter().map(time).sum::<f64>().max(0.0);
    let bytes: f64 = windows.iter().map(|window| window.bytes as f64).sum();
    let for_a_byte: Vec<f64> = windows.iter().map(|window| time(window) / window.bytes.max(1) as f64).collect();
    figure(nanoseconds, deviation(&for_a_byte) * bytes / (windows.len().max(1) as f64).sqrt(), unrest)
}

impl Counted {
    fn kind(self, name: String, unrest: f64) -> Kind {
        let decoding = self.decoding.figure(unrest);
        let paths = self.tag.map_or(&[][..], fields::of);
        let fields: Vec<Field> = paths
            .iter()
            .zip(&self.fields)
            .map(|(field, total)| Field { path: field.path.to_owned(), decoding: total.figure(unrest) })
            .collect();
        // Read alone, a field may take a little longer than among the others: together they are never more than the message.
        let together: f64 = fields.iter().map(|field| field.decoding.nanoseconds).sum();
        let scale = if together > decoding.nanoseconds { decoding.nanoseconds / together } else { 1.0 };
        let scaled = |figure: Figure| Figure { nanoseconds: figure.nanoseconds * scale, spread: figure.spread * scale };
        Kind {
            name,
            count: self.count,
            bytes: self.bytes,
            decoding,
            hashing: self.hashing.figure(unrest),
            verification: self.verification.figure(unrest),
            allocation: self.allocation,
            fields: fields.into_iter().map(|field| Field { decoding: scaled(field.decoding), ..field }).collect(),
        }
    }
}

impl Allocation {
    fn add(&mut self, allocated: Allocated) {
        self.count = self.count.saturating_add(allocated.count);
        self.bytes = self.bytes.saturating_add(allocated.bytes);
        self.live = self.live.saturating_add(allocated.live);
        self.peak = self.peak.max(allocated.live);
    }
}
