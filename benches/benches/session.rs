//! Decoding all messages of a session, one after the other: the sample session, and the captured one where it is. `tezos-codec profile`
//! measures the same and has to agree: `cli/docs/profile.md`.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a benchmark may panic")]

#[allow(dead_code, reason = "its other half is for the gate of memory")]
#[path = "../tests/memory/sequence.rs"]
mod sequence;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use sequence::Part;
use tezos_messages::samples::Message;

/// What a part is decoded with; `sequence` takes it.
fn handle<T: Message>(bytes: &[u8], _: &mut Vec<u8>) {
    drop(black_box(T::from_bytes(black_box(bytes))));
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
    }
    group.finish();
}

criterion_group!(benches, sessions);
criterion_main!(benches);
