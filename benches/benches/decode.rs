//! Decoding messages: bodies by derived and by handwritten code, owned and borrowed; the other messages as a whole, by derived code only;
//! and the cost of explaining an error.

#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

mod place;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use place::everywhere;
use tezos_codec_benches::{
    by_hand::{Body, Viewed},
    samples::{Bodies, CurrentHead, Samples, Views},
};
use tezos_encoding::{Decode, NomReader, Reader};
use tezos_messages::samples::{self, Message, Visitor};

/// Adds a benchmark group for each message, after checking that its functions return equal values.
struct Groups<'b> {
    criterion: &'b mut Criterion,
    samples: Samples,
}

impl Bodies for Groups<'_> {
    fn body<T: Body>(&mut self, name: &'static str, bytes: &[u8]) {
        assert_eq!(T::from_bytes(bytes).unwrap(), T::read_by_hand(bytes).unwrap(), "{name}");
        let mut group = self.criterion.benchmark_group(format!("decode/{name}"));
        group.throughput(Throughput::Bytes(u64::try_from(bytes.len()).unwrap()));
        group.bench_function("derived", |bencher| everywhere(bencher, bytes, &mut |bytes| T::from_bytes(bytes)));
        group.bench_function("by hand", |bencher| everywhere(bencher, bytes, &mut |bytes| T::read_by_hand(bytes)));
        group.finish();
    }
}

impl Visitor for Groups<'_> {
    fn message<T: Message>(&mut self, name: &'static str, _: T) {
        if Samples::is_by_hand(name) {
            return;
        }
        let bytes = self.samples.message(name);
        let mut group = self.criterion.benchmark_group(format!("decode/{name}"));
        group.throughput(Throughput::Bytes(u64::try_from(bytes.len()).unwrap()));
        group.bench_function("derived", |bencher| everywhere(bencher, bytes, &mut |bytes| T::from_bytes(bytes)));
        group.finish();
    }
}

impl Views for Groups<'_> {
    fn viewed<T: Viewed>(&mut self, name: &'static str, bytes: &[u8]) {
        assert!(T::alike(&T::Derived::from_bytes(bytes).unwrap(), &T::borrow_by_hand(bytes).unwrap()), "{name}");
        let mut group = self.criterion.benchmark_group(format!("view/{name}"));
        group.throughput(Throughput::Bytes(u64::try_from(bytes.len()).unwrap()));
        group.bench_function("derived", |bencher| bencher.iter(|| T::Derived::from_bytes(black_box(bytes))));
        group.bench_function("by hand", |bencher| bencher.iter(|| T::borrow_by_hand(black_box(bytes))));
        group.finish();
    }
}

fn messages(criterion: &mut Criterion) {
    let samples = Samples::load();
    println!("messages: {}", samples.origin);
    let mut groups = Groups { criterion, samples: samples.clone() };
    samples.each_body(&mut groups);
    samples::visit(&mut groups);
    samples.each_viewed(&mut groups);
}

/// Measures the refusal of a current head whose last byte is missing: with an explained error, for which the schema is walked over all
/// bytes before the fault, and with the bare fault of the reader.
fn explanations(criterion: &mut Criterion) {
    let samples = Samples::load();
    let (_, bad) = samples.body("current_head").split_last().unwrap();
    let fault = |bytes| CurrentHead::read(&mut Reader::new(bytes)).map_err(|fault| fault.kind().name());
    let explained = |bytes| CurrentHead::from_bytes(bytes).map_err(|error| error.kind().name());
    assert_eq!(fault(bad), Err("Not_enough_data"));
    assert_eq!(explained(bad), fault(bad));
    let mut group = criterion.benchmark_group("explain/current_head");
    group.throughput(Throughput::Bytes(u64::try_from(bad.len()).unwrap()));
    group.bench_function("explained", |bencher| bencher.iter(|| CurrentHead::from_bytes(black_box(bad))));
    group.bench_function("refused", |bencher| bencher.iter(|| fault(black_box(bad))));
    group.finish();
}

criterion_group!(benches, messages, explanations);
criterion_main!(benches);
