//! Adds up the costs of messages.

use std::collections::BTreeMap;

use allocation_counter::AllocationInfo;
use serde::{Deserialize, Serialize};

use super::{
    cost::{self, Cost},
    data::{Allocation, ContentsCosts, FORMAT, Failures, Field, MessageCosts, Profile, Run},
    fields,
    figure::{Figure, Times, Work},
    meter::{self, Meter, Sample},
    stages::Stages,
    timeline::{OfKind, Timeline},
    trend::Trend,
};
use crate::{
    measure::{Batches, Clock, deviation, median},
    session::{Damage, What, kind_of},
    stream::{self, Message},
};

/// Maximum number of failures that are described.
const FAILURES_MAX: usize = 10;
/// Number of messages from one measurement of the machine's unrest to the next.
const STEADY: u64 = 32;
/// Maximum number of measurements of the machine's unrest that are kept.
const UNREST_MAX: usize = 1024;

/// The costs of the messages so far. Its size does not grow with the session.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Tally {
    messages: u64,
    bytes: u64,
    failures: Failures,
    /// The damage of recordings.
    damage: Damage,
    kinds: BTreeMap<String, Counted>,
    timeline: Timeline,
    /// Times of a fixed piece of work, measured during the run.
    unrest: Vec<f64>,
    /// Messages that are measured again at the end. In a resumed run, only those read since.
    #[serde(skip)]
    sample: Sample,
}

/// The messages of a kind. Times and allocations are those of the measured messages only.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Counted {
    count: u64,
    bytes: u64,
    /// Bytes of the measured messages. An empty message counts as one byte.
    measured_bytes: u64,
    decoding: Total,
    hashing: Total,
    verification: Total,
    allocation: Allocation,
    fields: Vec<Total>,
    /// The operations in the measured messages, by kind.
    contents: BTreeMap<String, CountedContents>,
}

/// The operations of a kind in the measured messages of a kind.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
struct CountedContents {
    count: u64,
    bytes: u64,
    decoding: Total,
}

impl CountedContents {
    fn merge(&mut self, other: &Self) {
        self.count = self.count.saturating_add(other.count);
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.decoding.merge(&other.decoding);
    }
}

/// The sum of the times of messages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
struct Total {
    /// The number of times that were added.
    count: u64,
    /// The sum of the medians.
    nanoseconds: f64,
    /// The sum of the squared deviations of the batches.
    variance: f64,
}

impl Total {
    fn add(&mut self, batches: &Batches) {
        let nanoseconds = batches.median();
        if nanoseconds > 0.0 {
            self.merge(&Self { count: 1, nanoseconds, variance: deviation(&batches.0).powi(2) });
        }
    }

    fn merge(&mut self, other: &Self) {
        self.count = self.count.saturating_add(other.count);
        self.nanoseconds += other.nanoseconds;
        self.variance += other.variance;
    }

    /// Returns the sum. Its spread combines the deviation of the batches, the deviation of the machine from run to run, and its deviation
    /// during interruptions, which averages out over many messages.
    fn figure(&self, unrest: &Unrest) -> Figure {
        let moments = unrest.of_moments / (self.count.max(1) as f64).sqrt();
        let spread = self.variance.sqrt().hypot(self.nanoseconds * unrest.of_runs).hypot(self.nanoseconds * moments);
        Figure { nanoseconds: self.nanoseconds, spread }
    }
}

/// The relative deviations of the times of a fixed piece of work.
#[derive(Debug, Clone, Copy)]
struct Unrest {
    /// The median of the times in nanoseconds.
    level: f64,
    /// The deviation without outliers.
    of_runs: f64,
    /// The deviation including the moments in which other processes run.
    of_moments: f64,
}

impl Unrest {
    fn of(times: &[f64]) -> Self {
        let level = median(&mut times.to_vec()).max(f64::MIN_POSITIVE);
        let squares: f64 = times.iter().map(|time| (time / level - 1.0).powi(2)).sum();
        Self { level, of_runs: deviation(times) / level, of_moments: (squares / times.len().max(1) as f64).sqrt() }
    }
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
        // The messages of a list are messages between peers.
        let what = message.what.unwrap_or(What::Message);
        let name = kind_of(what, message.bytes);
        let added = match self.kinds.get_mut(&*name) {
            Some(kind) if !message.is_sampled => cost::check(what, message.bytes).map(|()| {
                kind.count(bytes);
                OfKind::counted(bytes)
            }),
            _ => Cost::of(clock, what, &name, message.bytes).map(|cost| {
                let kind = self.kinds.entry(name.clone().into_owned()).or_default();
                kind.count(bytes);
                kind.add(bytes, &cost);
                kind.allocation.add(&what.codec().allocated(message.bytes));
                self.sample.keep(what, message.bytes);
                OfKind::measured(bytes, cost.times(), cost.fields.iter().map(|field| field.median()).collect())
            }),
        };
        let added = added.map_err(|sentence| self.failures.add(format!("line {}: {name} {sentence}", message.line)));
        self.timeline.add(message.index, bytes, added.ok().map(|kind| (&*name, kind)));
    }

    fn add_damage(&mut self, damage: Damage) {
        self.damage.add(damage);
    }

    fn add_reading(&mut self, meter: Meter) {
        self.timeline.spread(meter.times);
    }

    fn merge(&mut self, other: Self) {
        self.messages = self.messages.saturating_add(other.messages);
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.failures.merge(other.failures);
        self.damage.add(other.damage);
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
    /// Returns the times of all messages, including those of reading them.
    pub(super) fn reading(&self) -> Times {
        self.timeline.times()
    }

    /// Returns the profile of the messages, and fills in the unrest of `run`. Measures decoding compared with copying, so no other thread
    /// may run.
    pub(super) fn profile(mut self, source: String, run: Run, stages: &Stages) -> Profile {
        let throughput = self.sample.throughput(Clock::calibrated());
        let unrest = Unrest::of(&self.unrest);
        let timeline = &self.timeline;
        let of_kind = |(name, counted): (String, Counted)| {
            let trend = timeline.trend_of(&name);
            counted.kind(name, &unrest, trend)
        };
        let mut kinds: Vec<MessageCosts> = self.kinds.into_iter().map(of_kind).collect();
        kinds.sort_by(|one, other| other.decoding.nanoseconds.total_cmp(&one.decoding.nanoseconds));
        let work = Work::ALL.map(|work| {
            let of_kinds = |figure: fn(&MessageCosts) -> Figure| sum(kinds.iter().map(figure));
            let figure = match work {
                Work::Decoding => of_kinds(|kind| kind.decoding),
                Work::Hashing => of_kinds(|kind| kind.hashing),
                Work::Verification => of_kinds(|kind| kind.verification),
                Work::Framing | Work::Search | Work::Decryption | Work::Joining => stages.figure(work),
            };
            (work, figure)
        });
        let work: BTreeMap<Work, Figure> = work.into_iter().collect();
        let trends = self.timeline.trends();
        self.timeline.complete();
        self.timeline.scale_to(&work);
        Profile {
            format: FORMAT,
            source,
            run: Run { unrest: unrest.of_runs, steady: unrest.level, ..run },
            messages: self.messages,
            bytes: self.bytes,
            failures: self.failures,
            faults: self.damage.faults,
            unread_bytes: self.damage.unread_bytes,
            work,
            kinds,
            trends,
            timeline: self.timeline,
            throughput,
            comparison: None,
        }
    }
}

/// Returns the sum of figures. Their spreads are added too.
fn sum(figures: impl Iterator<Item = Figure>) -> Figure {
    figures.fold(Figure::default(), |all, figure| Figure {
        nanoseconds: all.nanoseconds + figure.nanoseconds,
        spread: all.spread + figure.spread,
    })
}

impl Counted {
    /// Counts a message, measured or not.
    fn count(&mut self, bytes: u64) {
        self.count = self.count.saturating_add(1);
        self.bytes = self.bytes.saturating_add(bytes);
    }

    /// Adds the times of a message that was counted.
    fn add(&mut self, bytes: u64, cost: &Cost) {
        self.measured_bytes = self.measured_bytes.saturating_add(bytes.max(1));
        self.decoding.add(&cost.decoding);
        self.hashing.add(&cost.hashing);
        self.verification.add(&cost.verification);
        self.fields.resize_with(cost.fields.len(), Total::default);
        self.fields.iter_mut().zip(&cost.fields).for_each(|(total, batches)| total.add(batches));
        for contents in &cost.contents {
            let mut counted =
                CountedContents { count: contents.count, bytes: contents.bytes, ..CountedContents::default() };
            counted.decoding.add(&contents.decoding);
            self.contents.entry(contents.kind.to_owned()).or_default().merge(&counted);
        }
    }

    fn merge(&mut self, other: &Self) {
        self.count = self.count.saturating_add(other.count);
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.measured_bytes = self.measured_bytes.saturating_add(other.measured_bytes);
        self.decoding.merge(&other.decoding);
        self.hashing.merge(&other.hashing);
        self.verification.merge(&other.verification);
        self.allocation.merge(other.allocation);
        self.fields.resize_with(self.fields.len().max(other.fields.len()), Total::default);
        self.fields.iter_mut().zip(&other.fields).for_each(|(total, other)| total.merge(other));
        for (kind, contents) in &other.contents {
            self.contents.entry(kind.clone()).or_default().merge(contents);
        }
    }

    fn kind(self, name: String, unrest: &Unrest, trend: Trend) -> MessageCosts {
        // The messages that were not measured are estimated at the rate, per byte, of those that were.
        let factor = (self.bytes as f64 / self.measured_bytes.max(1) as f64).max(1.0);
        let of_all = |total: &Total| total.figure(unrest).times(factor);
        let decoding = of_all(&self.decoding);
        let fields: Vec<Field> = fields::of(&name)
            .iter()
            .zip(&self.fields)
            .map(|(field, total)| Field { path: field.path.to_owned(), decoding: of_all(total) })
            .collect();
        // A field read on its own may take longer than inside its message, so the sum of the fields is limited to the time of the message.
        let together: f64 = fields.iter().map(|field| field.decoding.nanoseconds).sum();
        let scale = if together > decoding.nanoseconds { decoding.nanoseconds / together } else { 1.0 };
        let times = |number: u64| (number as f64 * factor).round() as u64;
        let mut contents: Vec<ContentsCosts> = self
            .contents
            .iter()
            .map(|(name, of_kind)| ContentsCosts {
                name: name.clone(),
                count: times(of_kind.count),
                bytes: times(of_kind.bytes),
                decoding: of_all(&of_kind.decoding),
            })
            .collect();
        contents.sort_by(|one, other| other.decoding.nanoseconds.total_cmp(&one.decoding.nanoseconds));
        MessageCosts {
            name,
            count: self.count,
            bytes: self.bytes,
            decoding,
            hashing: of_all(&self.hashing),
            verification: of_all(&self.verification),
            allocation: self.allocation.times(factor),
            fields: fields.into_iter().map(|field| Field { decoding: field.decoding.times(scale), ..field }).collect(),
            contents,
            trend,
        }
    }
}

impl Allocation {
    fn add(&mut self, allocated: &AllocationInfo) {
        let live = u64::try_from(allocated.bytes_current).unwrap_or_default();
        let AllocationInfo { count_total: count, bytes_total: bytes, bytes_max: peak, .. } = *allocated;
        self.merge(Self { count, bytes, live, peak });
    }

    /// Scales the sums by a factor, but not the peak, which is that of one message.
    fn times(self, factor: f64) -> Self {
        let [count, bytes, live] =
            [self.count, self.bytes, self.live].map(|number| (number as f64 * factor).round() as u64);
        Self { count, bytes, live, ..self }
    }

    fn merge(&mut self, other: Self) {
        self.count = self.count.saturating_add(other.count);
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.live = self.live.saturating_add(other.live);
        self.peak = self.peak.max(other.peak);
    }
}

#[cfg(test)]
mod tests;
