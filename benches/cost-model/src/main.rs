//! Makes models of the cost of decoding, encoding and hashing each message and each operation, and writes them as code.
//!
//! The steps are those of the library `tezos-codec-cost`, whose documentation explains them to readers who have never made such a
//! model. Here are the kinds of messages and operations, the module that has the models of all of them, and a command. The steps read and
//! write files, so that the results of each can be inspected.
//!
//! | step        | reads                     | writes                                                          |
//! |-------------|---------------------------|-----------------------------------------------------------------|
//! | `timer`     | the clock                 | its latency and its resolution, to the terminal                 |
//! | `kinds`     |                           | the names of all kinds, to the terminal                         |
//! | `workload`  | the schemas, a seed       | `workload.csv`: the inputs, with their seeds                    |
//! | `measure`   | `workload.csv`            | `time.json`, `instructions.json` or both                        |
//! | `clean`     | a measurement             | the measurement without outliers                                |
//! | `fit`       | a cleaned measurement     | the models as JSON and CSV                                      |
//! | `report`    | a measurement, its models | a table as CSV, Markdown or LaTeX                               |
//! | `plot`      | a measurement, its models | drawings of each kind, SVG and PNG                              |
//! | `generate`  | the models                | `messages/src/cost.rs`, every function, or the code of one kind |
//! | `check`     | a fresh measurement       | the errors of the models, to the terminal                       |
//! | `scan`      | the bounds                | the greatest costs of many bytes, to the terminal               |
//! | `calibrate` | this machine              | its speed, compared with that of the models, to the terminal    |
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

mod arguments;
mod generate;
mod kinds;
mod scan;

use std::{
    error::Error,
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Parser;
use tezos_codec_cost::{
    Calibration, Figures, Fit, Format, InputOptions, Inputs, Lab, Measurement, Report, ReportTable, Solution, Solver,
    Subject, TimeOptions, Timer,
};

use arguments::{Arguments, Generate, Step, What};

/// The number of inputs of each kind for its bound.
const BOUND_INPUTS: usize = 1000;

/// The result of a step, whose error is printed.
type Result<T> = std::result::Result<T, Box<dyn Error>>;

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
    let subjects = kinds::kinds().into_iter().flat_map(|kind| [Some(kind.subject), kind.arriving]).flatten();
    let lab = Lab::start(subjects.chain(kinds::explanations()))?.with_progress();
    match Arguments::parse().step {
        None => all(&lab)?,
        Some(Step::Timer) => println!("{}", Timer::measure()),
        Some(Step::Kinds) => lab.subjects().iter().for_each(|subject| println!("{}", subject.name())),
        Some(Step::Workload { inputs, out }) => {
            let names = lab.subjects().iter().map(Subject::name);
            make(&lab, &inputs.options(names), &out)?;
        }
        Some(Step::Measure { workload, how, what, out }) => {
            let out = out.as_deref().or(workload.parent()).unwrap_or(Path::new("."));
            measure(&lab, &Inputs::load(&workload)?, &how.options(), what, out)?;
        }
        Some(Step::Clean { measurement, sigmas, out }) => clean(&measurement, sigmas, &out)?,
        Some(Step::Fit { measurement, how, out }) => fit(&measurement, &how.fit(), &out)?,
        Some(Step::Report { measurement, solution, table, format, out }) => {
            let report = Report::new(&Measurement::load(&measurement)?, &Solution::load(&solution)?)?;
            report.write(table, format, output(out.as_deref())?)?;
        }
        Some(Step::Plot { measurement, solution, out }) => plot(&measurement, &solution, &out)?,
        Some(Step::Generate(options)) => generated(&options)?,
        Some(Step::Check { measurement, solution }) => {
            let report = Report::new(&Measurement::load(&measurement)?, &Solution::load(&solution)?)?;
            print!("{report}");
            return Ok(if report.failures().next().is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Some(Step::Scan { bounds, corpus, seed, inputs, max_bytes }) => {
            let bounds = bounds.as_deref().map(Solution::load).transpose()?;
            let scan = scan::Scan { bounds, corpus, seed, inputs, max_bytes };
            return Ok(if scan.run()? { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Some(Step::Calibrate) => calibrate(),
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns a file, or standard output.
fn output(file: Option<&Path>) -> Result<Box<dyn Write>> {
    Ok(match file {
        Some(file) => Box::new(File::create(file).map_err(|error| format!("{}: {error}", file.display()))?),
        None => Box::new(io::stdout()),
    })
}

fn make(lab: &Lab, options: &InputOptions, out: &Path) -> Result<()> {
    println!("{options}");
    Ok(lab.inputs(options)?.save(out)?)
}

/// Measures, and prints where and how.
fn measure(lab: &Lab, inputs: &Inputs, options: &TimeOptions, what: What, folder: &Path) -> Result<()> {
    if what != What::Instructions {
        let measurement = lab.time(inputs, options)?;
        println!("{}", measurement.setup);
        measurement.save(&folder.join("time.json"))?;
    }
    if what != What::Time {
        let measurement = lab.count(inputs)?;
        println!("{}", measurement.setup);
        measurement.save(&folder.join("instructions.json"))?;
    }
    Ok(())
}

/// Removes outliers, and prints them.
fn clean(measurement: &Path, sigmas: f64, out: &Path) -> Result<()> {
    let measurement = Measurement::load(measurement)?;
    let before = measurement.removed.len();
    let cleaned = measurement.clean(sigmas)?;
    let removed = cleaned.removed.get(before..).unwrap_or_default();
    removed.iter().for_each(|row| println!("removed: {row}"));
    println!("{} of {} rows are outliers", removed.len(), cleaned.rows.len() + removed.len());
    Ok(cleaned.save(out)?)
}

/// Fits the models, and prints how well they do. Writes their coefficients as a table, too.
fn fit(measurement: &Path, fit: &Fit, out: &Path) -> Result<()> {
    let measurement = Measurement::load(measurement)?;
    let solution = measurement.fit(fit)?;
    let report = Report::new(&measurement, &solution)?;
    print!("{report}");
    solution.save(out)?;
    Ok(report.write(ReportTable::Terms, Format::Csv, output(Some(&out.with_extension("csv")))?)?)
}

fn plot(measurement: &Path, solution: &Path, out: &Path) -> Result<()> {
    let report = Report::new(&Measurement::load(measurement)?, &Solution::load(solution)?)?;
    println!("drawings of {} kinds in {}", report.plot(out)?, out.display());
    Ok(())
}

fn generated(options: &Generate) -> Result<()> {
    let solution = Solution::load(&options.solution)?;
    match (&options.kind, &options.all) {
        (Some(kind), _) => {
            Ok(solution.generate(kind, options.direction, &options.numbers(), output(options.out.as_deref())?)?)
        }
        (None, Some(folder)) => {
            generate::all(&solution, &Solution::load(&options.instructions)?, options.fixed(), folder)
        }
        (None, None) => generate::messages(&solution, &Solution::load(&options.bounds)?, &options.root),
    }
}

/// Prints the speed of this machine, and what the library needs to make it the reference.
fn calibrate() {
    let here = Figures::measure();
    println!("{here:?}\nreference: {:?}", Figures::REFERENCE);
    let ratio = Calibration::of(&here, &Figures::REFERENCE).ratio();
    println!("this machine takes {ratio:.2} times as long as the models predict");
}

/// Runs all steps up to the drawings, with the options that the steps have by default.
fn all(lab: &Lab) -> Result<()> {
    let folder = PathBuf::from("target/cost-model");
    println!("{}", Timer::measure());
    let (arriving, values): (Vec<&str>, Vec<&str>) =
        lab.subjects().iter().map(Subject::name).partition(|name| name.starts_with(kinds::ARRIVING));
    let of = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    bounds(lab, &InputOptions { kinds: of(arriving), count: BOUND_INPUTS, ..InputOptions::default() }, &folder)?;
    let workload = folder.join("workload.csv");
    make(lab, &InputOptions { kinds: of(values), ..InputOptions::default() }, &workload)?;
    measure(lab, &Inputs::load(&workload)?, &TimeOptions::default(), What::Both, &folder)?;
    for name in ["time", "instructions"] {
        let file = |extension: &str| folder.join(name).with_extension(extension);
        let (cleaned, solution) = (file("clean.json"), file("solution.json"));
        clean(&file("json"), arguments::SIGMAS, &cleaned)?;
        fit(&cleaned, &Fit::default(), &solution)?;
        fs::create_dir_all(folder.join("plots"))?;
        plot(&cleaned, &solution, &folder.join("plots").join(name))?;
    }
    println!("next: `generate` writes the functions; `workload --seed 2`, `measure` and `check`");
    Ok(())
}

/// Measures bytes that a peer may send, and fits the bounds.
fn bounds(lab: &Lab, options: &InputOptions, folder: &Path) -> Result<()> {
    println!("{options}");
    let measurement = lab.time(&lab.inputs(options)?, &TimeOptions::default())?;
    measurement.save(&folder.join("bounds.json"))?;
    let fit = Fit { solver: Solver::Bound { margin: arguments::MARGIN }, ..Fit::default() };
    let solution = measurement.fit(&fit)?;
    print!("{}", Report::new(&measurement, &solution)?);
    Ok(solution.save(&folder.join("bounds.solution.json"))?)
}
