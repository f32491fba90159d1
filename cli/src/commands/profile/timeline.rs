//! The time along the stream, in windows with equal numbers of lines of the recording.

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

/// The windows of a stream, in order. Lines with the same number of several inputs are in the same window.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Timeline {
    /// The number of lines in each window.
    pub(super) lines_in_a_window: u64,
    /// The windows, starting with the first line. Those in which no message ends are empty.
    pub(super) windows: Vec<Window>,
}

/// The messages that end in the lines of a window.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Window {
    /// The number of messages.
    pub(super) messages: u64,
    /// Their bytes.
    pub(super) bytes: u64,
    /// Nanoseconds of each kind of work, in the order of [`Work::ALL`].
    pub(super) times: Times,
}

impl Window {
    /// Returns the nanoseconds of a kind of work.
    pub(super) fn time(&self, work: Work) -> f64 {
        Work::ALL.iter().zip(self.times).find(|(one, _)| **one == work).map_or(0.0, |(_, time)| time)
    }

    /// Returns the mean nanoseconds of a kind of work for one message.
    pub(super) fn per_message(&self, work: Work) -> f64 {
        self.time(work) / self.messages.max(1) as f64
    }

    /// Returns the nanoseconds of all work that is shown along the stream: [`Work::ALONG`].
    pub(super) fn total(&self) -> f64 {
        Work::ALONG.iter().map(|work| self.time(*work)).sum()
    }

    fn add(&mut self, other: &Self) {
        self.messages = self.messages.saturating_add(other.messages);
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.times.iter_mut().zip(other.times).for_each(|(to, time)| *to += time);
    }
}

impl Default for Timeline {
    fn default() -> Self {
        Self { lines_in_a_window: 1, windows: Vec::new() }
    }
}

impl Timeline {
    /// Adds a message that ends in this line, counted from 1.
    pub(super) fn add(&mut self, line: u64, bytes: u64, times: Times) {
        let line = line.saturating_sub(1);
        let at = loop {
            match line.checked_div(self.lines_in_a_window).and_then(|at| usize::try_from(at).ok()) {
                Some(at) if at < WINDOWS_MAX => break at,
                _ => self.halve(),
            }
        };
        if self.windows.len() <= at {
            self.windows.resize_with(at.saturating_add(1), Window::default);
        }
        let message = Window { messages: 1, bytes, times };
        self.windows.iter_mut().skip(at).take(1).for_each(|window| window.add(&message));
    }

    /// Adds the messages of another timeline.
    pub(super) fn merge(&mut self, mut other: Self) {
        while self.lines_in_a_window < other.lines_in_a_window {
            self.halve();
        }
        while other.lines_in_a_window < self.lines_in_a_window {
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
            window.times.iter_mut().zip(times).for_each(|(to, time)| *to += time * part);
        }
    }

    /// Returns the times of all messages.
    pub(super) fn times(&self) -> Times {
        let mut times = Times::default();
        for window in &self.windows {
            times.iter_mut().zip(window.times).for_each(|(to, time)| *to += time);
        }
        times
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
        self.lines_in_a_window = self.lines_in_a_window.saturating_mul(2);
        let both = |pair: &[Window]| {
            let mut both = Window::default();
            pair.iter().for_each(|window| both.add(window));
            both
        };
        self.windows = self.windows.chunks(2).map(both).collect();
    }

    /// Returns the trends along the stream.
    pub(super) fn trends(&self) -> Trends {
        let count = |window: &Window| window.messages as f64;
        let filled = self.windows.iter().filter(|window| window.messages > 0).count();
        let min_messages = self.windows.iter().map(count).sum::<f64>() / filled.max(1) as f64 * MESSAGES_MIN;
        let trend = |value: fn(&Window) -> f64| {
            let mut before = 0.0;
            let points = self.windows.iter().filter_map(|window| {
                let middle = before + count(window) / 2.0;
                before += count(window);
                (window.messages > 0 && count(window) >= min_messages).then(|| (middle, value(window)))
            });
            Trend::of(&points.collect::<Vec<_>>())
        };
        Trends {
            time_per_message: trend(|window| window.total() / window.messages.max(1) as f64),
            time_per_byte: trend(|window| window.total() / window.bytes.max(1) as f64),
            bytes_per_message: trend(|window| window.bytes as f64 / window.messages.max(1) as f64),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::profile::trend::Verdict;

    fn timeline(messages: u64, bytes: impl Fn(u64) -> u64, time: impl Fn(u64) -> f64) -> Timeline {
        let mut timeline = Timeline::default();
        for (line, at) in (1..).zip(0..messages) {
            timeline.add(line, bytes(at), [time(at), 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
        }
        timeline
    }

    #[test]
    fn the_number_of_windows_is_limited_and_they_contain_all_messages() {
        for messages in [0, 1, 127, 128, 129, 1000, 100_003] {
            let timeline = timeline(messages, |at| at, |_| 2.0);
            assert!(timeline.windows.len() <= WINDOWS_MAX);
            let (last, whole) =
                timeline.windows.split_last().map_or((None, &[][..]), |(last, whole)| (Some(last), whole));
            assert!(whole.iter().all(|window| window.messages == timeline.lines_in_a_window));
            assert!(last.is_none_or(|last| (1..=timeline.lines_in_a_window).contains(&last.messages)));
            let sum = |value: fn(&Window) -> u64| timeline.windows.iter().map(value).sum::<u64>();
            assert_eq!(sum(|window| window.messages), messages);
            assert_eq!(sum(|window| window.bytes), (0..messages).sum::<u64>());
            let time: f64 = timeline.windows.iter().map(Window::total).sum();
            assert_eq!(time, messages as f64 * 3.0);
        }
        let mut timeline = Timeline::default();
        timeline.add(u64::MAX, 1, [0.0; 7]);
        timeline.add(1, 1, [0.0; 7]);
        assert!((2..=WINDOWS_MAX).contains(&timeline.windows.len()));
    }

    /// Checks that the windows depend neither on how a stream is split nor on the order in which its pieces are added.
    #[test]
    fn timelines_are_merged_in_any_order() {
        let times = |line: u64| [line as f64, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0];
        let part = |lines: std::ops::Range<u64>| {
            let mut part = Timeline::default();
            lines.for_each(|line| part.add(line, line % 7, times(line)));
            part
        };
        let whole = part(1..1000);
        for [one, other] in [[1..100, 100..1000], [100..1000, 1..100], [1..999, 999..1000]] {
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
        let window = |messages| Window { messages, bytes: messages * 10, times: [1.0; 7] };
        for (others, points) in [(4, 13), (5, 12)] {
            let mut windows = vec![window(others); 12];
            windows.insert(3, window(1));
            windows.insert(5, window(0));
            let trends = Timeline { lines_in_a_window: 8, windows }.trends();
            assert_eq!(trends.time_per_message.points, points, "{others}");
            // From the middle of the first window to that of the last.
            assert_eq!(trends.time_per_byte.length, (11 * others + 1) as f64);
        }
        let mut one = window(4);
        one.times = [1.0, 20.0, 3.0, 4.0, 5.0, 6.0, 7.0];
        assert_eq!((one.total(), one.time(Work::Search), one.per_message(Work::Verification)), (26.0, 20.0, 1.75));
        let mut timeline = Timeline { lines_in_a_window: 1, windows: vec![window(1), window(3)] };
        timeline.spread([4.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(timeline.windows.iter().map(|window| window.times[0]).collect::<Vec<_>>(), [2.0, 4.0]);
        timeline.scale_to(&[(Work::Framing, Figure { nanoseconds: 12.0, spread: 0.0 })].into());
        assert_eq!(timeline.windows.iter().map(|window| window.times[0]).collect::<Vec<_>>(), [4.0, 8.0]);
        assert_eq!(timeline.times(), [12.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
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
}
