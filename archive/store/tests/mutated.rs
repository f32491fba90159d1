//! The files of the fuzz targets with changes that a fuzzer makes, on a stable compiler: no reader panics, and each comes to an end.

use std::fs;
use std::path::{Path, PathBuf};

use tezos_archive_store::{Options, open};

use crate::made::{Made, made};

/// How often each file is changed.
const ROUNDS: u64 = 400;

/// Numbers that are different for each seed: SplitMix64.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(limit.max(1)).unwrap()).unwrap()
    }
}

/// Changes bytes in one to four places.
fn mutate(bytes: &mut Vec<u8>, numbers: &mut Numbers) {
    for _ in 0..=numbers.below(4) {
        // Most of what decides is at the start or at the end of a file.
        let length = bytes.len();
        let at = match numbers.below(4) {
            0 => numbers.below(length.min(64)),
            1 => length.saturating_sub(numbers.below(128)),
            _ => numbers.below(length),
        };
        match numbers.below(6) {
            0 => bytes.truncate(at),
            1 => bytes.iter_mut().skip(at).take(1).for_each(|byte| *byte ^= 1 << (numbers.below(8))),
            2 => drop(bytes.drain(at..(at + numbers.below(40)).min(length))),
            3 => {
                let number = [0, 1, 0x3fff_ffff, 0x4000_0000, u32::MAX][numbers.below(5)].to_be_bytes();
                bytes.iter_mut().skip(at).zip(number).for_each(|(byte, new)| *byte = new);
            }
            4 => {
                let from = numbers.below(length);
                let part = bytes[from..(from + numbers.below(64)).min(length)].to_vec();
                bytes.splice(at..at, part).for_each(drop);
            }
            _ => bytes.iter_mut().skip(at).take(8).for_each(|byte| *byte = u8::try_from(numbers.below(256)).unwrap()),
        }
    }
}

/// Reads a source with one of its files changed, with and without the hashes that would hide what follows.
fn read_mutated(made: &Made, path: &Path) -> (usize, usize) {
    let whole = fs::read(path).unwrap();
    let (mut blocks, mut refused) = (0, 0);
    for seed in 0..ROUNDS {
        let (mut bytes, mut numbers) = (whole.clone(), Numbers(seed));
        mutate(&mut bytes, &mut numbers);
        fs::write(path, bytes).unwrap();
        let options = Options { verify: seed % 2 == 0, ..Options::default() };
        let Ok(source) = open(&made.path, &options) else {
            refused += 1;
            continue;
        };
        refused += source.refusals().len();
        for read in source.ranges().iter().flat_map(|range| source.range(range)) {
            match read {
                Ok(_) => blocks += 1,
                Err(_) => refused += 1,
            }
        }
    }
    fs::write(path, whole).unwrap();
    (blocks, refused)
}

fn paths(made: &Made, kind: &str) -> Vec<PathBuf> {
    if kind != "store" {
        return vec![made.path.clone()];
    }
    let names = ["cemented/2_5", "cemented/metadata/2_5.zip", "rw_floating/blocks", "protocol_levels", "current_head"];
    names.map(|name| made.chain().join(name)).into()
}

#[test]
fn no_change_makes_a_reader_panic() {
    for kind in ["store", "snapshot-tar", "binary", "jsonl"] {
        let Some(made) = made(&["--small", "--blocks", "10", "--per-file", "4", "--floating", "4", "--kind", kind])
        else {
            return;
        };
        for path in paths(&made, kind) {
            let (blocks, refused) = read_mutated(&made, &path);
            // Lines of JSON have no protocol, and the number of an unknown chain tells none.
            assert!(refused > 100 && (blocks > 100 || kind == "jsonl"), "{}: {blocks} {refused}", path.display());
        }
    }
}
