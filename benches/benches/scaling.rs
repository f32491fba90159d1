//! Times by size: `scaling/<type>/<what>/<n>`. `ci/scaling` counts the instructions of the same work and fits lines to them.

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use tezos_codec_benches::scaling;

fn scaling(criterion: &mut Criterion) {
    for scaling::Series { name, what, points } in scaling::series() {
        let mut group = criterion.benchmark_group(format!("scaling/{name}/{what}"));
        for (size, work) in points {
            group.bench_function(BenchmarkId::from_parameter(size), |bencher| bencher.iter(&work));
        }
        group.finish();
    }
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(10);
    targets = scaling
}
criterion_main!(benches);
