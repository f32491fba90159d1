//! Recursive types: a full binary tree of 2^20 leaves and an expression of 2^20 constructors.
//!
//! `read` includes dropping the value, as every use does; `drop` measures dropping alone, on a clone.

#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

use std::hint::black_box;

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use tezos_codec_benches::{
    by_hand::Body,
    tree::{Expr, Tree, expr, tree},
};
use tezos_encoding::{Arena, Decode, Encode, Validate, View, arena::Recursive};

/// Benchmarks all readers and writers of one type, after checking that their results are equal.
fn boxes<T: Body + View + Recursive + Clone>(criterion: &mut Criterion, name: &str, value: &T) {
    let bytes = &value.to_bytes().unwrap();
    assert!(T::from_bytes(bytes).unwrap() == *value && T::read_by_hand(bytes).unwrap() == *value);
    assert!(value.write_by_hand().unwrap() == *bytes);
    T::validate(bytes).unwrap();
    let arena = Arena::<T>::from_bytes(bytes).unwrap();
    assert!(arena.to_bytes().unwrap() == *bytes);
    let throughput = || Throughput::Bytes(u64::try_from(bytes.len()).unwrap_or(u64::MAX));

    let mut group = criterion.benchmark_group(format!("tree/{name}/read"));
    group.throughput(throughput());
    group.bench_function("derived", |bencher| bencher.iter(|| T::from_bytes(black_box(bytes))));
    group.bench_function("by hand", |bencher| bencher.iter(|| T::read_by_hand(black_box(bytes))));
    group.bench_function("arena", |bencher| bencher.iter(|| Arena::<T>::from_bytes(black_box(bytes))));
    group.bench_function("drop", |bencher| bencher.iter_batched(|| value.clone(), drop, BatchSize::LargeInput));
    group.bench_function("validate", |bencher| bencher.iter(|| T::validate(black_box(bytes))));
    group.finish();

    let mut group = criterion.benchmark_group(format!("tree/{name}/write"));
    group.throughput(throughput());
    group.bench_function("derived", |bencher| bencher.iter(|| black_box(value).to_bytes()));
    group.bench_function("by hand", |bencher| bencher.iter(|| black_box(value).write_by_hand()));
    group.bench_function("arena", |bencher| bencher.iter(|| black_box(&arena).to_bytes()));
    group.finish();
}

fn trees(criterion: &mut Criterion) {
    boxes::<Tree>(criterion, "binary", &tree(20, 0));
    boxes::<Expr>(criterion, "five", &expr(1 << 20));
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = trees
}
criterion_main!(benches);
