//! Adds up what messages cost.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    cost::Cost,
    data::{Allocation, FORMAT, Failures, Field, Figure, Kind, Profile, Run, Times, Work},
    fields,
    meter::{self, Meter, Sample},
    timeline::Timeline,
};
use crate::{
    measure::{Allocated, Batches, Clock, deviation, median},
    session::{What, kind_of},
    stream::{self, Message},
};

/// Failures that are kept in words.
const FAILURES_MAX: usize = 10;
/// Messages from one measurement of the machine's unrest to the next.
const STEADY: u64 = 32;
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
    /// Messages that are measured again at the end; a run that goes on has those that were read since.
    #[serde(skip)]
    sample: Sample,
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

    fn merge(&mut self, other: &Self) {
        self.nanoseconds += other.nanoseconds;
        self.batches.0.iter_mut().zip(other.batches.0).for_each(|(to, time)| *to += time);
    }

    fn figure(&self, unrest: f64) -> Figure {
        figure(self.nanoseconds, deviation(&self.batches.0), unrest)
    }
}

/// A time with what it is off by itself, and by what the machine is off.
fn figure(nanoseconds: f64, deviation: f64, unrest: f64) -> Figure {
    Figure { nanoseconds, spread: deviation.hypot(nanoseconds * unrest) }
}

impl stream::Tally for Tally {
    type Probe = Meter;

    fn add(&mut self, message: &Message<'_>) {
        let clock = Clock::calibrated();
        if self.messages.is_multiple_of(STEADY) {
            self.unrest.push(meter::steady_work(clock));
        }
        let bytes = u64::try_from(message.bytes.len()).unwrap_or(u64::MAX);
        self.messages = self.messages.saturating_add(1);
        self.bytes = self.bytes.saturating_add(bytes);
        // The messages of a list are those between peers.
        let what = message.what.unwrap_or(What::Message);
        let name = kind_of(what, message.bytes);
        match Cost::of(clock, what, &name, message.bytes) {
            Ok(cost) => {
                let kind = self.kinds.entry(name.into_owned()).or_default();
                kind.add(bytes, &cost);
                self.timeline.add(message.line, bytes, cost.times());
                self.sample.keep(what, message.bytes);
            }
            Err(sentence) => {
                self.timeline.add(message.line, bytes, Times::default());
                self.failures.add(format!("line {}: {name} {sentence}", message.line));
            }
        }
    }

    fn add_reading(&mut self, meter: Meter) {
        self.timeline.spread(meter.times);
    }

    fn merge(&mut self, other: Self) {
        self.messages = self.messages.saturating_add(other.messages);
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.failures.merge(other.failures);
        for (name, kind) in other.kinds {
            self.kinds.entry(name).or_default().merge(&kind);
        }
        self.timeline.merge(other.timeline);
        self.sample.merge(other.sample);
        self.unrest.extend(other.unrest);
        while self.unrest.len() > UNREST_MAX {
            let mut keep = false;
            self.unrest.retain(|_| {
                keep = !keep;
                keep
            });
        }
    }
}

impl Failures {
    fn add(&mut self, sentence: String) {
        self.merge(Self { count: 1, first: vec![sentence] });
    }

    fn merge(&mut self, other: Self) {
        self.count = self.count.saturating_add(other.count);
        self.first.extend(other.first);
        self.first.truncate(FAILURES_MAX);
    }
}

impl Tally {
    /// The profile of what was added, after the measurements that no other thread may disturb; of `run`, the unrest is filled in.
    pub(super) fn profile(mut self, source: String, run: Run) -> Profile {
        let throughput = self.sample.throughput(Clock::calibrated());
        for (name, allocated) in self.sample.allocated() {
            self.kinds.entry(name.into_owned()).or_default().allocation.add(allocated);
        }
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

/// The sum of figures that were measured one after the other.
fn sum(figures: impl Iterator<Item = Figure>) -> Figure {
    figures.fold(Figure::default(), |all, figure| Figure {
        nanoseconds: all.nanoseconds + figure.nanoseconds,
        spread: all.spread + figure.spread,
    })
}

/// The time of work that is timed once, as it happens.
fn of_windows(timeline: &Timeline, work: Work, unrest: f64) -> Figure {
    figure(timeline.windows.iter().map(|window| window.time(work)).sum::<f64>().max(0.0), 0.0, unrest)
}

impl Counted {
    fn add(&mut self, bytes: u64, cost: &Cost) {
        self.count = self.count.saturating_add(1);
        self.bytes = self.bytes.saturating_add(bytes);
        self.decoding.add(&cost.decoding);
        self.hashing.add(&cost.hashing);
        self.verification.add(&cost.verification);
        self.fields.resize_with(cost.fields.len(), Total::default);
        self.fields.iter_mut().zip(&cost.fields).for_each(|(total, batches)| total.add(batches));
    }

    fn merge(&mut self, other: &Self) {
        self.count = self.count.saturating_add(other.count);
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.decoding.merge(&other.decoding);
        self.hashing.merge(&other.hashing);
        self.verification.merge(&other.verification);
        self.fields.resize_with(self.fields.len().max(other.fields.len()), Total::default);
        self.fields.iter_mut().zip(&other.fields).for_each(|(total, other)| total.merge(other));
    }

    fn kind(self, name: String, unrest: f64) -> Kind {
        let decoding = self.decoding.figure(unrest);
        let fields: Vec<Field> = fields::of(&name)
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
        self.messages = self.messages.saturating_add(1);
        self.count = self.count.saturating_add(allocated.count);
        self.bytes = self.bytes.saturating_add(allocated.bytes);
        self.live = self.live.saturating_add(allocated.live);
        self.peak = self.peak.max(allocated.live);
    }
}
