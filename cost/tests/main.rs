//! Tests of the steps, on made-up and on saved measurements.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "helpers of tests are not tests"
)]

mod cleaning;
mod counting;
mod fitting;
mod generating;
mod measuring;
#[cfg(feature = "plots")]
mod plotting;
mod reporting;

use tezos_codec_cost::{Direction, Input, Measurement, Row, Sample, Setup, Unit};
use tezos_encoding::cost::Workload;

/// Returns a row of the kind `Test` for decoding.
fn row(load: Workload, cost: f64) -> Row {
    Row { input: Input::new("Test", 0, 0, &Sample { bytes: Vec::new(), load }), direction: Direction::Decode, cost }
}

/// Returns a measurement of times.
fn measurement(rows: Vec<Row>) -> Measurement {
    let setup = Setup {
        processor: "Z80".into(),
        system: "CP/M".into(),
        rustc: "rustc 1.88.0".into(),
        date: 1_764_374_400,
        timer: None,
        options: "made up".into(),
    };
    Measurement { unit: Unit::Nanoseconds, setup, rows, removed: Vec::new() }
}

/// Returns workloads of 100 sizes, the shortest first.
fn loads() -> Vec<Workload> {
    (1..=100_u64).map(|size| Workload { elements: (size * 37) % 50, ..Workload::of_bytes(size * size) }).collect()
}
