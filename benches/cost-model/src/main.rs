//! Makes models of the cost of decoding, encoding and hashing each message and each operation, and writes them as code.
//!
//! The steps read and write files, so that the results of each can be inspected. `benches/docs/cost-model.md` explains them to readers who
//! have never made such a model.
//!
//! | step       | reads                    | writes                                                            |
//! |------------|--------------------------|-------------------------------------------------------------------|
//! | `timer`    | the clock                | its latency and its resolution, to the terminal                   |
//! | `workload` | the schemas, a seed      | `workload.csv`: the inputs, with their seeds                      |
//! | `measure`  | `workload.csv`           | `time.json`, or with `--instructions` `instructions.json`         |
//! | `clean`    | a measurement            | the measurement without outliers                                  |
//! | `fit`      | a cleaned measurement    | the models as JSON and CSV                                        |
//! | `plot`     | a measurement, its models| a drawing of each kind, SVG and PNG                               |
//! | `generate` | the models               | `messages/src/cost.rs`, or with `--all` every function            |
//! | `check`    | a fresh measurement      | the errors of the models, to the terminal                         |
//!
//! Without a step, all steps up to `plot` run, and write into `target/cost-model`.

#![forbid(unsafe_code)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a tool for developers, whose inputs are their own files"
)]

mod callgrind;
mod check;
mod clean;
mod files;
mod fit;
mod generate;
mod measure;
mod plot;
mod shape;
mod subject;
mod timer;
mod workload;

use std::{error::Error, fs, path::PathBuf, process::ExitCode};

use clap::{Args, Parser, Subcommand};

use files::{Measurement, Solution, Unit, load, save};

/// The result of a step, whose error is printed.
type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Measures the cost of messages and operations, and generates code that predicts it.
#[derive(Parser)]
#[command(name = "cost-model", version, about, long_about = None)]
struct Arguments {
    #[command(subcommand)]
    step: Option<ModelStep>,
}

#[derive(Subcommand)]
enum ModelStep {
    /// Show the latency and the resolution of the clock.
    Timer,
    /// Make the inputs that are measured.
    Workload {
        #[command(flatten)]
        inputs: Inputs,
        /// The file to write.
        #[arg(long, default_value = "target/cost-model/workload.csv")]
        out: PathBuf,
    },
    /// Measure decoding, encoding and hashing of each input.
    Measure {
        /// The inputs, as `workload` wrote them.
        #[arg(long, default_value = "target/cost-model/workload.csv")]
        workload: PathBuf,
        #[command(flatten)]
        how: How,
        /// Count instructions with valgrind's callgrind instead of measuring times.
        #[arg(long)]
        instructions: bool,
        /// The file to write; by default `time.json` or `instructions.json` beside the workload.
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Remove outliers.
    Clean {
        /// A measurement.
        measurement: PathBuf,
        /// Maximum distance of a residual from the mean of its kind, in standard deviations.
        #[arg(long, default_value_t = 3.0)]
        sigmas: f64,
        /// The file to write.
        #[arg(long)]
        out: PathBuf,
    },
    /// Fit a model of each kind.
    Fit {
        /// A measurement, cleaned or not.
        measurement: PathBuf,
        /// The file to write; a table of the same figures is written beside it, with the extension `.csv`.
        #[arg(long)]
        out: PathBuf,
    },
    /// Draw the data and the prediction of each kind.
    Plot {
        /// The measurement that was fitted.
        measurement: PathBuf,
        /// The models.
        solution: PathBuf,
        /// The folder to write to.
        #[arg(long, default_value = "target/cost-model/plots")]
        out: PathBuf,
    },
    /// Write the models as Rust: the costs of decoding messages as `messages/src/cost.rs`, which sessions call.
    Generate {
        /// The models of times.
        #[arg(long, default_value = "target/cost-model/time.solution.json")]
        time: PathBuf,
        /// Write instead to this folder every function of messages and operations: times of each direction, these with shifts and adds,
        /// and numbers of instructions.
        #[arg(long)]
        all: Option<PathBuf>,
        /// The models of instructions, for `--all`.
        #[arg(long, default_value = "target/cost-model/instructions.solution.json")]
        instructions: PathBuf,
        /// Maximum difference of the generated functions from the models on the measured workloads, in percent.
        #[arg(long, default_value_t = 2.0)]
        tolerance: f64,
        /// Maximum number of powers of two in a coefficient, for the functions with shifts and adds.
        #[arg(long, default_value_t = 6)]
        precision: u32,
        /// The root of the workspace.
        #[arg(long, default_value = ".")]
        root: PathBuf,
    },
    /// Compare a fresh measurement with the models; the exit status is 1 if they differ too much.
    Check {
        /// A measurement of other inputs than those of the models.
        measurement: PathBuf,
        /// The models, in the unit of the measurement.
        #[arg(long, default_value = "target/cost-model/time.solution.json")]
        solution: PathBuf,
    },
    #[command(hide = true)]
    Count { workload: PathBuf, made: PathBuf },
    #[command(hide = true)]
    Time {
        workload: PathBuf,
        #[command(flatten)]
        how: How,
        out: PathBuf,
    },
}

/// Which inputs are made.
#[derive(Args, Clone)]
pub(crate) struct Inputs {
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of inputs of each kind.
    #[arg(long, default_value_t = 120)]
    inputs: usize,
    /// Size of the longest input, in bytes.
    #[arg(long, default_value_t = 1 << 20)]
    max_bytes: usize,
    /// Only the kinds whose name contains this.
    #[arg(long)]
    kind: Option<String>,
}

/// How times are measured.
#[derive(Args, Clone)]
pub(crate) struct How {
    /// Number of processes, which run one after the other.
    #[arg(long, default_value_t = 5)]
    processes: usize,
    /// Number of samples of each input in a process.
    #[arg(long, default_value_t = 11)]
    samples: usize,
    /// Percentile of the samples that is used; 50 is the median.
    #[arg(long, default_value_t = 25)]
    percentile: usize,
}

fn main() -> ExitCode {
    match run() {
        Ok(status) => status,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<ExitCode> {
    let step = Arguments::parse().step;
    match step {
        None => all()?,
        Some(ModelStep::Timer) => println!("{}", timer::Timer::measure()),
        Some(ModelStep::Workload { inputs, out }) => workload::save(&out, &workload::make(&inputs)?)?,
        Some(ModelStep::Measure { workload, how, instructions, out }) => {
            let out = out.unwrap_or_else(|| workload.with_file_name(file_name(instructions)));
            if instructions { callgrind::measure(&workload, &out)? } else { measure::again(&workload, &how, &out)? }
        }
        Some(ModelStep::Clean { measurement, sigmas, out }) => save(&out, &clean::clean(load(&measurement)?, sigmas))?,
        Some(ModelStep::Fit { measurement, out }) => fit(&load(&measurement)?, &out)?,
        Some(ModelStep::Plot { measurement, solution, out }) => {
            plot::all(&load(&measurement)?, &load(&solution)?, &out)?
        }
        Some(ModelStep::Generate { time, all, instructions, tolerance, precision, root }) => {
            let exactness = generate::Exactness { tolerance: tolerance / 100.0, precision };
            match all {
                Some(folder) => generate::all(&load(&time)?, &load(&instructions)?, &exactness, &folder)?,
                None => generate::messages(&load(&time)?, &exactness, &root)?,
            }
        }
        Some(ModelStep::Check { measurement, solution }) => {
            return check::check(&load(&measurement)?, &load(&solution)?);
        }
        Some(ModelStep::Count { workload, made }) => callgrind::count(&workload, &made)?,
        Some(ModelStep::Time { workload, how, out }) => save(&out, &measure::measure(&workload, &how)?)?,
    }
    Ok(ExitCode::SUCCESS)
}

const fn file_name(instructions: bool) -> &'static str {
    if instructions { "instructions.json" } else { "time.json" }
}

fn fit(measurement: &Measurement, out: &std::path::Path) -> Result<()> {
    let solution: Solution = fit::fit(measurement);
    fit::write_csv(&solution, &out.with_extension("csv"))?;
    print!("{}", fit::summary(&solution));
    save(out, &solution)
}

/// Runs all steps up to the drawings.
fn all() -> Result<()> {
    let folder = PathBuf::from("target/cost-model");
    fs::create_dir_all(&folder)?;
    println!("{}", timer::Timer::measure());
    let inputs = Arguments::try_parse_from(["cost-model", "workload"])?.step;
    let Some(ModelStep::Workload { inputs, .. }) = inputs else { return Err("the defaults cannot be parsed".into()) };
    let workload = folder.join("workload.csv");
    workload::save(&workload, &workload::make(&inputs)?)?;
    for unit in [Unit::Nanoseconds, Unit::Instructions] {
        let instructions = unit == Unit::Instructions;
        let measured = folder.join(file_name(instructions));
        if instructions {
            callgrind::measure(&workload, &measured)?;
        } else {
            measure::again(&workload, &How { processes: 5, samples: 11, percentile: 25 }, &measured)?;
        }
        let cleaned = measured.with_extension("clean.json");
        save(&cleaned, &clean::clean(load(&measured)?, 3.0))?;
        let solution = measured.with_extension("solution.json");
        fit(&load(&cleaned)?, &solution)?;
        let plots = folder.join("plots").join(measured.file_stem().unwrap_or_default());
        plot::all(&load(&cleaned)?, &load(&solution)?, &plots)?;
    }
    println!("next: `generate` writes the functions; `workload --seed 2`, `measure` and `check`");
    Ok(())
}
