//! The files that the steps write and read.

use std::{
    fmt, fs,
    path::Path,
    process::Command,
    time::{SystemTime, UNIX_EPOCH},
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use tezos_encoding::cost::Workload;

use crate::{Result, timer::Timer};

/// The crate that a kind belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Home {
    Messages,
    Protocol,
}

/// An operation on a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Direction {
    /// Decoding a value, and dropping it.
    Decode,
    Encode,
    /// Hashing a value with BLAKE2b, without encoding it into memory first.
    Hash,
}

impl Direction {
    pub(crate) const ALL: [Self; 3] = [Self::Decode, Self::Encode, Self::Hash];

    /// Returns the direction as a verb.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Decode => "decode",
            Self::Encode => "encode",
            Self::Hash => "hash",
        }
    }
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The unit of costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Unit {
    Nanoseconds,
    Instructions,
}

impl Unit {
    /// Returns the name for axes and tables.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Nanoseconds => "ns",
            Self::Instructions => "instructions",
        }
    }
}

/// An input, which the generator of its kind can make again from the seed and the limit.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Input {
    pub(crate) home: Home,
    pub(crate) kind: String,
    pub(crate) seed: u64,
    pub(crate) max_bytes: usize,
    pub(crate) bytes: u64,
    pub(crate) contents: u64,
    pub(crate) elements: u64,
    pub(crate) fixed_elements: u64,
    pub(crate) options: u64,
    pub(crate) blocks: u64,
    pub(crate) large_blocks: u64,
    pub(crate) digits: u64,
    pub(crate) wide_digits: u64,
    pub(crate) depth: u64,
    /// The first eight bytes of the BLAKE2b hash of the input, in hex, so that a changed generator is noticed.
    pub(crate) checksum: String,
}

impl Input {
    /// Returns the variables of the models.
    pub(crate) const fn load(&self) -> Workload {
        Workload {
            bytes: self.bytes,
            contents: self.contents,
            elements: self.elements,
            fixed_elements: self.fixed_elements,
            options: self.options,
            blocks: self.blocks,
            large_blocks: self.large_blocks,
            digits: self.digits,
            wide_digits: self.wide_digits,
            depth: self.depth,
        }
    }
}

/// The cost of one input in one direction.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Row {
    #[serde(flatten)]
    pub(crate) input: Input,
    pub(crate) direction: Direction,
    /// In the unit of the measurement.
    pub(crate) cost: f64,
}

/// Where and how something was measured.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Setup {
    pub(crate) processor: String,
    pub(crate) system: String,
    pub(crate) rustc: String,
    /// Seconds since 1970.
    pub(crate) date: u64,
    /// `None` if instructions are counted.
    pub(crate) timer: Option<Timer>,
    /// The options of the step.
    pub(crate) options: String,
}

impl Setup {
    /// Describes this machine and its toolchain.
    pub(crate) fn here(timer: Option<Timer>, options: String) -> Self {
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
}

/// The output of a measuring step.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Measurement {
    pub(crate) unit: Unit,
    pub(crate) setup: Setup,
    pub(crate) rows: Vec<Row>,
    /// The rows that `clean` has removed.
    #[serde(default)]
    pub(crate) removed: Vec<Row>,
}

/// The rows of a kind in a direction.
pub(crate) type Group<'m> = ((Home, &'m str, Direction), Vec<&'m Row>);

impl Measurement {
    /// Returns the rows by crate, kind and direction, in the order in which these first appear.
    pub(crate) fn groups(&self) -> Vec<Group<'_>> {
        let mut groups: Vec<Group<'_>> = Vec::new();
        for row in &self.rows {
            let key = (row.input.home, row.input.kind.as_str(), row.direction);
            match groups.iter_mut().find(|(other, _)| *other == key) {
                Some((_, rows)) => rows.push(row),
                None => groups.push((key, vec![row])),
            }
        }
        groups
    }
}

/// A variable of the models. The names are those of the fields and methods of [`Workload`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Variable {
    Constant,
    Bytes,
    Contents,
    ContentsLog2,
    Elements,
    ElementsLog2,
    FixedElements,
    Options,
    Blocks,
    LargeBlocks,
    Digits,
    WideDigits,
    Depth,
    Blake2bBlocks,
    BytesLog,
    ElementsLog,
}

impl Variable {
    /// Returns the candidates for a model. Steps of 128 bytes are a candidate only for hashing.
    pub(crate) fn candidates(direction: Direction) -> impl Iterator<Item = Self> {
        let all = [
            Self::Constant,
            Self::Bytes,
            Self::Contents,
            Self::ContentsLog2,
            Self::Elements,
            Self::ElementsLog2,
            Self::FixedElements,
            Self::Options,
            Self::Blocks,
            Self::LargeBlocks,
            Self::Digits,
            Self::WideDigits,
            Self::Depth,
            Self::Blake2bBlocks,
            Self::BytesLog,
            Self::ElementsLog,
        ];
        all.into_iter().filter(move |variable| *variable != Self::Blake2bBlocks || direction == Direction::Hash)
    }

    pub(crate) const fn is_n_log_n(self) -> bool {
        matches!(self, Self::BytesLog | Self::ElementsLog)
    }

    /// Returns the value of the variable for a workload.
    pub(crate) const fn of(self, load: &Workload) -> u64 {
        match self {
            Self::Constant => 1,
            Self::Bytes => load.bytes,
            Self::Contents => load.contents,
            Self::ContentsLog2 => load.contents_log2(),
            Self::Elements => load.elements,
            Self::ElementsLog2 => load.elements_log2(),
            Self::FixedElements => load.fixed_elements,
            Self::Options => load.options,
            Self::Blocks => load.blocks,
            Self::LargeBlocks => load.large_blocks,
            Self::Digits => load.digits,
            Self::WideDigits => load.wide_digits,
            Self::Depth => load.depth,
            Self::Blake2bBlocks => load.blake2b_blocks(),
            Self::BytesLog => load.bytes_log(),
            Self::ElementsLog => load.elements_log(),
        }
    }

    /// Returns the Rust expression for the value in a workload `load`.
    pub(crate) const fn expression(self) -> &'static str {
        match self {
            Self::Constant => "1",
            Self::Bytes => "load.bytes",
            Self::Contents => "load.contents",
            Self::ContentsLog2 => "load.contents_log2()",
            Self::Elements => "load.elements",
            Self::ElementsLog2 => "load.elements_log2()",
            Self::FixedElements => "load.fixed_elements",
            Self::Options => "load.options",
            Self::Blocks => "load.blocks",
            Self::LargeBlocks => "load.large_blocks",
            Self::Digits => "load.digits",
            Self::WideDigits => "load.wide_digits",
            Self::Depth => "load.depth",
            Self::Blake2bBlocks => "load.blake2b_blocks()",
            Self::BytesLog => "load.bytes_log()",
            Self::ElementsLog => "load.elements_log()",
        }
    }
}

/// A coefficient of a model.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) struct Term {
    pub(crate) variable: Variable,
    /// The cost per unit of the variable, in the unit of the measurement.
    pub(crate) coefficient: f64,
    /// Half the width of the 95 % confidence interval.
    pub(crate) confidence: f64,
}

/// The model of a kind in a direction.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Model {
    pub(crate) home: Home,
    pub(crate) kind: String,
    pub(crate) direction: Direction,
    pub(crate) terms: Vec<Term>,
    /// The share of the variance that the model explains; 1 if it is a constant or if all inputs cost the same.
    pub(crate) r2: f64,
    /// Root mean square of the relative residuals.
    pub(crate) residual: f64,
    /// The share of the inputs whose cost the model predicts within 15 %.
    pub(crate) within: f64,
    /// By how much the criterion is better without `n log n` than with it; `None` if no set with it could be fitted.
    pub(crate) log_rejected_by: Option<f64>,
    pub(crate) rows: usize,
    pub(crate) removed: usize,
}

impl Model {
    /// Returns the predicted cost of a workload.
    pub(crate) fn predict(&self, load: &Workload) -> f64 {
        self.terms.iter().map(|term| term.coefficient * term.variable.of(load) as f64).sum()
    }
}

/// The output of the fitting step.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Solution {
    pub(crate) unit: Unit,
    pub(crate) setup: Setup,
    pub(crate) models: Vec<Model>,
    /// The inputs that the models were fitted to; errors of rounding are checked on them.
    pub(crate) inputs: Vec<Input>,
}

impl Solution {
    /// Returns the model of a kind in a direction.
    pub(crate) fn model(&self, home: Home, kind: &str, direction: Direction) -> Result<&Model> {
        let is_of = |model: &&Model| model.home == home && model.kind == kind && model.direction == direction;
        Ok(self.models.iter().find(is_of).ok_or_else(|| format!("{kind} has no model: measure all kinds"))?)
    }
}

/// Reads a JSON file.
pub(crate) fn load<T: DeserializeOwned>(file: &Path) -> Result<T> {
    let text = fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
    serde_json::from_slice(&text).map_err(|error| format!("{}: {error}", file.display()).into())
}

/// Writes a JSON file.
pub(crate) fn save<T: Serialize>(file: &Path, value: &T) -> Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(file, serde_json::to_vec(value)?).map_err(|error| format!("{}: {error}", file.display()).into())
}
