//! How fast this machine is, compared with the one of the shipped models.

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use tezos_encoding::{cost::Cost, prelude::*};

/// The time that [`Calibration::quick`] takes, but for the last round.
const TIME: Duration = Duration::from_millis(600);

/// Minimum time of a batch, which a reading of the clock does not affect.
const BATCH: Duration = Duration::from_micros(50);

/// Number of tasks.
const TASKS: usize = 3;

/// The times of the tasks on a machine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Figures {
    /// Decoding 4,096 bytes as one block, in nanoseconds.
    pub block: f64,
    /// Decoding a list of 64 byte strings of 16 bytes, in nanoseconds.
    pub list: f64,
    /// Allocating and freeing 64 blocks of 32 bytes, in nanoseconds.
    pub allocations: f64,
}

impl Figures {
    /// The figures of the machine where the models of `tezos_messages::cost` were measured: `AMD EPYC`, 2 cores, with rustc 1.95.0, on
    /// 2026-11-29. `cost-model calibrate` prints those of the machine that it runs on.
    pub const REFERENCE: Self = Self { block: 87.5, list: 2443.0, allocations: 1284.0 };

    /// Measures the tasks in turns, for 0.6 seconds and at least once, and returns the least time of each: that without interference from
    /// other processes.
    #[must_use]
    pub fn measure() -> Self {
        let (block, list) = (Block(vec![7; 4096]).to_bytes(), List(vec![vec![7; 16]; 64]).to_bytes());
        let (block, list) = (block.unwrap_or_default(), list.unwrap_or_default());
        let tasks: [&dyn Fn(); TASKS] = [
            &|| drop(black_box(Block::from_bytes(black_box(&block)))),
            &|| drop(black_box(List::from_bytes(black_box(&list)))),
            &|| drop(black_box([(); 64].map(|()| black_box(Box::new([0_u8; 32]))))),
        ];
        let (start, calls) = (Instant::now(), tasks.map(calls));
        let mut least = [f64::INFINITY; TASKS];
        loop {
            for ((least, task), calls) in least.iter_mut().zip(tasks).zip(calls) {
                *least = least.min(batch(task, calls).as_nanos() as f64 / f64::from(calls));
            }
            if start.elapsed() > TIME {
                let [block, list, allocations] = least;
                return Self { block, list, allocations };
            }
        }
    }
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Block(#[encoding(dynamic)] Vec<u8>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct List(#[encoding(dynamic, list, dynamic, bytes)] Vec<Vec<u8>>);

/// Returns the number of calls that fill a batch.
fn calls(task: &dyn Fn()) -> u32 {
    let mut calls: u32 = 1;
    while calls < 1 << 20 && batch(task, calls) < BATCH {
        calls = calls.saturating_mul(2);
    }
    calls
}

fn batch(task: &dyn Fn(), calls: u32) -> Duration {
    let start = Instant::now();
    (0..calls).for_each(|_| task());
    start.elapsed()
}

/// The speed of this machine, compared with the one of the shipped models, `tezos_messages::cost`.
///
/// ```
/// use std::time::Duration;
/// use tezos_codec_cost::Calibration;
/// use tezos_encoding::cost::Cost;
///
/// let calibration = Calibration::quick();
/// // What a message costs here, if the model predicts a microsecond:
/// let cost = calibration.apply(Cost::of(Duration::from_micros(1)));
/// assert!(cost > Cost::ZERO);
/// // What a peer may cost in the units of the model, if it may take 10 ms of this machine (`session::Allowance::burst`):
/// let burst = calibration.allowance(Duration::from_millis(10));
/// assert!(calibration.apply(burst).time().abs_diff(Duration::from_millis(10)) < Duration::from_micros(1));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    ratio: f64,
}

impl Calibration {
    /// Measures this machine, in at most 2 seconds: 0.6 seconds, unless it is very slow.
    #[must_use]
    pub fn quick() -> Self {
        Self::of(&Figures::measure(), &Figures::REFERENCE)
    }

    /// Compares two machines: the geometric mean of the ratios of their times.
    #[must_use]
    pub fn of(here: &Figures, reference: &Figures) -> Self {
        let ratios =
            [here.block / reference.block, here.list / reference.list, here.allocations / reference.allocations];
        Self { ratio: ratios.iter().product::<f64>().powf(1.0 / TASKS as f64) }
    }

    /// Returns the time that this machine takes for what takes the other one second, in seconds.
    #[must_use]
    pub const fn ratio(&self) -> f64 {
        self.ratio
    }

    /// Converts a cost of the model to one of this machine.
    #[must_use]
    pub fn apply(&self, cost: Cost) -> Cost {
        // A number above the maximum becomes the maximum.
        Cost((cost.0 as f64 * self.ratio).round() as u64)
    }

    /// Converts a time on this machine to a cost of the model, for an allowance.
    #[must_use]
    pub fn allowance(&self, time: Duration) -> Cost {
        Cost((Cost::of(time).0 as f64 / self.ratio).round() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: Figures = Figures { block: 10.0, list: 200.0, allocations: 30.0 };

    #[test]
    fn a_machine_is_as_fast_as_itself() {
        let calibration = Calibration::of(&HERE, &HERE);
        assert!((calibration.ratio() - 1.0).abs() < 1e-12);
        assert_eq!([0, 1, 1_000_000].map(|cost| calibration.apply(Cost(cost))), [0, 1, 1_000_000].map(Cost));
    }

    #[test]
    fn a_machine_of_half_the_speed_takes_twice_the_time() {
        let slow = Figures { block: 20.0, list: 400.0, allocations: 60.0 };
        let calibration = Calibration::of(&slow, &HERE);
        assert_eq!(calibration.apply(Cost(500)), Cost(1000));
        assert_eq!(calibration.allowance(Duration::from_nanos(1)), Cost(500));
        assert_eq!(calibration.apply(Cost(u64::MAX)), Cost(u64::MAX));
        // One task of twice the time is a third of it.
        let one = Calibration::of(&Figures { list: 400.0, ..HERE }, &HERE);
        assert!((one.ratio() - 2_f64.cbrt()).abs() < 1e-12);
    }

    /// The time is bounded by its rounds, not by a test: a busy machine may stop a process for longer.
    #[test]
    fn a_quick_calibration_measures_every_task() {
        let Figures { block, list, allocations } = Figures::measure();
        assert!([block, list, allocations].iter().all(|time| time.is_finite() && *time > 0.0));
        assert!(Calibration::quick().ratio().is_finite());
    }
}
