//! Decoding all messages of a session: the sample session, and the captured one if it is available. `tezos-codec profile` measures the same
//! work, and its times must agree with these: `cli/docs/profile.md`.
//!
//! One benchmark decodes a session from its first message to its last, as a node does. The other decodes each message [`REPEATED`] times
//! before the next, as `profile` does, because a single decode of a microsecond is too short to be timed. It is faster for short messages,
//! whose code and memory are then in the caches.

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
use tezos_messages::samples::Message;

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

criterion_group!(benches, sessions);
criterion_main!(benches);
