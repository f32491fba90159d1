//! Decoding all messages of a session: the sample session, and the captured one if it is available. `tezos-codec profile` measures the same
//! work, and its times must agree with these: `cli/docs/profile.md`.
//!
//! One benchmark decodes a session from its first message to its last, as a node does. The other decodes each message [`REPEATED`] times
//! before the next, as `profile` does, because a single decode of a microsecond is too short to be timed. It is faster for short messages,
//! whose code and memory are then in the caches.
//!
//! Last, it prints how long a session walks over the schema of long messages, as a multiple of the cost that it charges for reading them.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a benchmark may panic"
)]

#[allow(dead_code, reason = "the rest is for `tests/memory`")]
#[path = "../tests/memory/sequence.rs"]
mod sequence;

// The global allocator of the tool, which is slower than that of the system because it counts.
use allocation_counter as _;
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sequence::Entry;
use tezos_encoding::{
    Encode,
    stream::{Framer, StreamSettings},
};
use tezos_messages::{
    hash::BlockHash,
    operation::RawOperation,
    p2p::{OperationsForBlock, OperationsForBlocks, PeerMessage},
    path::MerklePath,
    protocol::{Component, ProtocolSource},
    samples::Message,
    session::Network,
};

/// How many times each message is decoded before the next.
const REPEATED: u32 = 64;

/// Decodes and drops a message; `sequence` pairs it with each message.
fn handle<T: Message>(bytes: &[u8], _: &mut Vec<u8>) {
    drop(black_box(T::from_bytes(black_box(bytes))));
}

/// Returns the mean time of decoding a message, over [`REPEATED`] calls.
fn repeated((handle, bytes): &Entry) -> Duration {
    let start = Instant::now();
    (0..REPEATED).for_each(|_| handle(bytes, &mut Vec::new()));
    start.elapsed() / REPEATED
}

fn sessions(criterion: &mut Criterion) {
    // Once a process has started a thread, glibc's allocator uses atomic operations. The tool has threads, as any node has.
    std::thread::spawn(|| ()).join().unwrap();
    let mut group = criterion.benchmark_group("session");
    for (name, entries) in [("sample", Some(sequence::own())), ("capture", sequence::capture())] {
        let Some(entries) = entries else { continue };
        let decode = |(handle, bytes): &Entry| handle(bytes, &mut Vec::new());
        let bytes: usize = entries.iter().map(|(_, bytes)| bytes.len()).sum();
        group.throughput(Throughput::Bytes(u64::try_from(bytes).unwrap()));
        group.bench_function(name, |bencher| bencher.iter(|| entries.iter().for_each(decode)));
        group.bench_function(format!("{name}, each message repeated"), |bencher| {
            bencher
                .iter_custom(|iterations| (0..iterations).map(|_| entries.iter().map(repeated).sum::<Duration>()).sum())
        });
    }
    group.finish();
}

/// Returns messages of 600 kB to 1 MB, of the smallest elements and of usual ones.
fn long_messages() -> Vec<(&'static str, PeerMessage)> {
    let operations = |count: usize, bytes: usize| {
        let hash = BlockHash([1; 32]);
        PeerMessage::OperationsForBlocks(OperationsForBlocks {
            operations_for_block: OperationsForBlock { hash, validation_pass: 3 },
            operation_hashes_path: MerklePath::Op,
            operations: vec![RawOperation { branch: hash, data: vec![7; bytes].into() }; count],
        })
    };
    let protocol = |count, bytes: usize| {
        let component = Component { implementation: "a".repeat(bytes).into(), ..Component::default() };
        PeerMessage::Protocol(ProtocolSource { components: vec![component; count], ..ProtocolSource::default() })
    };
    vec![
        ("operations without data", operations(20_000, 0)),
        ("operations of 100 bytes", operations(5000, 100)),
        ("operations of 10 kB", operations(60, 10_000)),
        ("a protocol of empty modules", protocol(60_000, 0)),
        ("a protocol of modules of 10 kB", protocol(100, 10_000)),
    ]
}

/// Prints the time of a walk over each long message without its last byte: the best of 20.
fn walks(_: &mut Criterion) {
    for (name, message) in long_messages() {
        let bytes = message.to_bytes().unwrap();
        let start = &bytes[..bytes.len() - 1];
        let walk = || {
            let settings = StreamSettings::new().with_value_max_bytes(usize::MAX);
            let mut framer = Framer::new(Network::Chain.message_encoding(), settings).unwrap();
            let begun = Instant::now();
            framer.check(black_box(start)).unwrap();
            begun.elapsed()
        };
        let best = (0..20).map(|_| walk()).min().unwrap();
        let charged = Network::Chain.message_cost(&bytes).unwrap();
        let times = best.as_nanos() as f64 * 1e3 / charged.0 as f64;
        println!("a walk over {name}, {} bytes: {best:.1?}, {times:.1} times the bound for reading it", bytes.len());
    }
}

criterion_group!(benches, sessions, walks);
criterion_main!(benches);
