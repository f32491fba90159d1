//! Encoding messages into a new vector, into a reused vector and into a hash. Bodies are also encoded by hand, into a new vector.

#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use tezos_codec_benches::{
    by_hand::Body,
    samples::{Bodies, Samples},
};
use tezos_encoding::{Decode, Encode};
use tezos_messages::{
    hash::{Blake2b256, blake2b_256},
    samples::{self, Message, Visitor},
};

/// Adds two benchmark groups for each message, after checking that its encoders return the bytes of the sample.
struct Groups<'b> {
    criterion: &'b mut Criterion,
    samples: Samples,
}

impl Groups<'_> {
    /// Adds the benchmarks of the value that `bytes` encodes; `by_hand` is its handwritten encoder, if it has one.
    fn groups<T, F>(&mut self, name: &str, bytes: &[u8], by_hand: Option<F>)
    where
        T: for<'a> Decode<'a> + Encode,
        F: Fn(&T) -> Vec<u8>,
    {
        let value = T::from_bytes(bytes).unwrap();
        assert_eq!(value.to_bytes().unwrap(), bytes, "{name}");
        let throughput = Throughput::Bytes(u64::try_from(bytes.len()).unwrap());

        let mut group = self.criterion.benchmark_group(format!("encode/{name}"));
        group.throughput(throughput.clone());
        group.bench_function("derived", |bencher| bencher.iter(|| black_box(&value).to_bytes()));
        if let Some(by_hand) = by_hand {
            assert_eq!(by_hand(&value), bytes, "{name}");
            group.bench_function("by hand", |bencher| bencher.iter(|| by_hand(black_box(&value))));
        }
        let mut reused = Vec::new();
        group.bench_function("derived, reused buffer", |bencher| {
            bencher.iter(|| {
                reused.clear();
                black_box(&value).encode_into(&mut reused)
            });
        });
        let mut reused = Vec::new();
        group.bench_function("memcpy", |bencher| {
            bencher.iter(|| {
                reused.clear();
                reused.extend_from_slice(black_box(bytes));
                black_box(reused.len())
            });
        });
        group.finish();

        let mut group = self.criterion.benchmark_group(format!("hash/{name}"));
        group.throughput(throughput);
        group.bench_function("derived", |bencher| bencher.iter(|| Encode::hash::<Blake2b256>(black_box(&value))));
        group.bench_function("encode, then hash", |bencher| {
            bencher.iter(|| black_box(&value).to_bytes().map(|bytes| blake2b_256(&bytes)));
        });
        group.finish();
    }
}

impl Bodies for Groups<'_> {
    fn body<T: Body>(&mut self, name: &'static str, bytes: &[u8]) {
        self.groups(name, bytes, Some(|value: &T| value.write_by_hand().unwrap()));
    }
}

impl Visitor for Groups<'_> {
    fn message<T: Message>(&mut self, name: &'static str, _: T) {
        if !Samples::is_by_hand(name) {
            let bytes = self.samples.message(name).to_vec();
            self.groups(name, &bytes, None::<fn(&T) -> Vec<u8>>);
        }
    }
}

fn encode(criterion: &mut Criterion) {
    let samples = Samples::load();
    println!("messages: {}", samples.origin);
    let mut groups = Groups { criterion, samples: samples.clone() };
    samples.each_body(&mut groups);
    samples::visit(&mut groups);
}

criterion_group!(benches, encode);
criterion_main!(benches);
