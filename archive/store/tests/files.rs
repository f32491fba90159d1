//! Files of blocks in binary and in JSON.

use std::fs;

use tezos_archive_store::{Options, open};
use tezos_protocols::Protocol;
use tezos_protocols::block::BlockAnswer;

use crate::made::{Expected, made, read, seen, shared};

/// Forgets the protocols: of a chain that is not known, those of binary answers are guessed.
fn without_protocols(blocks: &[Expected]) -> Vec<Expected> {
    blocks.iter().map(|block| Expected { protocol: Protocol::Alpha, ..block.clone() }).collect()
}

#[test]
fn files_have_the_blocks_that_were_written() {
    for kind in ["binary", "jsonl"] {
        let Some(made) = made(&["--kind", kind]) else { return };
        let (blocks, refusals) = read(&open(&made.path, &Options::default()).unwrap());
        // Numbers of protocols belong to a chain, which is not known here, and JSON in hexadecimal digits has no protocol.
        if kind == "jsonl" {
            assert_eq!((blocks.len(), refusals.len()), (0, made.expected.len()));
            assert_eq!(refusals[0].path, "header.proto");
            let options = Options { decode: false, protocol: Some(Protocol::Alpha), ..Options::default() };
            let (blocks, refusals) = read(&open(&made.path, &options).unwrap());
            assert_eq!(refusals, []);
            assert_eq!(without_protocols(&blocks), without_protocols(&made.expected));
            continue;
        }
        assert_eq!(refusals, []);
        assert!(blocks.len() > 60, "{}", blocks.len());
        assert_eq!(without_protocols(&blocks), without_protocols(&made.expected), "{kind}");
    }
}

/// The JSON of RPC is made from the answers in binary: both have to give the same blocks.
#[test]
fn real_answers_are_the_same_blocks_in_binary_and_in_json() {
    let Some(shared) = shared() else { return };
    let folder = tempfile::tempdir().unwrap();
    let source = open(shared.join("data/blocks_binary"), &Options::default()).unwrap();
    let mut count = 0;
    for range in source.ranges() {
        for block in source.range(&range) {
            let block = block.unwrap();
            let path = &block.place.source;
            let name = path.file_stem().unwrap().to_str().unwrap();
            assert!(name.ends_with(&format!("_{}", block.level)), "{name}");
            if block.chain_id.to_string() == "NetXdQprcVkpaWU" {
                assert_eq!(&block.protocol.id()[..3], &name[..3]);
            }
            assert!(block.receipts.is_some());
            let answer = fs::read(path).unwrap();
            let BlockAnswer(answer): BlockAnswer = block.protocol.decode(&answer).unwrap();
            let json = folder.path().join(format!("{name}.jsonl"));
            fs::write(&json, block.protocol.to_json(&answer).unwrap() + "\n").unwrap();
            let (blocks, refusals) = read(&open(&json, &Options::default()).unwrap());
            assert_eq!(refusals, []);
            assert_eq!(blocks, [seen(&block)]);
            count += 1;
        }
    }
    assert_eq!(count, 30);
}
