use tezos_codec_cost::{Fit, Report};

use crate::{loads, measurement, row};

#[test]
fn costs_predictions_and_projections_are_drawn() {
    let cost = |bytes: u64, elements: u64| 20.0 + bytes as f64 * 0.5 + elements as f64 * 30.0;
    let measured = measurement(loads().iter().map(|load| row(*load, cost(load.bytes, load.elements))).collect());
    let folder = tempfile::tempdir().unwrap();
    let report = Report::new(&measured, &measured.fit(&Fit::default()).unwrap()).unwrap();
    assert_eq!(report.plot(folder.path()).unwrap(), 1);
    let text = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let costs = text("Test.svg");
    assert!(["Test", "predicted ns", "measured ns", "bytes"].iter().all(|label| costs.contains(label)));
    // A dot for each measurement in both charts, and one in the legend.
    assert_eq!(costs.matches("<circle").count(), 201);
    let projections = text("Test.projections.svg");
    assert!(["bytes", "elements"].iter().all(|label| projections.contains(label)));
    assert_eq!(projections.matches("<circle").count(), 200);
    for name in ["Test.png", "Test.projections.png"] {
        assert!(std::fs::read(folder.path().join(name)).unwrap().starts_with(b"\x89PNG"), "{name}");
    }
}
