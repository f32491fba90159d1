//! Measures the time of a piece of work: repeated in batches, minus the latency of the clock.

use std::{
    hint::black_box,
    sync::OnceLock,
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};

use crate::registry::Codec;

/// The number of batches; their median is used.
pub(crate) const BATCHES: usize = 11;
/// The minimum time of a batch, so that the time to read the clock is negligible.
const BATCH: Duration = Duration::from_micros(5);
/// The maximum number of repetitions in a batch.
const REPETITIONS_MAX: u32 = 10_000;
/// The number of readings of the clock; their median is its latency.
const READINGS: usize = 10_001;

/// The clock, with the time that one reading takes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Clock {
    latency: f64,
}

impl Clock {
    /// Returns the clock with its latency: the median difference of two readings in a row. The first call measures it, in less than a
    /// millisecond.
    pub(crate) fn calibrated() -> Self {
        static CLOCK: OnceLock<Clock> = OnceLock::new();
        *CLOCK.get_or_init(|| {
            let mut apart: Vec<f64> = (0..READINGS).map(|_| nanoseconds(black_box(Instant::now()).elapsed())).collect();
            Self { latency: median(&mut apart) }
        })
    }

    /// Returns the nanoseconds between two successive readings.
    pub(crate) const fn latency(self) -> f64 {
        self.latency
    }

    /// Runs `work` once and returns its nanoseconds, minus the latency of the clock. They can be negative for very short work.
    #[inline]
    pub(crate) fn once<T>(self, work: impl FnOnce() -> T) -> (T, f64) {
        let start = Instant::now();
        let result = work();
        let elapsed = start.elapsed();
        (result, nanoseconds(elapsed) - self.latency)
    }

    /// Measures `work` in [`BATCHES`] batches of at least 5 µs. The argument of `work` is the number of repetitions in a batch.
    pub(crate) fn repeated(self, mut work: impl FnMut(u32)) -> Batches {
        let repetitions = repetitions_in_a_batch(&mut work);
        let mut times = [0.0; BATCHES];
        for time in &mut times {
            let ((), all) = self.once(|| work(repetitions));
            *time = all.max(0.0) / f64::from(repetitions);
        }
        Batches(times)
    }
}

/// Returns a number of repetitions that take at least [`BATCH`], found by doubling.
fn repetitions_in_a_batch(work: &mut impl FnMut(u32)) -> u32 {
    let mut repetitions = 1_u32;
    while repetitions < REPETITIONS_MAX {
        let start = Instant::now();
        work(repetitions);
        if start.elapsed() >= BATCH {
            break;
        }
        repetitions = repetitions.saturating_mul(2);
    }
    repetitions
}

fn nanoseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e9
}

/// The nanoseconds of one repetition, in each batch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub(crate) struct Batches(pub(crate) [f64; BATCHES]);

impl Batches {
    /// Returns the median.
    pub(crate) fn median(mut self) -> f64 {
        median(&mut self.0)
    }
}

/// Returns the time to decode a valid message and to drop its value.
pub(crate) fn decode(clock: Clock, codec: &Codec, bytes: &[u8]) -> Batches {
    clock.repeated(|times| codec.decode(bytes, times))
}

/// Returns the median, or 0 if there are no values. For an even number of values, returns the upper of the two in the middle.
pub(crate) fn median(values: &mut [f64]) -> f64 {
    let middle = values.len() / 2;
    values.sort_unstable_by(f64::total_cmp);
    values.get(middle).copied().unwrap_or_default()
}

/// Returns the median absolute deviation, scaled so that it is the standard deviation of normally distributed values.
pub(crate) fn deviation(values: &[f64]) -> f64 {
    const OF_NORMAL: f64 = 1.4826;
    let middle = median(&mut values.to_vec());
    median(&mut values.iter().map(|value| (value - middle).abs()).collect::<Vec<_>>()) * OF_NORMAL
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn median_is_in_the_middle() {
        assert_eq!(median(&mut []), 0.0);
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&mut [4.0, 3.0, 1.0, 2.0]), 3.0);
        assert_eq!(deviation(&[]), 0.0);
        assert_eq!(deviation(&[1.0, 2.0, 3.0, 4.0, 1000.0]), 1.4826);
    }

    #[test]
    fn batches_have_equal_numbers_of_repetitions() {
        let clock = Clock::calibrated();
        let mut repetitions = Vec::new();
        let batches = clock.repeated(|times| {
            repetitions.push(times);
            // Long enough for one repetition to fill a batch.
            std::thread::sleep(BATCH);
        });
        assert_eq!(repetitions, [1; BATCHES + 1]);
        assert!(batches.median() > 0.0 && clock.latency() >= 0.0);
    }
}
