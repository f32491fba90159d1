//! The inputs: values of many sizes for each kind, which can be made again from their seeds.

use std::{
    fmt,
    fs::{self, File},
    io::Write as _,
    path::Path,
};

use fastrand::Rng;
use serde::{Deserialize, Serialize};
use tezos_encoding::cost::Workload;
use tezos_hashes::hash::blake2b_256;

use crate::{Error, Lab, Result, Sample, Subject};

/// The number of seeds that are tried for an input. Generators prefer short values, so the longest of several is closer to the limit.
const TRIES: usize = 6;

/// Which inputs are made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputOptions {
    /// The names of the kinds; empty for all.
    pub kinds: Vec<String>,
    /// Seed of the random numbers.
    pub seed: u64,
    /// Number of inputs of each kind.
    pub count: usize,
    /// Size of the longest input in bytes.
    pub max_bytes: usize,
}

impl Default for InputOptions {
    /// 120 inputs of each kind, of up to 1 MiB, from the seed 1.
    fn default() -> Self {
        Self { kinds: Vec::new(), seed: 1, count: 120, max_bytes: 1 << 20 }
    }
}

impl fmt::Display for InputOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kinds, seed, count, max_bytes } = self;
        let kinds = if kinds.is_empty() { "each kind".to_owned() } else { kinds.join(", ") };
        write!(f, "{count} inputs of {kinds} up to {max_bytes} bytes, seed {seed}")
    }
}

/// An input, which the generator of its kind can make again from the seed and the limit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Input {
    /// The name of the kind.
    pub kind: String,
    /// The seed.
    pub seed: u64,
    /// The limit in bytes.
    pub max_bytes: usize,
    /// [`Workload::bytes`].
    pub bytes: u64,
    /// [`Workload::contents`].
    pub contents: u64,
    /// [`Workload::elements`].
    pub elements: u64,
    /// [`Workload::fixed_elements`].
    pub fixed_elements: u64,
    /// [`Workload::options`].
    pub options: u64,
    /// [`Workload::blocks`].
    pub blocks: u64,
    /// [`Workload::large_blocks`].
    pub large_blocks: u64,
    /// [`Workload::digits`].
    pub digits: u64,
    /// [`Workload::wide_digits`].
    pub wide_digits: u64,
    /// [`Workload::depth`].
    pub depth: u64,
    /// The first eight bytes of the BLAKE2b hash of the input, in hex, so that a changed generator is noticed.
    pub checksum: String,
}

impl Input {
    /// Returns the input that a seed and a limit give.
    #[must_use]
    pub fn new(kind: impl Into<String>, seed: u64, max_bytes: usize, sample: &Sample) -> Self {
        let Workload {
            bytes,
            contents,
            elements,
            fixed_elements,
            options,
            blocks,
            large_blocks,
            digits,
            wide_digits,
            depth,
        } = sample.load;
        Self {
            kind: kind.into(),
            seed,
            max_bytes,
            bytes,
            contents,
            elements,
            fixed_elements,
            options,
            blocks,
            large_blocks,
            digits,
            wide_digits,
            depth,
            checksum: checksum(&sample.bytes),
        }
    }

    /// Returns the counts that costs depend on.
    #[must_use]
    pub const fn load(&self) -> Workload {
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

/// The inputs of some kinds, with the options that made them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inputs {
    /// The options, as text.
    pub options: String,
    /// The inputs by kind, in the order of their limits.
    pub rows: Vec<Input>,
}

impl Lab {
    /// Makes inputs: the shortest value of each kind first, then values whose limits are evenly spaced on a logarithmic scale.
    ///
    /// # Errors
    /// [`Error::Option`] if `count` is 0; [`Error::UnknownKind`]; [`Error::NoInput`] if a generator makes no value.
    pub fn inputs(&self, options: &InputOptions) -> Result<Inputs> {
        if options.count == 0 {
            return Err(Error::Option { name: "inputs", allowed: "at least 1" });
        }
        options.kinds.iter().try_for_each(|kind| self.subject(kind).map(drop))?;
        let wanted = |subject: &&Subject| options.kinds.is_empty() || options.kinds.contains(&subject.name);
        let mut rng = Rng::with_seed(options.seed);
        let mut rows = Vec::new();
        let subjects: Vec<&Subject> = self.subjects().iter().filter(wanted).collect();
        let bar = self.progress("making inputs", subjects.len());
        for subject in subjects {
            for index in 0..options.count {
                rows.push(input(subject, index, options, &mut rng)?);
            }
            bar.inc(1);
        }
        bar.finish_and_clear();
        Ok(Inputs { options: options.to_string(), rows })
    }

    /// Makes an input again, from its seed.
    ///
    /// # Errors
    /// [`Error::UnknownKind`]; [`Error::OtherInput`] if the generator makes other bytes now.
    pub fn again(&self, input: &Input) -> Result<Sample> {
        let sample = self.subject(&input.kind)?.make(input.seed, input.max_bytes);
        sample
            .filter(|sample| checksum(&sample.bytes) == input.checksum)
            .ok_or_else(|| Error::OtherInput(input.kind.clone()))
    }
}

/// Makes one input: the shortest of several for the first one, the longest for the others.
fn input(subject: &Subject, index: usize, options: &InputOptions, rng: &mut Rng) -> Result<Input> {
    let share = index as f64 / options.count.saturating_sub(1).max(1) as f64;
    let min = subject.min_bytes.max(1) as f64;
    let max_bytes = (min * (options.max_bytes as f64 / min).max(1.0).powf(share)).round() as usize;
    let seeds: Vec<u64> = (0..TRIES).map(|_| rng.u64(..)).collect();
    let made = seeds.into_iter().filter_map(|seed| subject.make(seed, max_bytes).map(|sample| (seed, sample)));
    let size = |(_, sample): &(u64, Sample)| sample.bytes.len();
    let chosen = if index == 0 { made.min_by_key(size) } else { made.max_by_key(size) };
    let (seed, sample) = chosen.ok_or_else(|| Error::NoInput { kind: subject.name.clone(), max_bytes })?;
    Ok(Input::new(subject.name.clone(), seed, max_bytes, &sample))
}

fn checksum(bytes: &[u8]) -> String {
    let [a, b, c, d, e, f, g, h, ..] = blake2b_256(bytes);
    hex::encode([a, b, c, d, e, f, g, h])
}

impl Inputs {
    /// Writes the inputs as CSV, with the options in a comment before the table. Folders are made as needed.
    ///
    /// # Errors
    /// [`Error::File`]
    pub fn save(&self, file: &Path) -> Result<()> {
        let write = || -> std::io::Result<()> {
            if let Some(folder) = file.parent() {
                fs::create_dir_all(folder)?;
            }
            let mut out = File::create(file)?;
            writeln!(out, "# {}", self.options)?;
            let mut table = csv::Writer::from_writer(out);
            self.rows.iter().try_for_each(|row| table.serialize(row))?;
            table.flush()
        };
        write().map_err(Error::file(file))
    }

    /// Reads inputs that [`Inputs::save`] wrote.
    ///
    /// # Errors
    /// [`Error::File`]
    pub fn load(file: &Path) -> Result<Self> {
        let text = fs::read_to_string(file).map_err(Error::file(file))?;
        let options = text.lines().next().and_then(|line| line.strip_prefix("# ")).unwrap_or_default().to_owned();
        let table = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
        let rows = table.into_deserialize().collect::<std::result::Result<_, _>>().map_err(Error::file(file))?;
        Ok(Self { options, rows })
    }
}
