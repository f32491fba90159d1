//! The time along the stream, in windows of as many messages each.

use serde::{Deserialize, Serialize};

use super::data::{Times, Trends, Work};
use super::trend::Trend;

/// Most windows. When there are more, two become one: the memory stays the same for any stream.
pub(super) const WINDOWS_MAX: usize = 128;

/// The windows of a stream, in order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Timeline {
    /// Messages in each window but the last, which may have fewer.
    pub(super) messages_in_a_window: u64,
    /// The windows.
    pub(super) windows: Vec<Window>,
}

/// Some messages that follow each other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(super) struct Window {
    /// How many.
    pub(super) messages: u64,
    /// Their bytes.
    pub(super) bytes: u64,
    /// Nanoseconds of each kind of work, in the order of [`Work::ALL`].
    pub(super) times: Times,
}

impl Window {
    /// Nanoseconds of all work.
    pub(super) fn total(&self) -> f64 {
        self.times.iter().sum()
    }

    /// Nanoseconds of some work for a message.
    pub(super) fn per_message(&self, work: Work) -> f64 {
        let time = Work::ALL.iter().zip(self.times).find(|(one, _)| **one == work);
        time.map_or(0.0, |(_, time)| time / self.messages.max(1) as f64)
    }

    fn add(&mut self, other: &Self) {
        self.messages = self.messages.saturating_add(other.messages);
        self.bytes = self.bytes.saturating_add(other.bytes);
        self.times.iter_mut().zip(other.times).for_each(|(to, time)| *to += time);
    }
}

impl Default for Timeline {
    fn default() -> Self {
        Self { messages_in_a_window: 1, windows: Vec::new() }
    }
}

impl Timeline {
    /// Adds a message at the end.
    pub(super) fn add(&mut self, bytes: u64, times: Times) {
        let message = Window { messages: 1, bytes, times };
        match self.windows.last_mut() {
            Some(last) if last.messages < self.messages_in_a_window => last.add(&message),
            _ => {
                if self.windows.len() >= WINDOWS_MAX {
                    self.halve();
                }
                self.windows.push(message);
            }
        }
    }

    /// Makes one window of two.
    fn halve(&mut self) {
        self.messages_in_a_window = self.messages_in_a_window.saturating_mul(2);
        self.windows = self
            .windows
            .chunks(2)
            .map(|pair| {
                let mut both = Window::default();
                pair.iter().for_each(|window| both.add(window));
                both
            })
            .collect();
    }

    /// Whether what is measured grows along the stream. A last window of less than half of the others is left out.
    pub(super) fn trends(&self) -> Trends {
        let whole = |window: &&Window| window.messages.saturating_mul(2) >= self.messages_in_a_window;
        let trend = |value: fn(&Window) -> f64| {
            let mut before = 0_u64;
            let points = self.windows.iter().filter(whole).map(|window| {
                let middle = before as f64 + window.messages as f64 / 2.0;
                before = before.saturating_add(window.messages);
                (middle, value(window))
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
        for at in 0..messages {
            timeline.add(bytes(at), [time(at), 0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
        }
        timeline
    }

    #[test]
    fn windows_are_never_too_many_and_lose_nothing() {
        for messages in [0, 1, 127, 128, 129, 1000, 100_003] {
            let timeline = timeline(messages, |at| at, |_| 2.0);
            assert!(timeline.windows.len() <= WINDOWS_MAX);
            let (last, whole) =
                timeline.windows.split_last().map_or((None, &[][..]), |(last, whole)| (Some(last), whole));
            assert!(whole.iter().all(|window| window.messages == timeline.messages_in_a_window));
            assert!(last.is_none_or(|last| (1..=timeline.messages_in_a_window).contains(&last.messages)));
            let sum = |value: fn(&Window) -> u64| timeline.windows.iter().map(value).sum::<u64>();
            assert_eq!(sum(|window| window.messages), messages);
            assert_eq!(sum(|window| window.bytes), (0..messages).sum::<u64>());
            let time: f64 = timeline.windows.iter().map(Window::total).sum();
            assert_eq!(time, messages as f64 * 3.0);
        }
    }

    #[test]
    fn messages_that_grow_are_growing_and_bytes_are_not() {
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
