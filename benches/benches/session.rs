//! Decoding all messages of a session: the sample session, and the captured one where it is. `tezos-codec profile` measures the same and
//! has to agree: `cli/docs/profile.md`.
//!
//! A session is decoded from its first message to its last, as a node does it; and each message is decoded [`REPEATED`] times before the next,
//! as `profile` does it, to tell messages of a microsecond apart. The second way is faster for short messages, whose code and memory are in
//! the caches.

#![allow(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    clippy::arithmetic_side_effects,
    reason = "a benchmark may panic"
)]

#[allow(dead_code, reason = "its other half is for the gate of memory")]
#[path = "../tests/memory/sequence.rs"]
mod sequence;

// The tool's global allocator, which counts and so takes longer than the system's.
use allocation_counter as _;
use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sequence::Part;
use tezos_messages::samples::Message;

/// How often each message is decoded before the next.
const REPEATED: u32 = 64;

/// What a part is decoded with; `sequence` takes it.
fn handle<T: Message>(bytes: &[u8], _: &mut Vec<u8>) {
    drop(black_box(T::from_bytes(black_box(bytes))));
}

/// The time of decoding a part once, of many times.
fn repeated((handle, bytes): &Part) -> Duration {
    let start = Instant::now();
    (0..REPEATED).for_each(|_| handle(bytes, &mut Vec::new()));
    start.elapsed() / REPEATED
}

fn sessions(criterion: &mut Criterion) {
    // From the second thread on, glibc's allocator takes atomic steps. The tool has threads, as any node has.
    std::thread::spawn(|| ()).join().unwrap();
    let mut group = criterion.benchmark_group("session");
    for (name, parts) in [("sample", Some(sequence::own())), ("capture", sequence::capture())] {
        let Some(parts) = parts else { continue };
        let decode = |(handle, bytes): &Part| handle(bytes, &mut Vec::new());
        let bytes: usize = parts.iter().map(|(_, bytes)| bytes.len()).sum();
        group.throughput(Throughput::Bytes(u64::try_from(bytes).unwrap()));
        group.bench_function(name, |bencher| bencher.iter(|| parts.iter().for_each(decode)));
        group.bench_function(format!("{name}, each message repeated"), |bencher| {
            bencher
                .iter_custom(|iterations| (0..iterations).map(|_| parts.iter().map(repeated).sum::<Duration>()).sum())
        });
    }
    group.finish();
}

criterion_group!(benches, sessions);
criterion_main!(benches);
