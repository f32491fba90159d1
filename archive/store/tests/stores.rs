//! Stores of nodes.

use tezos_archive_store::{Options, open};

use crate::made::{made, read};

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
            let (blocks, refusals) = read(&open(&path, &Options::default()).unwrap());
            assert_eq!(refusals, [], "{arguments:?}");
            assert_eq!(blocks.len(), made.expected.len());
            assert_eq!(blocks, made.expected, "{arguments:?}");
        }
    }
}
