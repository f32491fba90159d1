//! The time along the stream, in windows with equal numbers of messages, for all messages and for each kind and field.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{
    figure::{Figure, Times, Work},
    trend::{Trend, Trends},
};

/// Maximum number of windows. When more are needed, neighbouring windows are merged in pairs, so that memory does not grow with the stream.
pub(super) const WINDOWS_MAX: usize = 128;
/// Minimum number of messages of a window that is used for a trend, as a fraction of the mean. Windows with fewer are too noisy.
const MESSAGES_MIN: f64 = 0.25;

/// The windows of a stream, in order. Messages with the same index of several inputs are in the same window. A message has the same index in a
/// recording and in the decrypted session, so that both have the same windows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Timeline {
    /// The number of messages of an input in each window.
    pub(super) messages_in_a_window: u64,
    /// The windows, starting with the first message.
    pub(super) windows: Vec<Window>,
}

/// Successive messages.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Window {
    /// The number of messages.
    pub(super) messages: u64,
    /// Their bytes.
    pub(super) bytes: u64,
    /// Nanoseconds of each kind of work, in the order of [`Work::ALL`].
    pub(super) times: Times,
    /// The messages that were decoded, by kind.
    pub(super) kinds: BTreeMap<String, OfKind>,
}

/// The messages of a kind in a window.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct OfKind {
    /// The number of messages.
    pub(super) messages: u64,
    /// Their bytes.
    pub(super) bytes: u64,
    /// The number of messages that were measured.
    pub(super) measured: u64,
    /// Their bytes.
    pub(super) measured_bytes: u64,
    /// Nanoseconds of each kind of work, in the order of [`Work::ALL`]: of the messages that were measured, of all after [`Timeline::complete`].
    pub(super) times: Times,
    /// Nanoseconds of decoding each field, likewise.
    pub(super) fields: Vec<f64>,
    /// The messages that were measured, by their size: the exponent of the largest power of two that is not more.
    pub(super) sizes: BTreeMap<u32, Logarithms>,
}

/// Sums of logarithms over messages. Their means are those of typical messages, whatever the time of a few that are a thousand times as large.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Logarithms {
    /// The number of messages.
    count: f64,
    /// The logarithms of the nanoseconds of the work on each: [`Work::ON_MESSAGES`].
    time: f64,
    /// The logarithms of their bytes.
    bytes: f64,
}

impl Logarithms {
    fn add(&mut self, other: &Self) {
        self.count += other.count;
        self.time += other.time;
        self.bytes += other.bytes;
    }
}

impl OfKind {
    /// Returns a message that was decoded, but not measured.
    pub(super) fn counted(bytes: u64) -> Self {
        Self { messages: 1, bytes, ..Self::default() }
    }

    /// Returns a message that was measured.
    pub(super) fn measured(bytes: u64, times: Times, fields: Vec<f64>) -> Self {
        let on_message: f64 = Work::ON_MESSAGES.iter().map(|work| time(&times, *work)).sum();
        let logarithms = Logarithms { count: 1.0, time: on_message.ln(), bytes: (bytes.max(1) as f64).ln() };
        let size = bytes.max(1).ilog2();
        let sizes = Some((size, logarithms)).filter(|_| on_message > 0.0).into_iter().collect();
        Self { measured: 1, measured_bytes: bytes, times, fields, sizes, ..Self::counted(bytes) }
    }

    fn add(&mut self, other: &Self) {
        self.messages = self.messages.saturating_add(other.messages);
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.measured = self.measured.saturating_add(other.measured);
        self.measured_bytes = self.measured_bytes.saturating_add(other.measured_bytes);
        add(&mut self.times, &other.times);
        self.fields.resize(self.fields.len().max(other.fields.len()), 0.0);
        add(&mut self.fields, &other.fields);
        for (size, logarithms) in &other.sizes {
            self.sizes.entry(*size).or_default().add(logarithms);
        }
    }

    /// Returns the sums over all sizes.
    fn logarithms(&self) -> Logarithms {
        let mut all = Logarithms::default();
        self.sizes.values().for_each(|one| all.add(one));
        all
    }

    /// Returns the mean nanoseconds of decoding each field of a message, then those between the fields, of hashing and of verification.
    pub(super) fn parts(&self) -> Vec<f64> {
        let decoding = time(&self.times, Work::Decoding);
        let together: f64 = self.fields.iter().sum();
        // As in the whole stream, the sum of the fields is limited to the time of the message.
        let scale = if together > decoding { decoding / together } else { 1.0 };
        let fields = self.fields.iter().map(|time| time * scale);
        let others =
            [(decoding - together).max(0.0), time(&self.times, Work::Hashing), time(&self.times, Work::Verification)];
        fields.chain(others).map(|time| time / self.messages.max(1) as f64).collect()
    }
}

/// Returns the time of a kind of work.
fn time(times: &Times, work: Work) -> f64 {
    Work::ALL.iter().zip(times).find(|(one, _)| **one == work).map_or(0.0, |(_, time)| *time)
}

fn add(to: &mut [f64], times: &[f64]) {
    to.iter_mut().zip(times).for_each(|(to, time)| *to += time);
}

impl Window {
    /// Returns the mean nanoseconds of a kind of work for one message.
    pub(super) fn per_message(&self, work: Work) -> f64 {
        time(&self.times, work) / self.messages.max(1) as f64
    }

    fn add(&mut self, other: &Self) {
        self.messages = self.messages.saturating_add(other.messages);
        self.bytes = self.bytes.saturating_add(other.bytes);
        add(&mut self.times, &other.times);
        for (name, kind) in &other.kinds {
            self.kinds.entry(name.clone()).or_default().add(kind);
        }
    }
}

/// Returns the geometric mean of the ratios of messages to the mean of those that they are compared with; `None` without messages. Each group of
/// messages is given with all that it is compared with, of which `value` is the sum of logarithms.
fn typical(groups: impl Iterator<Item = (Logarithms, Logarithms)>, value: impl Fn(&Logarithms) -> f64) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0.0);
    for (some, all) in groups {
        sum += value(&some) - value(&all) / all.count.max(1.0) * some.count;
        count += some.count;
    }
    (count > 0.0).then(|| (sum / count).exp())
}

impl Default for Timeline {
    fn default() -> Self {
        Self { messages_in_a_window: 1, windows: Vec::new() }
    }
}

impl Timeline {
    /// Adds the message with this index in its input, and its kind if it was decoded.
    pub(super) fn add(&mut self, index: u64, bytes: u64, kind: Option<(&str, OfKind)>) {
        let at = loop {
            match index.checked_div(self.messages_in_a_window).and_then(|at| usize::try_from(at).ok()) {
                Some(at) if at < WINDOWS_MAX => break at,
                _ => self.halve(),
            }
        };
        if self.windows.len() <= at {
            self.windows.resize_with(at.saturating_add(1), Window::default);
        }
        let Some(window) = self.windows.get_mut(at) else { return };
        window.messages = window.messages.saturating_add(1);
        window.bytes = window.bytes.saturating_add(bytes);
        if let Some((name, kind)) = kind {
            window.kinds.entry(name.to_owned()).or_default().add(&kind);
        }
    }

    /// Adds the messages of another timeline.
    pub(super) fn merge(&mut self, mut other: Self) {
        while self.messages_in_a_window < other.messages_in_a_window {
            self.halve();
        }
        while other.messages_in_a_window < self.messages_in_a_window {
            other.halve();
        }
        let longer = self.windows.len().max(other.windows.len());
        self.windows.resize_with(longer, Window::default);
        self.windows.iter_mut().zip(&other.windows).for_each(|(window, other)| window.add(other));
    }

    /// Distributes times that belong to all messages over the windows, in proportion to their bytes.
    pub(super) fn spread(&mut self, times: Times) {
        let all: f64 = self.windows.iter().map(|window| window.bytes as f64).sum();
        for window in &mut self.windows {
            let part = window.bytes as f64 / all.max(1.0);
            add(&mut window.times, &times.map(|time| time * part));
        }
    }

    /// Returns the times of all messages.
    pub(super) fn times(&self) -> Times {
        let mut times = Times::default();
        self.windows.iter().for_each(|window| add(&mut times, &window.times));
        times
    }

    /// Completes the times when all messages were added: those that were not measured are given the time of as many bytes of their kind that
    /// were, in the same window or else in the whole stream.
    pub(super) fn complete(&mut self) {
        let all = self.kinds();
        for window in &mut self.windows {
            for (name, kind) in &mut window.kinds {
                let alike = Some(&*kind)
                    .filter(|kind| kind.measured > 0)
                    .or_else(|| all.get(name))
                    .cloned()
                    .unwrap_or_default();
                if kind.measured < kind.messages {
                    let factor = kind.bytes as f64 / alike.measured_bytes.max(1) as f64;
                    kind.times = alike.times.map(|time| time * factor);
                    kind.fields = alike.fields.iter().map(|time| time * factor).collect();
                }
                add(&mut window.times, &kind.times);
            }
        }
    }

    /// Scales the times of each kind of work so that their sum is the time in `figures`.
    pub(super) fn scale_to(&mut self, figures: &BTreeMap<Work, Figure>) {
        for ((work, all), at) in Work::ALL.iter().zip(self.times()).zip(0..) {
            let figure = figures.get(work).copied().unwrap_or_default();
            let factor = if all > 0.0 { figure.nanoseconds / all } else { 0.0 };
            for time in self.windows.iter_mut().filter_map(|window| window.times.get_mut(at)) {
                *time *= factor;
            }
        }
    }

    /// Merges neighbouring windows in pairs.
    fn halve(&mut self) {
        self.messages_in_a_window = self.messages_in_a_window.saturating_mul(2);
        let both = |pair: &[Window]| {
            let mut both = Window::default();
            pair.iter().for_each(|window| both.add(window));
            both
        };
        self.windows = self.windows.chunks(2).map(both).collect();
    }

    /// Returns the messages of each kind in the whole stream.
    fn kinds(&self) -> BTreeMap<String, OfKind> {
        let mut all = Window::default();
        self.windows.iter().for_each(|window| all.add(window));
        all.kinds
    }

    /// Returns the trends along the stream.
    ///
    /// A message is compared with the geometric mean of its kind, and its time for a byte with that of messages of its kind and size, so that
    /// another mix of kinds or sizes is no trend. Only work on the messages counts: reading is not measured for each of them, and a decrypted
    /// session has none.
    pub(super) fn trends(&self) -> Trends {
        let all = self.kinds();
        let of_kinds = |value: fn(&Logarithms) -> f64| {
            self.trend(|window| {
                typical(
                    window
                        .kinds
                        .iter()
                        .filter_map(|(name, kind)| Some((kind.logarithms(), all.get(name)?.logarithms()))),
                    value,
                )
            })
        };
        let time_per_byte = self.trend(|window| {
            let sizes = |(name, kind): (&String, &OfKind)| {
                let all = all.get(name).map(|all| all.sizes.clone()).unwrap_or_default();
                kind.sizes.clone().into_iter().filter_map(move |(size, some)| Some((some, *all.get(&size)?)))
            };
            typical(window.kinds.iter().flat_map(sizes), |logarithms| logarithms.time - logarithms.bytes)
        });
        Trends {
            time_per_message: of_kinds(|logarithms| logarithms.time),
            time_per_byte,
            bytes_per_message: of_kinds(|logarithms| logarithms.bytes),
        }
    }

    /// Returns the trend of the cost of the messages of a kind.
    pub(super) fn trend_of(&self, kind: &str) -> Trend {
        self.trend(|window| {
            let all = Logarithms { count: 1.0, ..Logarithms::default() };
            typical(window.kinds.get(kind).map(|kind| (kind.logarithms(), all)).into_iter(), |logarithms| {
                logarithms.time
            })
        })
    }

    fn trend(&self, value: impl Fn(&Window) -> Option<f64>) -> Trend {
        let count = |window: &Window| window.messages as f64;
        let filled = self.windows.iter().filter(|window| window.messages > 0).count();
        let min_messages = self.windows.iter().map(count).sum::<f64>() / filled.max(1) as f64 * MESSAGES_MIN;
        let mut before = 0.0;
        let points = self.windows.iter().filter_map(|window| {
            let middle = before + count(window) / 2.0;
            before += count(window);
            let is_full = window.messages > 0 && count(window) >= min_messages;
            Some((middle, value(window).filter(|_| is_full)?))
        });
        Trend::of(&points.collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::profile::trend::Verdict;

    /// Returns a message whose decoding takes this time.
    fn message(bytes: u64, decoding: f64) -> OfKind {
        OfKind::measured(bytes, [0.0, 0.0, 0.0, 0.0, decoding, 0.0, 0.0], Vec::new())
    }

    fn timeline(messages: u64, bytes: impl Fn(u64) -> u64, time: impl Fn(u64) -> f64) -> Timeline {
        let mut timeline = Timeline::default();
        for index in 0..messages {
            timeline.add(index, bytes(index), Some(("a", message(bytes(index), time(index)))));
        }
        timeline
    }

    #[test]
    fn the_number_of_windows_is_limited_and_they_contain_all_messages() {
        for messages in [0, 1, 127, 128, 129, 1000, 100_003] {
            let mut timeline = timeline(messages, |at| at, |_| 3.0);
            assert!(timeline.windows.len() <= WINDOWS_MAX);
            let (last, whole) =
                timeline.windows.split_last().map_or((None, &[][..]), |(last, whole)| (Some(last), whole));
            assert!(whole.iter().all(|window| window.messages == timeline.messages_in_a_window));
            assert!(last.is_none_or(|last| (1..=timeline.messages_in_a_window).contains(&last.messages)));
            let sum = |value: fn(&Window) -> u64| timeline.windows.iter().map(value).sum::<u64>();
            assert_eq!(sum(|window| window.messages), messages);
            assert_eq!(sum(|window| window.bytes), (0..messages).sum::<u64>());
            timeline.complete();
            let time: f64 = timeline.times().iter().sum();
            assert_eq!(time, messages as f64 * 3.0);
        }
        let mut timeline = Timeline::default();
        timeline.add(u64::MAX, 1, None);
        timeline.add(0, 1, None);
        assert!((2..=WINDOWS_MAX).contains(&timeline.windows.len()));
    }

    /// Checks that the windows depend neither on how a stream is split nor on the order in which its pieces are added.
    #[test]
    fn timelines_are_merged_in_any_order() {
        let kind = |index: u64| {
            OfKind::measured(index % 7, [0.0, 0.0, 0.0, 0.0, index as f64, 0.0, 1.0], vec![1.0; (index % 3) as usize])
        };
        let part = |indices: std::ops::Range<u64>| {
            let mut part = Timeline::default();
            for index in indices {
                part.add(index, index % 7, Some((["a", "b", "c"][(index % 3) as usize], kind(index))));
            }
            part
        };
        let whole = part(0..1000);
        for [one, other] in [[0..100, 100..1000], [100..1000, 0..100], [0..999, 999..1000]] {
            let mut merged = Timeline::default();
            merged.merge(part(one));
            merged.merge(part(other));
            assert_eq!(merged, whole);
        }
        let mut spread = whole.clone();
        spread.spread([0.0, 500.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        let searched: f64 = spread.windows.iter().map(|window| window.times[1]).sum();
        assert!((searched - 500.0).abs() < 1e-9);
    }

    /// A window with fewer than a quarter of the mean number of messages is no point of a trend, nor is an empty one.
    #[test]
    fn windows_with_few_messages_are_left_out_of_trends() {
        let window = |messages: u64| {
            let mut window = Window { messages, bytes: messages * 10, ..Window::default() };
            (0..messages).for_each(|_| window.kinds.entry("a".into()).or_default().add(&message(10, 1.0)));
            window
        };
        for (others, points) in [(4, 23), (5, 22)] {
            let mut windows = vec![window(others); 22];
            windows.insert(3, window(1));
            windows.insert(5, window(0));
            let trends = Timeline { messages_in_a_window: 8, windows }.trends();
            assert_eq!(trends.time_per_message.points, points, "{others}");
            // From the middle of the first window to that of the last.
            assert_eq!(trends.time_per_byte.length, (21 * others + 1) as f64);
        }
    }

    #[test]
    fn times_are_distributed_and_scaled() {
        let one = Window { messages: 4, bytes: 4, times: [1.0, 20.0, 3.0, 4.0, 5.0, 6.0, 7.0], ..Window::default() };
        assert_eq!(one.per_message(Work::Verification), 1.75);
        let two = Window { messages: 1, bytes: 12, ..Window::default() };
        let mut timeline = Timeline { messages_in_a_window: 4, windows: vec![Window { times: [0.0; 7], ..one }, two] };
        timeline.spread([4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(timeline.windows.iter().map(|window| window.times[0]).collect::<Vec<_>>(), [1.0, 3.0]);
        timeline.scale_to(&[(Work::Framing, Figure { nanoseconds: 12.0, spread: 0.0 })].into());
        assert_eq!(timeline.windows.iter().map(|window| window.times[0]).collect::<Vec<_>>(), [3.0, 9.0]);
        assert_eq!(timeline.times(), [12.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    }

    /// Messages that were not measured have the rate of those in their window, or else of all.
    #[test]
    fn messages_that_were_not_measured_are_estimated() {
        let times = |decoding| [0.0, 0.0, 0.0, 0.0, decoding, 5.0, 0.0];
        let mut timeline = Timeline { messages_in_a_window: 2, windows: Vec::new() };
        timeline.add(0, 10, Some(("a", OfKind::measured(10, times(100.0), vec![80.0, 40.0]))));
        timeline.add(1, 20, Some(("a", OfKind::counted(20))));
        timeline.add(2, 30, Some(("a", OfKind::measured(30, times(900.0), vec![90.0, 0.0]))));
        timeline.add(4, 8, Some(("a", OfKind::counted(8))));
        timeline.add(5, 7, None);
        timeline.complete();
        let windows: Vec<_> = timeline.windows.iter().map(|window| (window.times[4], window.times[5])).collect();
        // At 10 and 30 ns for a byte, and at 1,000 ns for 40 bytes.
        assert_eq!(windows, [(300.0, 15.0), (900.0, 5.0), (200.0, 2.0)]);
        // The fields of the first window take longer than the messages; for one message of two.
        assert_eq!(timeline.windows[0].kinds["a"].parts(), [100.0, 50.0, 0.0, 7.5, 0.0]);
        assert_eq!(timeline.windows[1].kinds["a"].parts(), [90.0, 0.0, 810.0, 5.0, 0.0]);
        assert_eq!(timeline.windows[2].kinds["a"].fields, [34.0, 8.0]);
    }

    #[test]
    fn trends_of_messages_and_of_bytes_are_independent() {
        let grown = timeline(5000, |at| 100 + at / 10, |at| 1000.0 + at as f64).trends();
        assert_eq!(grown.time_per_message.verdict, Verdict::Growing);
        assert_eq!(grown.bytes_per_message.verdict, Verdict::Growing);
        let larger = timeline(5000, |at| 100 + at / 10, |at| (100 + at / 10) as f64).trends();
        assert_eq!(larger.time_per_message.verdict, Verdict::Growing);
        assert_eq!(larger.time_per_byte.verdict, Verdict::Flat);
        let flat = timeline(5000, |at| 100 + at * 7919 % 50, |at| 1000.0 + (at * 104_729 % 500) as f64).trends();
        for trend in [flat.time_per_message, flat.time_per_byte, flat.bytes_per_message] {
            assert_eq!(trend.verdict, Verdict::Flat);
        }
    }

    /// Another mix of kinds, and the times of reading, are no trend; that of a kind is one of its own.
    #[test]
    fn the_mix_of_kinds_is_no_trend() {
        let mut timeline = Timeline::default();
        for index in 0..4000 {
            // Large messages become more frequent, and small ones slower.
            let is_large = index * 7919 % 4000 < index;
            let (name, bytes, time) = if is_large { ("b", 1000, 20_000.0) } else { ("a", 10, 100.0) };
            timeline.add(index, bytes, Some((name, message(bytes, time * (1.0 + (index % 3) as f64 / 10.0)))));
        }
        let trends = timeline.trends();
        for trend in [trends.time_per_message, trends.time_per_byte, trends.bytes_per_message] {
            assert_eq!(trend.verdict, Verdict::Flat, "{trend:?}");
        }
        assert_eq!(timeline.trend_of("a").verdict, Verdict::Flat);
        assert_eq!(timeline.trend_of("c").verdict, Verdict::TooShort);
        for (window, at) in timeline.windows.iter_mut().zip(1..) {
            for one in window.kinds.get_mut("b").into_iter().flat_map(|kind| kind.sizes.values_mut()) {
                one.time += one.count * f64::from(at).ln();
            }
        }
        assert_eq!(timeline.trend_of("b").verdict, Verdict::Growing);
        assert_eq!(timeline.trend_of("a").verdict, Verdict::Flat);
    }
}
