//! The clock: the time that it takes to read it, and its smallest step.

use std::{fmt, hint::black_box, time::Instant};

use serde::{Deserialize, Serialize};

/// The number of readings of the clock.
const READINGS: usize = 100_000;

/// A latency above this makes measurements of short messages unreliable, in nanoseconds.
const LATENCY_MAX: f64 = 100.0;

/// The properties of the clock, in nanoseconds.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Timer {
    /// The median time between two consecutive readings.
    pub(crate) latency: f64,
    /// The smallest difference between two readings that is not zero.
    pub(crate) resolution: f64,
}

impl Timer {
    /// Determines the properties by reading the clock many times.
    pub(crate) fn measure() -> Self {
        let mut differences: Vec<u128> = (0..READINGS)
            .map(|_| {
                let start = black_box(Instant::now());
                black_box(Instant::now()).duration_since(start).as_nanos()
            })
            .collect();
        differences.sort_unstable();
        let resolution = differences.iter().find(|difference| **difference > 0).copied().unwrap_or_default();
        Self { latency: differences[READINGS / 2] as f64, resolution: resolution as f64 }
    }
}

impl fmt::Display for Timer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { latency, resolution } = self;
        write!(f, "clock: latency {latency} ns (median of {READINGS} readings), resolution {resolution} ns")?;
        if *latency > LATENCY_MAX {
            write!(f, "\nwarning: a latency above {LATENCY_MAX} ns blurs the times of short messages")?;
        }
        Ok(())
    }
}
