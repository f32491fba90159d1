//! Measures times: each input runs in many short batches, and one percentile of their times is used.

use std::{
    env,
    path::Path,
    process::Command,
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressStyle};
use tezos_codec_benches::turns::MALLOC;

use crate::{
    How, Result,
    files::{Direction, Measurement, Row, Setup, Unit, load, save},
    subject::{Work, subjects},
    timer::Timer,
    workload,
};

/// Minimum time of a batch.
const BATCH: Duration = Duration::from_micros(20);

/// Maximum number of calls in a batch.
const CALLS_MAX: u32 = 1 << 16;

/// Returns a progress bar on standard error.
pub(crate) fn progress(title: &'static str, length: usize) -> ProgressBar {
    let bar = ProgressBar::new(length as u64).with_message(title);
    match ProgressStyle::with_template("{msg:24} {wide_bar} {pos}/{len} {eta}") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}

/// Measures in several processes and takes the median, because the placement of memory by the system makes short messages up to a fifth
/// faster or slower. Their allocator keeps its memory, like that of a node that has run for a while.
pub(crate) fn again(workload: &Path, how: &How, out: &Path) -> Result<()> {
    let mut measurements = Vec::new();
    for _ in 0..how.processes.max(1) {
        let mut process = Command::new(env::current_exe()?);
        process.arg("time").arg(workload).arg(out).envs(MALLOC);
        process.arg("--samples").arg(how.samples.to_string()).arg("--percentile").arg(how.percentile.to_string());
        if !process.status()?.success() {
            return Err("the measuring process failed".into());
        }
        measurements.push(load::<Measurement>(out)?);
    }
    let mut measurement = measurements.first().cloned().ok_or("nothing was measured")?;
    for (index, row) in measurement.rows.iter_mut().enumerate() {
        let mut costs: Vec<f64> = measurements.iter().map(|measurement| measurement.rows[index].cost).collect();
        costs.sort_by(f64::total_cmp);
        row.cost = costs[costs.len() / 2];
    }
    measurement.setup.options = format!("{}, median of {} processes", measurement.setup.options, how.processes);
    save(out, &measurement)
}

/// Measures each input of a workload in each direction, in random order, so that a temporary slowdown of the machine affects
/// all kinds.
pub(crate) fn measure(workload: &Path, how: &How) -> Result<Measurement> {
    let timer = Timer::measure();
    let subjects = subjects();
    let mut inputs = workload::load(workload)?;
    fastrand::Rng::with_seed(1).shuffle(&mut inputs);
    let bar = progress("measuring times", inputs.len());
    let mut rows = Vec::new();
    for input in inputs {
        let made = workload::again(&subjects, &input)?;
        let subject = subjects.iter().find(|subject| subject.home == input.home && subject.name == input.kind);
        let subject = subject.ok_or("an input of an unknown kind")?;
        let work = subject.work(&made);
        for direction in subject.directions {
            let cost = time(&*work, *direction, how, &timer);
            rows.push(Row { input: input.clone(), direction: *direction, cost });
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    rows.sort_by(|one, other| key(one).cmp(&key(other)));
    let options = format!("{} samples, percentile {}", how.samples, how.percentile);
    Ok(Measurement { unit: Unit::Nanoseconds, setup: Setup::here(Some(timer), options), rows, removed: Vec::new() })
}

/// Returns the sort key of a row: by kind, small inputs first.
fn key(row: &Row) -> (crate::files::Home, &str, Direction, u64) {
    (row.input.home, &row.input.kind, row.direction, row.input.bytes)
}

/// Returns the time of one call in nanoseconds.
fn time(work: &dyn Work, direction: Direction, how: &How, timer: &Timer) -> f64 {
    let mut calls = 1;
    while calls < CALLS_MAX && batch(work, direction, calls) < BATCH {
        calls *= 2;
    }
    let nanoseconds = |elapsed: Duration| (elapsed.as_nanos() as f64 - timer.latency).max(0.0) / f64::from(calls);
    let mut times: Vec<f64> = (0..how.samples.max(1)).map(|_| nanoseconds(batch(work, direction, calls))).collect();
    times.sort_by(f64::total_cmp);
    times[(times.len() - 1) * how.percentile.min(100) / 100]
}

fn batch(work: &dyn Work, direction: Direction, calls: u32) -> Duration {
    let start = Instant::now();
    work.run(direction, calls);
    start.elapsed()
}
