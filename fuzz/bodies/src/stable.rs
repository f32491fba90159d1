//! Inputs for runs without a fuzzer: random bytes, and inputs of a corpus with changes.

use std::fs;
use std::path::Path;

use fastrand::Rng;

use crate::Target;

/// Maximum size in bytes of random inputs.
const MAX_BYTES: usize = 300;

/// Returns the inputs of a corpus, which are the files of a folder in order of their names. A missing folder has no inputs.
///
/// # Panics
/// If a file cannot be read.
#[must_use]
pub fn corpus(folder: &Path) -> Vec<Vec<u8>> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).unwrap()).collect()
}

/// Runs a target `runs` times, on inputs that depend on the seed.
pub fn runs(target: &Target, corpus: &[Vec<u8>], runs: u64, seed: u64) {
    let mut rng = Rng::with_seed(seed);
    for _ in 0..runs {
        target.run(&input(&mut rng, corpus));
    }
}

/// Returns a changed input of the corpus, or random bytes.
fn input(rng: &mut Rng, corpus: &[Vec<u8>]) -> Vec<u8> {
    let Some(one) = rng.choice(corpus).filter(|_| rng.bool()) else {
        let most = [20, 40, MAX_BYTES][rng.usize(..3)];
        let count = rng.usize(..most);
        return (0..count).map(|_| rng.u8(..)).collect();
    };
    let mut bytes = one.clone();
    for _ in 0..rng.usize(..4) {
        let offset = rng.usize(..=bytes.len());
        match rng.u8(..5) {
            0 => bytes.truncate(offset),
            1 => bytes.insert(offset, rng.u8(..)),
            2 => {
                let part = rng.choice(corpus).map(|other| &other[rng.usize(..=other.len())..]).unwrap_or_default();
                bytes.truncate(offset);
                bytes.extend_from_slice(part);
            }
            _ => bytes.iter_mut().skip(offset).take(1).for_each(|byte| *byte ^= 1 << rng.u8(..8)),
        }
    }
    bytes
}
