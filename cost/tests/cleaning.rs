use tezos_codec_cost::{Error, Fit, Measurement, Variable};
use tezos_encoding::cost::Workload;

use crate::{measurement, row};

/// Block headers of the seed 7, measured on 2026-11-29: the measurement of which a former version removed the shortest header.
fn block_headers() -> Measurement {
    serde_json::from_str(include_str!("data/block_headers.json")).unwrap()
}

#[test]
fn the_shortest_header_is_kept_and_predicted() {
    let measured = block_headers();
    assert_eq!(measured.rows.len(), 60);
    let shortest = measured.rows.iter().min_by_key(|row| row.input.bytes).unwrap().clone();
    let cleaned = measured.clean(3.0).unwrap();
    assert!(cleaned.rows.contains(&shortest), "{:?}", cleaned.removed);
    let model = &cleaned.fit(&Fit::default()).unwrap().models[0];
    let predicted = model.predict(&shortest.input.load());
    assert!((predicted / shortest.cost - 1.0).abs() < 0.1, "{predicted} for {}: {model}", shortest.cost);
    assert!(model.terms.iter().any(|term| term.variable == Variable::Constant), "{model}");
}

#[test]
fn outliers_are_those_among_equal_inputs() {
    let mut rows: Vec<_> = (0..20_u32).map(|index| row(Workload::of_bytes(10), 100.0 + f64::from(index % 5))).collect();
    // An outlier above and one below, one just inside of the limits, and an input without an equal, which is far from any model.
    rows.extend([150.0, 60.0, 106.0].map(|cost| row(Workload::of_bytes(10), cost)));
    rows.push(row(Workload::of_bytes(1), 5000.0));
    let cleaned = measurement(rows).clean(3.0).unwrap();
    assert_eq!(cleaned.removed.iter().map(|row| row.cost).collect::<Vec<_>>(), [150.0, 60.0]);
    assert_eq!(cleaned.rows.len(), 22);
    assert!(cleaned.setup.options.ends_with("outliers above 3 sigmas removed"));
    // Cleaning once more keeps those that were removed.
    let again = cleaned.clone().clean(3.0).unwrap();
    assert_eq!((again.rows, again.removed), (cleaned.rows, cleaned.removed));
}

#[test]
fn few_equal_inputs_are_all_kept() {
    let rows =
        |count: usize| (0..count).map(|index| row(Workload::of_bytes(10), if index == 0 { 500.0 } else { 100.0 }));
    let removed = |count| measurement(rows(count).collect()).clean(3.0).unwrap().removed.len();
    assert_eq!((removed(4), removed(5)), (0, 1));
}

#[test]
fn sigmas_are_positive() {
    for sigmas in [0.0, -1.0, f64::NAN] {
        assert!(matches!(measurement(Vec::new()).clean(sigmas), Err(Error::Option { name: "sigmas", .. })));
    }
}
