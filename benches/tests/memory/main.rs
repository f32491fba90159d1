//! Compares the heap use of messages with `ci/budgets.toml`: blocks, bytes and peak exactly, because they are the same in every run, and no
//! leaks. A message that takes a little more would not be seen among others with any tolerance.
//!
//! A sequence consists of the messages that two peers exchanged while one of them caught up with the other, of a sample of each message, or
//! of values of Ethereum in RLP. Each message is handled as by a node: decoded, hashed or checked, encoded again into a reused buffer (RLP
//! into a new one), and dropped. `ci/memory` runs this in a release build, and `ci/memory --bless` writes the measured figures into the file.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects, reason = "a test may panic")]

mod sequence;

use std::{any::Any, collections::BTreeMap, env, path::Path, process::ExitCode};

use sequence::Entry;
use tezos_codec_benches::{
    budget::{self, Figures, Verdict},
    ethereum::{self, Derived},
};
use tezos_encoding::Encode;
use tezos_messages::{hash::Blake2b256, p2p::PeerMessage, samples::Message};
use tezos_rlp::ethereum::{Block, Header, Transaction};

#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

const COMMENTS: &str = "\
# Heap use of the messages of a session, handled one after the other (benches/tests/memory): allocated blocks, allocated bytes, their peak
# and bytes that are never freed. They must be exactly as here.
# `own` is the session in this repository, `capture` the one of ../shared, `samples` each message of
# `tezos_messages::samples` once, `rlp` a transaction, a header and a block of 320 transactions of Ethereum. Written by
# `ci/memory --bless`.
";

/// Runs without libtest, whose own allocations in the process would be counted too.
fn main() -> ExitCode {
    if cfg!(debug_assertions) {
        println!("skipped: memory is measured in release builds; run ci/memory");
        return ExitCode::SUCCESS;
    }
    let capture = sequence::capture();
    if capture.is_none() && env::var_os("REQUIRE").is_some_and(|required| !required.is_empty()) {
        println!("memory: the capture is not measured, which REQUIRE demands");
        return ExitCode::FAILURE;
    }
    let sequences = [
        ("own", Some(sequence::own())),
        ("capture", capture),
        ("samples", Some(sequence::samples())),
        ("rlp", Some(in_rlp())),
    ];
    let mut measured = Figures::new();
    for (name, entries) in sequences.into_iter().filter_map(|(name, entries)| Some((name, entries?))) {
        let bytes: usize = entries.iter().map(|(_, bytes)| bytes.len()).sum();
        println!("{name}: {} messages, {bytes} bytes", entries.len());
        measured.insert(name.to_owned(), measure(&entries));
    }
    check(&measured)
}

/// Returns the heap use of handling the messages.
fn measure(entries: &[Entry]) -> BTreeMap<String, u64> {
    let profiler = dhat::Profiler::builder().testing().build();
    let mut written = Vec::new();
    for (handle, bytes) in entries {
        written.clear();
        handle(bytes, &mut written);
        assert_eq!(&written, bytes);
    }
    drop(written);
    let heap = dhat::HeapStats::get();
    drop(profiler);
    let peak = u64::try_from(heap.max_bytes).unwrap();
    let left = u64::try_from(heap.curr_bytes).unwrap();
    let figures = [("blocks", heap.total_blocks), ("bytes", heap.total_bytes), ("peak", peak), ("left", left)];
    figures.into_iter().map(|(name, figure)| (name.to_owned(), figure)).collect()
}

/// Handles a message as a node does.
pub(crate) fn handle<T: Message>(bytes: &[u8], written: &mut Vec<u8>) {
    let message = T::from_bytes(bytes).unwrap();
    (&message as &dyn Any).downcast_ref().into_iter().for_each(take_note);
    message.encode_into(written).unwrap();
}

/// Returns a transaction, a header and a block of Ethereum.
fn in_rlp() -> Vec<Entry> {
    vec![
        (handle_rlp::<Transaction>, ethereum::transaction().unwrap()),
        (handle_rlp::<Header>, ethereum::header().unwrap()),
        (handle_rlp::<Block>, ethereum::block(320).unwrap()),
    ]
}

/// Handles a value of Ethereum as a kernel does: its hash allocates nothing, and its bytes are allocated once.
fn handle_rlp<T: Derived>(bytes: &[u8], written: &mut Vec<u8>) {
    let value = T::decode(bytes).unwrap();
    assert_ne!(value.keccak().unwrap(), [0; 32]);
    *written = value.encode().unwrap();
}

/// Computes what a node computes from a message before it stores or forwards it.
fn take_note(message: &PeerMessage) {
    let header = match message {
        PeerMessage::BlockHeader(header) => Some(header),
        PeerMessage::CurrentHead(head) => Some(&head.current_block_header),
        PeerMessage::CurrentBranch(branch) => Some(&branch.current_branch.current_head),
        PeerMessage::Operation(operation) => {
            assert_ne!(operation.hash().0, [0; 32]);
            None
        }
        PeerMessage::OperationsForBlocks(operations) => {
            assert_ne!(operations.root().unwrap().0.0, [0; 32]);
            None
        }
        _ => None,
    };
    if let Some(header) = header {
        assert_eq!(header.hash().unwrap().0, Encode::hash::<Blake2b256>(header).unwrap());
    }
}

/// Compares the figures with the committed ones, or writes them into the file.
fn check(measured: &Figures) -> ExitCode {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../ci/budgets.toml");
    let mut committed = budget::read(&path).unwrap();
    let rows = budget::compare(&committed, measured, |_| 0);
    println!("{}", budget::heading());
    rows.iter().for_each(|row| println!("{row}"));
    let left = measured.values().any(|figures| figures["left"] != 0);
    if left {
        println!("memory: bytes are left at the end; that is a leak, and cannot be blessed");
        return ExitCode::FAILURE;
    }
    if env::var_os("BLESS").is_some() {
        committed.extend(measured.clone());
        budget::write(&path, COMMENTS, &[], &committed).unwrap();
        println!("memory: written to ci/budgets.toml");
        return ExitCode::SUCCESS;
    }
    if rows.iter().all(|row| row.verdict() == Verdict::Kept) {
        println!("memory: as committed");
        return ExitCode::SUCCESS;
    }
    println!("memory: not as committed; undo regressions, or run `ci/memory --bless` and commit intended changes");
    ExitCode::FAILURE
}
