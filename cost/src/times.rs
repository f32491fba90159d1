//! Measures times: each input runs in many short batches, and one percentile of their times is used.

use std::{
    env, fmt,
    process::Command,
    time::{Duration, Instant},
};

use serde::{Deserialize, Serialize};

use crate::{Direction, Error, Inputs, Lab, Measurement, Result, Row, Setup, Timer, Unit, Work, lab::TaskWork};

/// Minimum time of a batch.
const BATCH: Duration = Duration::from_micros(20);

/// Maximum number of calls in a batch.
const CALLS_MAX: u32 = 1 << 16;

/// The settings of glibc's allocator in processes that measure: keep 1 GiB of free memory, and take blocks of up to 32 MiB from the heap, as
/// a node does that has run for a while.
const MALLOC: [(&str, &str); 2] = [("MALLOC_TRIM_THRESHOLD_", "1073741824"), ("MALLOC_MMAP_THRESHOLD_", "33554432")];

/// How times are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct TimeOptions {
    /// Number of processes, which run one after the other; the median of their times is used. With 0, this process measures.
    pub processes: usize,
    /// Number of samples of each input in a process.
    pub samples: usize,
    /// Percentile of the samples that is used; 50 is the median.
    pub percentile: usize,
}

impl Default for TimeOptions {
    /// The 25th percentile of 11 samples, in 5 processes.
    fn default() -> Self {
        Self { processes: 5, samples: 11, percentile: 25 }
    }
}

impl fmt::Display for TimeOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { processes, samples, percentile } = self;
        write!(f, "{samples} samples, percentile {percentile}, {processes} processes")
    }
}

impl Lab {
    /// Measures the time of each input in each direction.
    ///
    /// Several processes do so, because the placement of memory by the system makes short values up to a fifth faster or slower.
    ///
    /// # Errors
    /// [`Error::Option`] if there are no samples, or if the percentile is above 100; the errors of [`Lab::again`]; [`Error::NotDecoded`];
    /// [`Error::Process`].
    pub fn time(&self, inputs: &Inputs, options: &TimeOptions) -> Result<Measurement> {
        if options.samples == 0 {
            return Err(Error::Option { name: "samples", allowed: "at least 1" });
        }
        if options.percentile > 100 {
            return Err(Error::Option { name: "percentile", allowed: "at most 100" });
        }
        let folder = tempfile::tempdir()?;
        let mut measurements = Vec::new();
        for _ in 0..options.processes {
            let mut command = Command::new(env::current_exe()?);
            command.envs(MALLOC);
            measurements.push(self.process(command, TaskWork::Time(*options), inputs, &folder)?);
        }
        let Some(mut measurement) = measurements.first().cloned() else { return self.time_here(inputs, options) };
        for (index, row) in measurement.rows.iter_mut().enumerate() {
            let costs = measurements.iter().filter_map(|measurement| Some(measurement.rows.get(index)?.cost));
            row.cost = percentile(costs.collect(), 50);
        }
        Ok(measurement)
    }

    /// Measures in this process, in random order, so that a temporary slowdown of the machine affects all kinds.
    pub(crate) fn time_here(&self, inputs: &Inputs, options: &TimeOptions) -> Result<Measurement> {
        let timer = Timer::measure();
        let mut shuffled: Vec<_> = inputs.rows.iter().collect();
        fastrand::Rng::with_seed(1).shuffle(&mut shuffled);
        let bar = self.progress("measuring times", shuffled.len());
        let mut rows = Vec::new();
        for input in shuffled {
            let subject = self.subject(&input.kind)?;
            let work = subject.open(&self.again(input)?).ok_or_else(|| Error::NotDecoded(input.kind.clone()))?;
            for direction in &subject.directions {
                let cost = time(&*work, *direction, options, &timer);
                rows.push(Row { input: input.clone(), direction: *direction, cost });
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        let key = |row: &Row| (row.input.kind.clone(), row.direction, row.input.bytes);
        rows.sort_by_cached_key(key);
        let setup = Setup::here(Some(timer), format!("{}; {options}", inputs.options));
        Ok(Measurement { unit: Unit::Nanoseconds, setup, rows, removed: Vec::new() })
    }
}

/// Returns the time of one call in nanoseconds, at least a thousandth.
fn time(work: &dyn Work, direction: Direction, options: &TimeOptions, timer: &Timer) -> f64 {
    let mut calls: u32 = 1;
    while calls < CALLS_MAX && batch(work, direction, calls) < BATCH {
        calls = calls.saturating_mul(2);
    }
    let each = |elapsed: Duration| (elapsed.as_nanos() as f64 - timer.latency).max(0.0) / f64::from(calls);
    let times = (0..options.samples).map(|_| each(batch(work, direction, calls)));
    percentile(times.collect(), options.percentile).max(1e-3)
}

/// Returns the time of some calls.
pub(crate) fn batch(work: &dyn Work, direction: Direction, calls: u32) -> Duration {
    let start = Instant::now();
    work.run(direction, calls);
    start.elapsed()
}

/// Returns a percentile of some numbers; 0 if there are none.
pub(crate) fn percentile(mut numbers: Vec<f64>, percent: usize) -> f64 {
    numbers.sort_by(f64::total_cmp);
    let index = numbers.len().saturating_sub(1).saturating_mul(percent.min(100)) / 100;
    numbers.get(index).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_of_sorted_numbers() {
        let numbers = vec![5.0, 1.0, 4.0, 2.0, 3.0];
        assert_eq!([0, 25, 50, 100].map(|percent| percentile(numbers.clone(), percent)), [1.0, 2.0, 3.0, 5.0]);
        assert_eq!((percentile(vec![2.0, 1.0], 50), percentile(Vec::new(), 50)), (1.0, 0.0));
    }
}
