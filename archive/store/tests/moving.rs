//! The floating store of a running node, which moves while it is read.

use std::fs;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use tezos_archive_store::{Options, open};

use crate::made::{made, read};

const SMALL: &[&str] = &["--small", "--blocks", "24", "--per-file", "5", "--floating", "8"];

#[test]
fn blocks_that_are_found_can_be_read_after_a_merge() {
    let Some(made) = made(SMALL) else { return };
    let source = open(&made.path, &Options::default()).unwrap();
    // A merge writes new files and gives them the names of the old ones.
    for name in ["ro_floating", "rw_floating"] {
        let blocks = made.chain().join(name).join("blocks");
        fs::write(blocks.with_extension("new"), b"").unwrap();
        fs::rename(blocks.with_extension("new"), &blocks).unwrap();
    }
    let (blocks, refusals) = read(&source);
    assert_eq!((blocks, refusals), (made.expected.clone(), Vec::new()));
}

/// A block is half written when the store is opened, and complete a little later.
#[test]
fn a_block_that_is_being_written_is_waited_for() {
    let Some(made) = made(SMALL) else { return };
    let path = made.chain().join("rw_floating/blocks");
    let bytes = fs::read(&path).unwrap();
    let is_done = AtomicBool::new(false);
    fs::write(&path, &bytes[..bytes.len() - 1000]).unwrap();
    thread::scope(|scope| {
        scope.spawn(|| {
            // The file grows a few times: it is seen to change.
            for missing in (0..10).rev() {
                thread::sleep(Duration::from_millis(20));
                fs::write(&path, &bytes[..bytes.len() - missing]).unwrap();
            }
            is_done.store(true, Ordering::SeqCst);
        });
        let mut tries = 0;
        loop {
            let was_done = is_done.load(Ordering::SeqCst);
            let (blocks, refusals) =
                open(&made.path, &Options::default()).map_or_else(|error| panic!("{error}"), |source| read(&source));
            if refusals.is_empty() {
                assert_eq!(blocks, made.expected);
                break;
            }
            assert!(!was_done, "{refusals:?}");
            tries += 1;
            assert!(tries < 1_000);
        }
    });
}

#[test]
fn a_head_that_is_not_found_is_refused() {
    let Some(made) = made(SMALL) else { return };
    let path = made.chain().join("current_head");
    fs::write(&path, [&[7; 32][..], &[0, 0, 0, 24]].concat()).unwrap();
    let (blocks, refusals) = read(&open(&made.path, &Options::default()).unwrap());
    // The highest block is one of two: the chain or its fork.
    assert_eq!(blocks[..23], made.expected[..23]);
    assert_eq!(blocks.len(), 24);
    assert!(refusals.iter().any(|refusal| refusal.reason.contains("expected the block")), "{refusals:?}");
}
