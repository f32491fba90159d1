//! Files of blocks that `tests/make_store.py` makes.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use tezos_archive_store::{Block, Receipt, Refusal, Source};
use tezos_hashes::hash::blake2b_256;
use tezos_protocols::Protocol;

/// A store or a snapshot, and the blocks that are expected in it.
pub(crate) struct Made {
    folder: TempDir,
    pub(crate) path: PathBuf,
    pub(crate) expected: Vec<Expected>,
}

/// A line of the listing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Expected {
    pub(crate) level: i32,
    pub(crate) hash: String,
    pub(crate) protocol: Protocol,
    pub(crate) digest: String,
}

/// Returns the folder of the real blocks. Returns `None`, and prints a note, if it is missing.
pub(crate) fn shared() -> Option<PathBuf> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shared = std::env::var_os("TEZOS_CODEC_SHARED").map_or_else(|| "../shared".into(), PathBuf::from);
    let shared = project.join(shared);
    if shared.join("data/blocks_binary").is_dir() {
        return Some(shared);
    }
    eprintln!("skipped: there are no real blocks in {} (TEZOS_CODEC_SHARED)", shared.display());
    None
}

/// Makes a store or a snapshot. Returns `None`, and prints a note, if Python or the real blocks are missing.
pub(crate) fn made(arguments: &[&str]) -> Option<Made> {
    let folder = tempfile::tempdir().unwrap();
    let shared = shared()?;
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let path = folder.path().join("made");
    let script = root.join("tests/make_store.py");
    let run = Command::new("python3").arg(script).arg(&path).arg("--shared").arg(&shared).args(arguments).output();
    let Ok(output) = run else {
        eprintln!("skipped: there is no python3");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let listing = std::fs::read_to_string(folder.path().join("made.expected")).unwrap();
    let protocols: HashMap<String, Protocol> =
        Protocol::ALL.iter().map(|protocol| (protocol.id()[..3].to_owned(), *protocol)).collect();
    let line = |line: &str| {
        let fields: Vec<&str> = line.split(' ').collect();
        Expected {
            level: fields[0].parse().unwrap(),
            hash: fields[1].to_owned(),
            protocol: protocols.get(fields[2]).copied().unwrap_or(Protocol::Genesis),
            digest: fields[3].to_owned(),
        }
    };
    Some(Made { expected: listing.lines().map(line).collect(), path, folder })
}

impl Made {
    /// Returns the directory of the chain of a store.
    pub(crate) fn chain(&self) -> PathBuf {
        let mut chains = std::fs::read_dir(self.path.join("store")).unwrap();
        chains.next().unwrap().unwrap().path()
    }

    /// Returns the blocks that a fork has, by level and hash.
    pub(crate) fn forks(&self) -> String {
        std::fs::read_to_string(self.folder.path().join("made.forks")).unwrap()
    }
}

/// Changes one bit of a file for the time of a function.
pub(crate) fn flipped<T>(path: &Path, offset: usize, bit: u8, run: impl FnOnce() -> T) -> T {
    let whole = std::fs::read(path).unwrap();
    let mut changed = whole.clone();
    changed[offset] ^= 1 << bit;
    std::fs::write(path, changed).unwrap();
    let result = run();
    std::fs::write(path, whole).unwrap();
    result
}

/// Reads all ranges of a source.
pub(crate) fn read(source: &Source) -> (Vec<Expected>, Vec<Refusal>) {
    let (mut blocks, mut refusals) = (Vec::new(), source.refusals().to_vec());
    for range in source.ranges() {
        for read in source.range(&range) {
            match read {
                Ok(block) => blocks.push(seen(&block)),
                Err(refusal) => refusals.push(refusal),
            }
        }
    }
    (blocks, refusals)
}

/// Returns what the listing would have for a block.
pub(crate) fn seen(block: &Block) -> Expected {
    Expected {
        level: block.level,
        hash: hex(&block.hash.0),
        protocol: block.protocol,
        digest: hex(&blake2b_256(&parts(block))),
    }
}

/// Returns all parts of a block, as the script hashes them.
fn parts(block: &Block) -> Vec<u8> {
    let mut parts = Vec::new();
    let size = |parts: &mut Vec<u8>, size: usize| parts.extend(u32::try_from(size).unwrap().to_be_bytes());
    let bytes = |parts: &mut Vec<u8>, bytes: &[u8]| {
        size(parts, bytes.len());
        parts.extend(bytes);
    };
    bytes(&mut parts, &block.header);
    size(&mut parts, block.operations.len());
    for pass in &block.operations {
        size(&mut parts, pass.len());
        pass.iter().for_each(|operation| bytes(&mut parts, operation));
    }
    parts.push(u8::from(block.metadata.is_some()));
    block.metadata.iter().for_each(|metadata| bytes(&mut parts, metadata));
    parts.push(u8::from(block.receipts.is_some()));
    if let Some(receipts) = &block.receipts {
        size(&mut parts, receipts.len());
        for pass in receipts {
            size(&mut parts, pass.len());
            for receipt in pass {
                match receipt {
                    Receipt::Metadata(metadata) => {
                        parts.push(0);
                        bytes(&mut parts, metadata);
                    }
                    Receipt::TooLarge => parts.push(1),
                }
            }
        }
    }
    parts
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
