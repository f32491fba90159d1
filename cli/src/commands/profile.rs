//! `profile`: where the time of a session goes.

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    time::SystemTime,
};

use clap::Args;
use tezos_messages::timestamp::Timestamp;

use crate::{
    error::Error,
    measure::{self, Clock},
    output,
    session::{self, Options, Recording, sample},
};

mod compare;
mod cost;
mod data;
mod fields;
mod flame;
mod html;
mod meter;
mod plot;
mod tally;
mod text;
mod timeline;
mod trend;

use compare::Comparison;
use cost::Cost;
use data::{Profile, Run};
use meter::{Meter, Sample};
use tally::Tally;

/// Most lost chunks that are looked for at one place, unless the user says otherwise.
const WINDOW: u64 = 128;
/// Messages between two measurements of the machine's unrest.
const STEADY: usize = 32;

/// Show where the time of a session goes: reading its chunks, decoding by kind and field, hashing, proofs, allocation.
///
/// SESSION is what `replay` takes: csv with an identity, or jsonl. Without it, the sample session that the tool carries.
#[derive(Args)]
#[command(after_long_help = NUMBERS)]
pub(crate) struct Arguments {
    /// The recorded session: csv (encrypted) or jsonl (opened). Without it, the sample.
    #[arg(value_name = "SESSION")]
    session: Option<PathBuf>,
    /// The identity of one side of the session. Without it, `identity.json` beside the session.
    #[arg(long, value_name = "FILE", requires = "session")]
    identity: Option<PathBuf>,
    /// Print one JSON object instead of tables: all figures, the machine, the date, the options.
    #[arg(long)]
    json: bool,
    /// Write a report too: one page with plots and tables that needs no other file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Write the plots too: a bar for each kind of work, and the time along the stream.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write a flame graph too: for a browser, in which a click enlarges a frame.
    #[arg(long, value_name = "FILE")]
    flamegraph: Option<PathBuf>,
    /// Say what became slower or faster since an earlier profile, which `--json` printed.
    #[arg(long, value_name = "OLD.json")]
    compare: Option<PathBuf>,
    /// How many lost chunks to try at one place before going on to the next.
    #[arg(long, value_name = "CHUNKS", default_value_t = WINDOW)]
    window: u64,
}

/// Examples and how the numbers are made, at the end of the long help.
const NUMBERS: &str = "\
Examples:
  tezos-codec profile
  tezos-codec profile session.csv --identity identity.json --html report.html
  tezos-codec profile session.jsonl --json > new.json
  tezos-codec profile session.jsonl --compare old.json";

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    // What is wrong with it is said before the work.
    let old = arguments.compare.as_deref().map(compare::load).transpose()?;
    let options = Options { window: arguments.window, strict: false, quiet: arguments.json };
    let clock = Clock::calibrated();
    let meter = Meter::new(clock);
    let recording = match &arguments.session {
        Some(file) => session::load(file, arguments.identity.as_deref(), options)?,
        None => sample::load(options)?,
    };
    let mut profile = profile(recording, clock, meter, arguments);
    profile.comparison = old.map(|old| Comparison::new(&old, &profile));
    if let Some(file) = &arguments.html {
        write(file, &html::page(&profile)?)?;
    }
    if let Some(file) = &arguments.svg {
        write(file, &plot::both(&profile)?)?;
    }
    if let Some(file) = &arguments.flamegraph {
        write(file, &flame::svg(&profile, 1200, true)?)?;
    }
    output::print(&if arguments.json { json(&profile)? } else { text::text(&profile) })?;
    Ok(if profile.failures.count == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Measures everything in a session.
fn profile(recording: Recording, clock: Clock, mut meter: Meter, arguments: &Arguments) -> Profile {
    let bar = output::progress("profiling", recording.parts.len(), arguments.json);
    let mut tally = Tally::default();
    let mut sample = Sample::default();
    recording.faults.iter().for_each(|fault| tally.fail(fault.to_string()));
    for (number, part) in recording.parts.into_iter().enumerate() {
        if number.is_multiple_of(STEADY) {
            tally.rest(meter::steady_work(clock));
        }
        let stages = meter.take();
        match Cost::of(clock, &part) {
            Ok(cost) => {
                tally.add(&part, stages, &cost, measure::allocated(part.what.codec(), &part.bytes));
                sample.keep(part);
            }
            Err(sentence) => tally.add_refused(&part, stages, &sentence),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    tally.profile(recording.source, run_of(clock, arguments), sample.throughput(clock))
}

/// How this run measures.
fn run_of(clock: Clock, arguments: &Arguments) -> Run {
    let seconds = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs());
    Run {
        version: env!("CARGO_PKG_VERSION").into(),
        date: Timestamp(i64::try_from(seconds).unwrap_or(i64::MAX)).to_string(),
        machine: machine(),
        cores: std::thread::available_parallelism().map_or(1, usize::from),
        optimised: !cfg!(debug_assertions),
        clock_latency: clock.latency(),
        jobs: 1,
        window: arguments.window,
        unrest: 0.0,
    }
}

/// The processor, where the system tells it, and the system.
fn machine() -> String {
    let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.trim_start().strip_prefix(':'));
    model.map_or_else(|| system.clone(), |model| format!("{}, {system}", model.trim()))
}

fn json(profile: &Profile) -> Result<String, Error> {
    let text =
        serde_json::to_string(profile).map_err(|error| Error::new(format_args!("the profile is no JSON: {error}")))?;
    Ok(output::json::pretty(&text))
}

fn write(file: &Path, text: &str) -> Result<(), Error> {
    fs::write(file, text).map_err(|error| Error::at_path(file, error))
}
