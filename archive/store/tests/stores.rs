//! Stores of nodes.

use tezos_archive_store::{Block, Options, open};
use tezos_hashes::hash::{OperationHash, blake2b_256};

use crate::made::{hex, made, read};

#[test]
fn all_blocks_are_read() {
    for arguments in [
        &["--width", "8"][..],
        &["--width", "4", "--per-file", "7"],
        &["--metadata", "legacy"],
        &["--metadata", "none", "--blocks", "40"],
        &["--floating", "0"],
    ] {
        let Some(made) = made(arguments) else { return };
        for path in [made.path.clone(), made.path.join("store"), made.chain()] {
            let source = open(&path, &Options::default()).unwrap();
            let (blocks, refusals) = read(&source);
            assert_eq!(refusals, [], "{arguments:?}");
            assert_eq!(blocks.len(), made.expected.len());
            assert_eq!(blocks, made.expected, "{arguments:?}");
            let forks = source.forks().iter().map(|fork| format!("{} {}\n", fork.level, hex(&fork.hash.0)));
            assert_eq!(forks.collect::<String>(), made.forks());
        }
    }
}

#[test]
fn blocks_have_the_hashes_of_their_operations() {
    let Some(made) = made(&["--blocks", "40"]) else { return };
    let blocks = |verify| {
        let source = open(&made.path, &Options { verify, ..Options::default() }).unwrap();
        let ranges = source.ranges();
        ranges.iter().flat_map(|range| source.range(range)).map(Result::unwrap).collect::<Vec<Block>>()
    };
    for block in blocks(true) {
        let hash = |bytes: &bytes::Bytes| OperationHash(blake2b_256(bytes));
        let hashes: Vec<Vec<_>> = block.operations.iter().map(|pass| pass.iter().map(hash).collect()).collect();
        // The genesis has no operations.
        assert_eq!(block.operation_hashes, (block.level != 0).then_some(hashes), "{}", block.level);
    }
    assert!(blocks(false).iter().all(|block| block.operation_hashes.is_none()));
}

#[test]
fn snapshots_end_with_their_block() {
    for kind in ["snapshot-dir", "snapshot-tar"] {
        for (version, width) in [("7", "4"), ("8", "8"), ("9", "8")] {
            let Some(made) = made(&["--kind", kind, "--version", version, "--width", width]) else { return };
            let source = open(&made.path, &Options::default()).unwrap();
            let (blocks, refusals) = read(&source);
            assert_eq!(refusals, [], "{kind} {version}");
            assert_eq!(blocks, made.expected, "{kind} {version}");
            assert_eq!(source.ranges().last().unwrap().levels, Some((99, 99)));
        }
        let Some(made) = made(&["--kind", kind, "--version", "6", "--width", "4"]) else { return };
        let error = open(&made.path, &Options::default()).unwrap_err().to_string();
        assert!(error.ends_with("expected a snapshot of version 7 to 9, found 6"), "{error}");
    }
}
