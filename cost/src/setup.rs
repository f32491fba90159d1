//! Where and how something was measured.

use std::{
    fmt, fs,
    hint::black_box,
    process::Command,
    time::{Instant, SystemTime, UNIX_EPOCH},
};

use serde::{Deserialize, Serialize};
use time::{Date, OffsetDateTime};

/// The number of readings of the clock.
const READINGS: usize = 100_000;

/// A latency above this makes measurements of short values unreliable, in nanoseconds.
const LATENCY_MAX: f64 = 100.0;

/// The properties of the clock, in nanoseconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Timer {
    /// The median time between two consecutive readings.
    pub latency: f64,
    /// The smallest difference between two readings that is not zero.
    pub resolution: f64,
}

impl Timer {
    /// Determines the properties by reading the clock 100,000 times.
    #[must_use]
    pub fn measure() -> Self {
        let mut differences: Vec<u128> = (0..READINGS)
            .map(|_| {
                let start = black_box(Instant::now());
                black_box(Instant::now()).duration_since(start).as_nanos()
            })
            .collect();
        differences.sort_unstable();
        let resolution = differences.iter().find(|difference| **difference > 0).copied().unwrap_or_default();
        let latency = differences.get(READINGS / 2).copied().unwrap_or_default();
        Self { latency: latency as f64, resolution: resolution as f64 }
    }
}

impl fmt::Display for Timer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { latency, resolution } = self;
        write!(f, "clock: latency {latency} ns (median of {READINGS} readings), resolution {resolution} ns")?;
        if *latency > LATENCY_MAX {
            write!(f, "\nwarning: a latency above {LATENCY_MAX} ns blurs the times of short values")?;
        }
        Ok(())
    }
}

/// The machine, the toolchain and the options of a measurement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Setup {
    /// The name of the processor.
    pub processor: String,
    /// The operating system and its version.
    pub system: String,
    /// The version of rustc.
    pub rustc: String,
    /// Seconds since 1970.
    pub date: u64,
    /// `None` if instructions are counted.
    pub timer: Option<Timer>,
    /// The options of the steps so far.
    pub options: String,
}

impl Setup {
    /// Describes this machine and its toolchain. What cannot be found out is `unknown`.
    #[must_use]
    pub fn here(timer: Option<Timer>, options: String) -> Self {
        let output = |command: &str, argument: &str| {
            let output = Command::new(command).arg(argument).output().ok()?;
            String::from_utf8(output.stdout).ok().map(|text| text.trim().to_owned())
        };
        let cpuinfo = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let name = cpuinfo.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
        let unknown = || "unknown".to_owned();
        Self {
            processor: name.map_or_else(unknown, |(_, name)| name.to_owned()),
            system: output("uname", "-sr").unwrap_or_else(unknown),
            rustc: output("rustc", "--version").unwrap_or_else(unknown),
            date: SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs()),
            timer,
            options,
        }
    }

    /// Returns the day of the measurement.
    #[must_use]
    pub fn day(&self) -> Date {
        let seconds = i64::try_from(self.date).unwrap_or_default();
        OffsetDateTime::from_unix_timestamp(seconds).unwrap_or(OffsetDateTime::UNIX_EPOCH).date()
    }
}

impl fmt::Display for Setup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, {}, {}, {}\n{}", self.day(), self.processor, self.system, self.rustc, self.options)
    }
}
