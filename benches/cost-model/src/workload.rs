//! The inputs: values of many sizes for each kind, which can be made again from their seeds.

use std::path::Path;

use fastrand::Rng;
use tezos_hashes::hash::blake2b_256;

use crate::{
    Inputs, Result,
    files::Input,
    subject::{Made, Subject, subjects},
};

/// The number of seeds that are tried for an input. Generators prefer short values, so the longest of several is closer to the limit.
const TRIES: usize = 6;

/// Makes the inputs of all kinds. The limits of their sizes are evenly spaced on a logarithmic scale.
pub(crate) fn make(inputs: &Inputs) -> Result<Vec<Input>> {
    let wanted = |subject: &Subject| inputs.kind.as_ref().is_none_or(|kind| subject.name.contains(kind));
    let subjects: Vec<Subject> = subjects().into_iter().filter(wanted).collect();
    let bar = crate::measure::progress("making inputs", subjects.len());
    let mut rng = Rng::with_seed(inputs.seed);
    let mut all = Vec::new();
    for subject in &subjects {
        for index in 0..inputs.inputs {
            let share = index as f64 / inputs.inputs.saturating_sub(1).max(1) as f64;
            let min = subject.min_bytes.max(1) as f64;
            let max_bytes = (min * (inputs.max_bytes as f64 / min).max(1.0).powf(share)).round() as usize;
            let seeds = (0..TRIES).map(|_| rng.u64(..));
            let made = seeds.filter_map(|seed| subject.make(seed, max_bytes).map(|made| (seed, made)));
            let longest = made.max_by_key(|(_, made)| made.bytes.len());
            let (seed, made) =
                longest.ok_or_else(|| format!("no {} of at most {max_bytes} bytes can be made", subject.name))?;
            all.push(row(subject, seed, max_bytes, &made));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(all)
}

fn row(subject: &Subject, seed: u64, max_bytes: usize, made: &Made) -> Input {
    Input {
        home: subject.home,
        kind: subject.name.clone(),
        seed,
        max_bytes,
        bytes: made.load.bytes,
        contents: made.load.contents,
        elements: made.load.elements,
        fixed_elements: made.load.fixed_elements,
        options: made.load.options,
        blocks: made.load.blocks,
        large_blocks: made.load.large_blocks,
        digits: made.load.digits,
        wide_digits: made.load.wide_digits,
        depth: made.load.depth,
        checksum: checksum(&made.bytes),
    }
}

fn checksum(bytes: &[u8]) -> String {
    hex::encode(&blake2b_256(bytes)[..8])
}

/// Makes an input again, from its seed.
///
/// # Errors
/// If the kind is not known, or if the generator now makes other bytes.
pub(crate) fn again(subjects: &[Subject], input: &Input) -> Result<Made> {
    let known = subjects.iter().find(|subject| subject.home == input.home && subject.name == input.kind);
    let made = known.and_then(|subject| subject.make(input.seed, input.max_bytes));
    made.filter(|made| checksum(&made.bytes) == input.checksum)
        .ok_or_else(|| format!("the generator of {} makes other inputs now: make a new workload", input.kind).into())
}

/// Writes inputs as CSV.
pub(crate) fn save(file: &Path, inputs: &[Input]) -> Result<()> {
    if let Some(folder) = file.parent() {
        std::fs::create_dir_all(folder)?;
    }
    let mut out = csv::Writer::from_path(file)?;
    inputs.iter().try_for_each(|input| out.serialize(input))?;
    Ok(out.flush()?)
}

/// Reads inputs that [`save`] wrote.
pub(crate) fn load(file: &Path) -> Result<Vec<Input>> {
    let rows = csv::Reader::from_path(file).map_err(|error| format!("{}: {error}", file.display()))?;
    rows.into_deserialize().map(|row| row.map_err(|error| format!("{}: {error}", file.display()).into())).collect()
}
