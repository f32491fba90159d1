//! The arguments of the command.
//!
//! The structs that steps share have no doc comments: clap would print them instead of what the step does.

use std::path::PathBuf;

use crate::kinds::ARRIVING;
use clap::{
    Args, Parser, Subcommand, ValueEnum,
    builder::{PossibleValuesParser, TypedValueParser},
};
use tezos_codec_cost::{
    CastMode, Direction, Fit, FixedPoint, Form, Format, InputOptions, Numbers, ReportTable, Solver, TimeOptions,
    Variable,
};

/// The default number of standard deviations from which a row is an outlier.
pub(crate) const SIGMAS: f64 = 3.0;

/// The default margin of a bound.
pub(crate) const MARGIN: f64 = 0.25;

/// Measures what messages and operations cost, and writes code that predicts it.
///
/// Without a step, all steps up to `plot` run, with their defaults, and write into `target/cost-model`: 20 minutes, during which nothing
/// else should run.
#[derive(Parser)]
#[command(name = "cost-model", version)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) step: Option<Step>,
}

#[derive(Subcommand)]
pub(crate) enum Step {
    /// Show the latency and the resolution of the clock.
    Timer,
    /// List the names of the kinds.
    Kinds,
    /// Make the inputs that are measured.
    Workload {
        #[command(flatten)]
        inputs: InputArguments,
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
        how: TimeArguments,
        /// What is measured; instructions are counted with valgrind's callgrind.
        #[arg(long, value_enum, default_value_t = What::Time)]
        what: What,
        /// The folder for `time.json` and `instructions.json`; by default that of the inputs.
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Remove outliers among equal inputs, and print them.
    Clean {
        /// A measurement.
        measurement: PathBuf,
        /// Maximum distance of a cost from the median of those of equal inputs, in standard deviations.
        #[arg(long, default_value_t = SIGMAS)]
        sigmas: f64,
        /// The file to write.
        #[arg(long)]
        out: PathBuf,
    },
    /// Fit a model of each kind.
    Fit {
        /// A measurement, cleaned or not.
        measurement: PathBuf,
        #[command(flatten)]
        how: FitArguments,
        /// The file to write; a table of the coefficients is written beside it, with the extension `.csv`.
        #[arg(long)]
        out: PathBuf,
    },
    /// Write a table that compares a measurement with the models.
    Report {
        /// A measurement.
        measurement: PathBuf,
        /// The models.
        solution: PathBuf,
        /// The rows of the table: kinds with the statistics of their costs and errors, terms with their intervals, or inputs with their
        /// residuals.
        #[arg(long, value_parser = one_of(TABLES), default_value = "kinds")]
        table: ReportTable,
        /// The format.
        #[arg(long, value_parser = one_of(FORMATS), default_value = "markdown")]
        format: Format,
        /// The file to write; standard output by default.
        #[arg(long)]
        out: Option<PathBuf>,
    },
    /// Draw the data and the prediction of each kind, and its projection on each variable.
    Plot {
        /// The measurement that was fitted.
        measurement: PathBuf,
        /// The models.
        solution: PathBuf,
        /// The folder to write to.
        #[arg(long, default_value = "target/cost-model/plots")]
        out: PathBuf,
    },
    /// Write models as Rust: the costs of decoding messages as `messages/src/cost.rs`, every function, or the function of one kind.
    Generate(Generate),
    /// Compare a fresh measurement with the models; the exit status is 1 if a kind misses 90 % of close predictions, or is above its bound.
    Check {
        /// A measurement of other inputs than those of the models.
        measurement: PathBuf,
        /// The models, in the unit of the measurement.
        #[arg(long, default_value = "target/cost-model/time.solution.json")]
        solution: PathBuf,
    },
    /// Search the prefixes and the mutants of short messages, of valid ones, of those at the limits of their encoding and of those with one
    /// mistake, for bytes above their bound; the exit status is 1 if there are any.
    Scan {
        /// The bounds of this machine; by default those that are committed, converted to it.
        #[arg(long)]
        bounds: Option<PathBuf>,
        /// The corpus of the fuzzer, whose inputs are searched too.
        #[arg(long, default_value = "fuzz/corpus")]
        corpus: PathBuf,
        /// Seed of the random numbers.
        #[arg(long, default_value_t = 1)]
        seed: u64,
        /// Number of valid messages and of messages with one mistake, for each kind.
        #[arg(long, default_value_t = 100)]
        inputs: usize,
        /// Size of the longest message whose prefixes and mutants are searched, in bytes.
        #[arg(long, default_value_t = 512)]
        max_bytes: usize,
    },
    /// Compare the speed of this machine with that of the shipped models.
    Calibrate,
}

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum What {
    Time,
    Instructions,
    Both,
}

#[derive(Args)]
pub(crate) struct InputArguments {
    /// Seed of the random numbers.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Number of inputs of each kind, at least 1.
    #[arg(long, default_value_t = 120)]
    inputs: usize,
    /// Size of the longest input, in bytes.
    #[arg(long, default_value_t = 1 << 20)]
    max_bytes: usize,
    /// Only this kind; may be given several times. `kinds` lists the names.
    #[arg(long)]
    kind: Vec<String>,
    /// Bytes that a peer may send instead of values: for bounds.
    #[arg(long)]
    arriving: bool,
}

impl InputArguments {
    /// Returns the options, given the names of all kinds.
    pub(crate) fn options<'n>(self, names: impl Iterator<Item = &'n str>) -> InputOptions {
        let is_of = |name: &str| name.starts_with(ARRIVING) == self.arriving;
        let kinds = match self.kind.is_empty() {
            true => names.filter(|name| is_of(name)).map(str::to_owned).collect(),
            false => self.kind,
        };
        InputOptions { kinds, seed: self.seed, count: self.inputs, max_bytes: self.max_bytes }
    }
}

#[derive(Args)]
pub(crate) struct TimeArguments {
    /// Number of processes, which run one after the other; with 0, this process measures.
    #[arg(long, default_value_t = 5)]
    processes: usize,
    /// Number of samples of each input in a process, at least 1.
    #[arg(long, default_value_t = 11)]
    samples: usize,
    /// Percentile of the samples that is used; 50 is the median.
    #[arg(long, default_value_t = 25)]
    percentile: usize,
}

impl TimeArguments {
    pub(crate) const fn options(&self) -> TimeOptions {
        TimeOptions { processes: self.processes, samples: self.samples, percentile: self.percentile }
    }
}

#[derive(Args)]
pub(crate) struct FitArguments {
    /// The variables, separated by commas; all by default. They are those of `tezos_encoding::cost::Workload`.
    #[arg(long, value_delimiter = ',')]
    variables: Vec<Variable>,
    /// Whether a search selects among the variables, or all of them are used.
    #[arg(long, value_parser = one_of(FORMS), default_value = "search")]
    form: Form,
    /// Leave out the constant.
    #[arg(long)]
    no_intercept: bool,
    /// The solver.
    #[arg(long, value_enum, default_value_t = SolverName::NonNegative)]
    solver: SolverName,
    /// The weight of the coefficients in the lasso, from 0 to 1.
    #[arg(long, default_value_t = 0.01)]
    lasso_alpha: f64,
    /// Let the lasso find negative coefficients.
    #[arg(long)]
    lasso_negative: bool,
    /// By how much a bound is above the greatest cost, as a fraction.
    #[arg(long, default_value_t = MARGIN)]
    margin: f64,
}

#[derive(Clone, Copy, ValueEnum)]
enum SolverName {
    LeastSquares,
    NonNegative,
    Lasso,
    /// A constant and a price for each byte that no cost exceeds, for inputs of `workload --arriving`.
    Bound,
}

impl FitArguments {
    pub(crate) fn fit(self) -> Fit {
        let variables = if self.variables.is_empty() { Variable::ALL.to_vec() } else { self.variables };
        let solver = match self.solver {
            SolverName::LeastSquares => Solver::LeastSquares,
            SolverName::NonNegative => Solver::NonNegative,
            SolverName::Lasso => Solver::Lasso { alpha: self.lasso_alpha, positive: !self.lasso_negative },
            SolverName::Bound => Solver::Bound { margin: self.margin },
        };
        Fit { variables, form: self.form, intercept: !self.no_intercept, solver }
    }
}

#[derive(Args)]
pub(crate) struct Generate {
    /// The models; of times, unless the code of one kind is written.
    #[arg(long, default_value = "target/cost-model/time.solution.json")]
    pub(crate) solution: PathBuf,
    /// The bounds.
    #[arg(long, default_value = "target/cost-model/bounds.solution.json")]
    pub(crate) bounds: PathBuf,
    /// Write only the function of this kind, to standard output or to the file `--out`.
    #[arg(long, conflicts_with = "all")]
    pub(crate) kind: Option<String>,
    /// The direction of the function of one kind.
    #[arg(long, value_parser = one_of(DIRECTIONS), default_value = "decode", requires = "kind")]
    pub(crate) direction: Direction,
    /// The file for the function of one kind.
    #[arg(long, requires = "kind")]
    pub(crate) out: Option<PathBuf>,
    /// Write the function of one kind in fixed-point arithmetic instead of with integers.
    #[arg(long, requires = "kind")]
    fixed_point: bool,
    /// Write to this folder every function of messages and operations: times of each direction, these in fixed-point arithmetic, and numbers
    /// of instructions.
    #[arg(long)]
    pub(crate) all: Option<PathBuf>,
    /// The models of instructions, for `--all`.
    #[arg(long, default_value = "target/cost-model/instructions.solution.json")]
    pub(crate) instructions: PathBuf,
    /// Fixed point: number of bits of a coefficient.
    #[arg(long, default_value_t = FixedPoint::default().precision)]
    precision: u32,
    /// Fixed point: maximum relative error of the code on each measured input, and of the constant that is rounded.
    #[arg(long, default_value_t = FixedPoint::default().max_relative_error)]
    max_relative_error: f64,
    /// Fixed point: how the constant is rounded.
    #[arg(long, value_parser = one_of(CAST_MODES), default_value = "round")]
    cast_mode: CastMode,
    /// Fixed point: of the digits of the constant, one in this many is not significant.
    #[arg(long, default_value_t = FixedPoint::default().inverse_scaling)]
    inverse_scaling: u32,
    /// Fixed point: the grid of the constant, in picoseconds or instructions.
    #[arg(long, default_value_t = FixedPoint::default().resolution)]
    resolution: u64,
    /// The root of the workspace.
    #[arg(long, default_value = ".")]
    pub(crate) root: PathBuf,
}

impl Generate {
    pub(crate) const fn fixed(&self) -> FixedPoint {
        FixedPoint {
            precision: self.precision,
            max_relative_error: self.max_relative_error,
            cast_mode: self.cast_mode,
            inverse_scaling: self.inverse_scaling,
            resolution: self.resolution,
        }
    }

    pub(crate) const fn numbers(&self) -> Numbers {
        if self.fixed_point { Numbers::FixedPoint(self.fixed()) } else { Numbers::Integers }
    }
}

const TABLES: &[(&str, ReportTable)] =
    &[("kinds", ReportTable::Kinds), ("terms", ReportTable::Terms), ("residuals", ReportTable::Residuals)];
const FORMATS: &[(&str, Format)] = &[("csv", Format::Csv), ("markdown", Format::Markdown), ("latex", Format::Latex)];
const FORMS: &[(&str, Form)] = &[("search", Form::Search), ("fixed", Form::Fixed)];
const DIRECTIONS: &[(&str, Direction)] =
    &[("decode", Direction::Decode), ("encode", Direction::Encode), ("hash", Direction::Hash)];
const CAST_MODES: &[(&str, CastMode)] =
    &[("ceil", CastMode::Ceil), ("floor", CastMode::Floor), ("round", CastMode::Round)];

/// Returns a parser of the names of some values.
fn one_of<T: Copy + Send + Sync + 'static>(values: &'static [(&'static str, T)]) -> impl TypedValueParser<Value = T> {
    let find = |text: String| values.iter().find(|(name, _)| *name == text).map(|(_, value)| *value).ok_or("unknown");
    PossibleValuesParser::new(values.iter().map(|(name, _)| *name)).try_map(find)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    /// The first line of each step's help is about the step, not about a group of options.
    #[test]
    fn help_is_about_the_step() {
        let command = Arguments::command();
        command.clone().debug_assert();
        assert!(command.get_about().unwrap().to_string().starts_with("Measures what messages and operations cost"));
        let about = |name: &str| {
            let step = command.get_subcommands().find(|step| step.get_name() == name).unwrap();
            step.get_about().unwrap().to_string()
        };
        assert_eq!(about("workload"), "Make the inputs that are measured");
        assert_eq!(about("measure"), "Measure decoding, encoding and hashing of each input");
        assert_eq!(about("fit"), "Fit a model of each kind");
        assert!(about("generate").starts_with("Write models as Rust: "));
    }

    /// The defaults of the command are those of the library.
    #[test]
    fn defaults_are_those_of_the_library() {
        let step = |name: &str, more: &[&str]| {
            Arguments::try_parse_from(["cost-model", name].iter().chain(more)).unwrap().step.unwrap()
        };
        let Step::Workload { inputs, .. } = step("workload", &[]) else { panic!() };
        let kinds = vec!["Ack".to_owned()];
        let expected = InputOptions { kinds, ..InputOptions::default() };
        assert_eq!(inputs.options(["Ack", "arriving Ack"].into_iter()), expected);
        let Step::Measure { how, .. } = step("measure", &[]) else { panic!() };
        assert_eq!(how.options(), TimeOptions::default());
        let Step::Fit { how, .. } = step("fit", &["time.json", "--out", "solution.json"]) else { panic!() };
        assert_eq!(how.fit(), Fit::default());
        let Step::Generate(options) = step("generate", &[]) else { panic!() };
        assert!(options.fixed() == FixedPoint::default() && options.numbers() == Numbers::Integers);
    }
}
