//! `profile`: measures where the time of a session goes.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    time::{Duration, Instant, SystemTime},
};

use clap::Args;
use indicatif::ProgressBar;
use tezos_messages::{PEER_MESSAGE, timestamp::Timestamp};

use crate::{
    error::Error,
    ids,
    measure::Clock,
    output::{self, counted},
    stream::{
        self, Setup,
        inputs::{self, Input},
    },
};

mod compare;
mod contents;
mod cost;
mod data;
mod fields;
mod figure;
mod flame;
mod flips;
mod html;
mod meter;
mod plot;
mod runs;
mod stages;
#[cfg(test)]
mod streams;
mod tally;
mod text;
mod timeline;
mod trend;

use compare::Comparison;
use data::{Profile, Run};
use stages::Stages;
use tally::Tally;

/// The largest number of bytes of inputs that are measured completely, on one thread, by default.
const SMALL_BYTES: u64 = 64 << 20;
/// The default for `--one-in` with larger inputs: measuring takes a hundred times as long as decoding.
const ONE_IN: u64 = 16;

/// Show where the time of a session goes: reading its chunks, decoding by kind and field, hashing, proofs, allocation.
///
/// FILE is a session (csv or a capture of the network with an identity, or jsonl), a list of messages, a folder of these, or `-` for standard input, as in `stats`; by default, the
/// sample session of the tool. Files are read as a stream and may be larger than memory. A run with --checkpoint can be interrupted and continued.
///
/// The exit status is 1 if a message cannot be decoded or a recording is damaged, as in `replay`.
#[derive(Args)]
#[command(after_long_help = NUMBERS)]
pub(crate) struct Arguments {
    /// Sessions, lists of messages, and folders of these; `-` for one on standard input.
    #[arg(value_name = "FILE")]
    files: Vec<String>,
    /// The identity of one side of the encrypted sessions; by default, `identity.json` beside each.
    #[arg(long, value_name = "FILE", requires = "files")]
    identity: Option<PathBuf>,
    /// Print one JSON object instead of tables, with all figures, the machine, the date and the options.
    #[arg(long)]
    json: bool,
    /// Also write a report: one HTML page with plots and tables that needs no other file.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Also write the plots as SVG: a bar for each kind of work, and the time along the stream.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Also write a flame graph as SVG. In a browser, a click enlarges a frame.
    #[arg(long, value_name = "FILE")]
    flamegraph: Option<PathBuf>,
    /// Show what became slower or faster since an earlier profile, printed by `--json`. This tool is run several times, because its times differ
    /// from process to process.
    #[arg(long, value_name = "OLD.json")]
    compare: Option<PathBuf>,
    /// Show what is slower or faster than in another build of this tool. Both are run in turns, which finds smaller changes than --compare.
    #[arg(long, value_name = "TOOL", conflicts_with = "compare")]
    against: Option<PathBuf>,
    /// Save the progress in this file, every few seconds and on an interrupt. If the file exists, continue from it.
    #[arg(long, value_name = "FILE", requires = "files")]
    checkpoint: Option<PathBuf>,
    /// Measure one message in N, and the first of each kind in each thread. The others are decoded and counted, and are given the time of as many bytes
    /// of their kind. The default is 1 for up to 64 MiB together, 16 for more.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u64).range(1..))]
    one_in: Option<u64>,
    /// The number of threads that measure at the same time; 0 for one on each core. Several threads may slow each other down.
    ///
    /// The default is 1 for up to 64 MiB together, 0 for more.
    #[arg(long, value_name = "THREADS")]
    jobs: Option<usize>,
}

/// Examples and the meaning of the numbers, at the end of the long help.
const NUMBERS: &str = "\
Examples:
  tezos-codec profile
  tezos-codec profile session.csv --identity identity.json --html report.html
  tezos-codec profile . --checkpoint profile.state
  tezos-codec profile session.csv --json > old.json
  tezos-codec profile session.csv --compare old.json
  tezos-codec profile session.csv --against old/tezos-codec

How the numbers are made:
  sampling     Of more than 64 MiB, one message in 16 is measured (--one-in); the others are decoded
               and counted, and are given the time of as many bytes of their kind.
  framing, search, decryption, joining
               Timed as it happens, minus the latency of the clock. Up to 64 MiB are read 7 times,
               or for 3 seconds, and the median is used; more are read once.
  decoding, hashing, verification
               In 11 batches of at least 5 µs each. The time of the median batch, minus the latency
               of the clock, divided by the repetitions in it, is added up over the messages.
  fields       Each is read on its own at its position. The rest of the message's time is shown as
               between them: size prefix, tag, moving the value.
  allocation   Counted in one more decode: allocations, reallocations included; their bytes; bytes
               that the value holds (live); the most that decoding one message held (peak).
  ±            The standard deviation from one run to the next: from the spread of the batches, or
               of the times of reading, and from the variation of a fixed piece of work.
  trend        Of decoding, hashing and verification. Each message is compared with the mean of its
               kind, so that another mix of kinds is no trend. Theil-Sen slope over windows of the
               stream, in percent of the median, and the distance to the end of its 99.9 % interval
               that is nearer to 0, widened by the autocorrelation of the windows. It is a trend if
               the interval does not contain 0 and the change along the stream is 5 % or more.
  from memory  All messages are decoded one after the other, then copied, in turns; the medians.
  --against    Twelve pairs of measurements, each the least times of up to five runs. A change is beyond what chance explains, in one of 100
               comparisons of a build with itself, by a permutation test of the signs of the pairs;
               and 5 % or more, and more than a nanosecond for a message.
  --compare    This build is run seven times. A change is beyond the spread of these runs, by
               Student's t for all times together, and the change of a fixed piece of work; and 10 %
               or more, and more than a nanosecond for a message.";

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    // Errors in the earlier profile are reported before the work starts.
    let old = arguments.compare.as_deref().map(compare::load).transpose()?;
    // The latency of the clock is measured before other threads run.
    let clock = Clock::calibrated();
    let inputs = inputs::started(inputs::inputs(&arguments.files)?, SMALL_BYTES)?;
    let jobs = arguments.jobs.unwrap_or_else(|| usize::from(is_small(&inputs)));
    let one_in = arguments.one_in.unwrap_or(if is_small(&inputs) { 1 } else { ONE_IN });
    let encoding = ids::named(PEER_MESSAGE).ok_or_else(|| Error::new("there are no peer messages"))?;
    let setup = Setup {
        inputs: &inputs,
        identity: arguments.identity.as_deref(),
        encoding,
        command: format!("profile --jobs {jobs} --one-in {one_in}"),
        checkpoint: arguments.checkpoint.as_deref(),
        one_in,
        threads: jobs,
        title: "profiling",
        quiet: arguments.json,
    };
    let tally: Tally = stream::run(&setup)?;
    let stages = Stages::again(&setup, tally.reading())?;
    let mut profile = tally.profile(source(&inputs), run_of(clock, jobs, one_in), &stages);
    let child = Child { arguments, inputs: &inputs, jobs, one_in };
    profile.comparison = match (&arguments.against, &old) {
        (Some(other), _) => Some(child.in_turns(other)?),
        (None, Some(old)) => Some(child.since(old, &profile)?),
        (None, None) => None,
    };
    if let Some(file) = &arguments.html {
        output::write_file(file, &html::page(&profile)?)?;
    }
    if let Some(file) = &arguments.svg {
        output::write_file(file, &plot::both(&profile)?)?;
    }
    if let Some(file) = &arguments.flamegraph {
        output::write_file(file, &flame::svg(&profile)?)?;
    }
    output::print(&if arguments.json { json(&profile)? } else { text::text(&profile) })?;
    Ok(if profile.failures.count == 0 && profile.faults == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The number of runs of this build that are compared with an earlier profile.
const RUNS: usize = 7;
/// The number of pairs of measurements of two builds.
const PAIRS: usize = 12;
/// The maximum number of runs of each build for a pair. The least times are kept, because other processes only add to them.
const TURNS: usize = 5;
/// Time after which a pair has no more runs.
const ENOUGH: Duration = Duration::from_secs(5);

/// The same measurement in other processes.
struct Child<'a> {
    arguments: &'a Arguments,
    inputs: &'a [Input],
    jobs: usize,
    one_in: u64,
}

impl Child<'_> {
    /// Compares this build, which measured `new`, with an earlier profile.
    fn since(&self, old: &Profile, new: &Profile) -> Result<Comparison, Error> {
        let (this, arguments, bar) = self.start(RUNS)?;
        let runs =
            (0..RUNS).map(|_| runs::run(&this, &arguments).inspect(|_| bar.inc(1))).collect::<Result<Vec<_>, _>>()?;
        bar.finish_and_clear();
        Ok(Comparison::since(old, new, &runs))
    }

    /// Compares this build with another one, in pairs of measurements. Each build runs first by turns.
    fn in_turns(&self, other: &Path) -> Result<Comparison, Error> {
        let (this, arguments, bar) = self.start(PAIRS.saturating_mul(2))?;
        let (mut old, mut new) = (Vec::new(), Vec::new());
        for pair in 0..PAIRS {
            let (mut of_other, mut of_this) = (runs::Times::new(), runs::Times::new());
            let start = Instant::now();
            for turn in 0..TURNS {
                let mut order = [(other, &mut of_other), (this.as_path(), &mut of_this)];
                if usize::is_multiple_of(pair.saturating_add(turn), 2) {
                    order.reverse();
                }
                for (tool, times) in order {
                    runs::keep_least(times, runs::run(tool, &arguments)?);
                }
                if start.elapsed() > ENOUGH {
                    break;
                }
            }
            old.push(of_other);
            new.push(of_this);
            bar.inc(2);
        }
        bar.finish_and_clear();
        Ok(Comparison::in_turns(other, &old, &new))
    }

    /// Returns the file of this tool, the arguments of a run and a progress bar for `count` runs.
    fn start(&self, count: usize) -> Result<(PathBuf, Vec<OsString>, ProgressBar), Error> {
        if let Some(input) = self.inputs.iter().find(|input| input.is_read_once()) {
            return Err(Error::in_file(input.name(), "it can be read once only: to compare, give a file"));
        }
        let this =
            std::env::current_exe().map_err(|error| Error::new(format_args!("this tool is not found: {error}")))?;
        let mut arguments: Vec<OsString> = ["profile", "--json", "--jobs"].map(Into::into).into();
        arguments.extend([self.jobs.to_string(), "--one-in".into(), self.one_in.to_string()].map(Into::into));
        if let Some(identity) = &self.arguments.identity {
            arguments.extend(["--identity".into(), identity.into()]);
        }
        arguments.push("--".into());
        arguments.extend(self.arguments.files.iter().map(Into::into));
        let bar = output::progress("comparing", count, self.arguments.json);
        Ok((this, arguments, bar))
    }
}

/// Returns true if the inputs together are small enough to be measured completely, on one thread.
fn is_small(inputs: &[Input]) -> bool {
    let lengths = inputs.iter().map(Input::length);
    lengths.clone().all(|length| length.is_some()) && lengths.flatten().fold(0, u64::saturating_add) <= SMALL_BYTES
}

/// Returns the description of the input.
fn source(inputs: &[Input]) -> String {
    match inputs {
        [one] => one.name(),
        [first, more @ ..] => format!("{} and {}", first.name(), counted(more.len(), "more", "more")),
        [] => String::new(),
    }
}

/// Returns the method of measurement of this run.
fn run_of(clock: Clock, jobs: usize, one_in: u64) -> Run {
    let seconds = SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_secs());
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Run {
        version: env!("CARGO_PKG_VERSION").into(),
        date: Timestamp(i64::try_from(seconds).unwrap_or(i64::MAX)).to_string(),
        machine: machine(),
        cores,
        optimised: !cfg!(debug_assertions),
        clock_latency: clock.latency(),
        jobs: if jobs == 0 { cores } else { jobs },
        one_in,
        unrest: 0.0,
        steady: 0.0,
    }
}

/// Returns the processor, if the system reports it, and the system.
fn machine() -> String {
    let system = format!("{} {}", std::env::consts::OS, std::env::consts::ARCH);
    let text = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = text.lines().find_map(|line| line.strip_prefix("model name")?.trim_start().strip_prefix(':'));
    model.map_or_else(|| system.clone(), |model| format!("{}, {system}", model.trim()))
}

fn json(profile: &Profile) -> Result<String, Error> {
    let text =
        serde_json::to_string(profile).map_err(|error| Error::new(format_args!("the profile is not JSON: {error}")))?;
    Ok(output::json::pretty(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn inputs_of_up_to_64_mib_together_are_small() {
        let folder = std::env::temp_dir().join(format!("tezos-codec-small-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let input = |name: &str, bytes| {
            let path = folder.join(name);
            fs::File::create(&path).unwrap().set_len(bytes).unwrap();
            Input::File(path)
        };
        let (small, large) = (input("small", 64 << 20), input("large", (64 << 20) + 1));
        assert_eq!(source(std::slice::from_ref(&small)), folder.join("small").display().to_string());
        let more = [small.clone(), large.clone(), Input::Standard];
        assert_eq!(source(&more), format!("{} and 2 more", folder.join("small").display()));
        assert_eq!(
            [&more[..1], &more[1..2], &more[2..], &more[..2], &[Input::Sample, Input::Sample]].map(is_small),
            [true, false, false, false, true]
        );
        fs::remove_dir_all(folder).unwrap();
    }
}
