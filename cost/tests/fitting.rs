use tezos_codec_cost::{Error, Fit, Form, Model, Report, Row, Solver, Variable};
use tezos_encoding::cost::Workload;

use crate::{loads, measurement, row};
use Variable::{Bytes, BytesLog, Constant, Elements};

/// Returns rows whose costs are 1 % too high or too low.
fn rows(cost: impl Fn(f64, f64) -> f64) -> Vec<Row> {
    let error = |load: &Workload| if load.bytes.is_multiple_of(2) { 1.01 } else { 0.99 };
    loads().iter().map(|load| row(*load, cost(load.bytes as f64, load.elements as f64) * error(load))).collect()
}

fn fitted(rows: Vec<Row>, fit: &Fit) -> Model {
    measurement(rows).fit(fit).unwrap().models.remove(0)
}

#[track_caller]
fn assert_model(model: &Model, expected: &[(Variable, f64)], tolerance: f64) {
    assert_eq!(model.terms.len(), expected.len(), "{model}");
    for (term, (variable, wanted)) in model.terms.iter().zip(expected) {
        assert!(term.variable == *variable && (term.coefficient / wanted - 1.0).abs() < tolerance, "{model}");
    }
}

#[test]
fn known_models_are_found() {
    let fit = Fit::default();
    assert_model(&fitted(rows(|_, _| 20.0), &fit), &[(Constant, 20.0)], 0.02);
    assert_model(&fitted(rows(|bytes, _| 20.0 + bytes * 0.5), &fit), &[(Constant, 20.0), (Bytes, 0.5)], 0.12);
    let all = rows(|bytes, elements| 20.0 + bytes * 0.5 + elements * 30.0);
    assert_model(&fitted(all, &fit), &[(Constant, 20.0), (Bytes, 0.5), (Elements, 30.0)], 0.12);
}

#[test]
fn no_coefficient_is_negative_unless_it_may_be() {
    let falling = || rows(|bytes, elements| 3000.0 + bytes * 0.5 - elements * 30.0);
    for form in [Form::Search, Form::Fixed] {
        let model = fitted(falling(), &Fit { form, ..Fit::default() });
        assert!(model.terms.iter().all(|term| term.coefficient > 0.0), "{model}");
    }
    let fit = |solver| Fit { variables: vec![Bytes, Elements], form: Form::Fixed, intercept: true, solver };
    let exact = [(Constant, 3000.0), (Bytes, 0.5), (Elements, -30.0)];
    assert_model(&fitted(falling(), &fit(Solver::LeastSquares)), &exact, 0.12);
    assert_model(&fitted(falling(), &fit(Solver::Lasso { alpha: 0.0, positive: false })), &exact, 0.12);
    let positive = fitted(falling(), &fit(Solver::Lasso { alpha: 0.0, positive: true }));
    assert_model(
        &positive,
        &fitted(falling(), &fit(Solver::NonNegative))
            .terms
            .iter()
            .map(|term| (term.variable, term.coefficient))
            .collect::<Vec<_>>(),
        1e-6,
    );
    assert!(positive.terms.len() == 2 && positive.terms.iter().all(|term| term.coefficient > 0.0), "{positive}");
}

#[test]
fn n_log_n_is_used_only_for_such_costs() {
    let is_log = |rows| fitted(rows, &Fit::default()).terms.iter().any(|term| term.variable == BytesLog);
    assert!(is_log(rows(|bytes, _| 5.0 + bytes * bytes.log2().floor())));
    assert!(!is_log(rows(|bytes, _| 5.0 + bytes)));
}

#[test]
fn variables_form_and_intercept_are_chosen() {
    let costs = || rows(|bytes, elements| 20.0 + bytes * 0.5 + elements * 30.0);
    let fixed = Fit { variables: vec![Elements, Bytes], form: Form::Fixed, ..Fit::default() };
    let names = |fit: &Fit| fitted(costs(), fit).terms.iter().map(|term| term.variable).collect::<Vec<_>>();
    assert_eq!(names(&fixed), [Constant, Bytes, Elements]);
    assert_eq!(names(&Fit { intercept: false, ..fixed.clone() }), [Bytes, Elements]);
    assert_eq!(names(&Fit { variables: vec![Bytes], form: Form::Search, ..fixed }), [Constant, Bytes]);
    // Inputs that are all alike have a model without a constant, too.
    let alike = || (0..9).map(|_| row(Workload::of_bytes(10), 20.0)).collect();
    assert_model(&fitted(alike(), &Fit { intercept: false, ..Fit::default() }), &[(Bytes, 2.0)], 1e-9);
    assert_model(&fitted(alike(), &Fit::default()), &[(Constant, 20.0)], 1e-9);
}

#[test]
fn the_lasso_drops_what_explains_little() {
    let costs = || rows(|bytes, elements| 2000.0 + bytes * 0.5 + elements * 0.2);
    let lasso = |alpha| {
        let solver = Solver::Lasso { alpha, positive: true };
        fitted(costs(), &Fit { variables: vec![Bytes, Elements], form: Form::Fixed, intercept: true, solver })
    };
    assert_eq!(lasso(1e-6).terms.len(), 3);
    assert_eq!(lasso(0.05).terms.iter().map(|term| term.variable).collect::<Vec<_>>(), [Constant, Bytes]);
    assert_eq!(lasso(1.0).terms.iter().map(|term| term.variable).collect::<Vec<_>>(), [Constant]);
}

/// The constants of 13 measurements of one function with noise. Of the shortest input there is one row, as in a measurement of headers.
#[test]
fn constants_are_stable() {
    let cost = |load: &Workload| 48.7 + load.bytes as f64 * 0.009 + load.elements as f64 * 2.4;
    let constants = (0..13).map(|seed| {
        let mut rng = fastrand::Rng::with_seed(seed);
        // From -0.1 to 0.1, mostly near 0.
        let mut noise = move || (rng.f64() + rng.f64() + rng.f64() - 1.5) / 15.0;
        let sizes = (0..60).map(|index| 10_f64.powf(f64::from(index) / 12.0) as u64);
        let loads = sizes.map(|size| Workload { elements: size / 7 % 50, ..Workload::of_bytes(130 + size) });
        let rows = loads.map(|load| row(load, cost(&load) * (1.0 + noise()))).collect();
        let model = measurement(rows).clean(3.0).unwrap().fit(&Fit::default()).unwrap().models.remove(0);
        let constant = model.terms.iter().find(|term| term.variable == Constant).map(|term| term.coefficient);
        (model.predict(&Workload::of_bytes(131)), constant.unwrap_or_default(), model)
    });
    for (seed, (shortest, constant, model)) in constants.enumerate() {
        assert!((shortest / 49.9 - 1.0_f64).abs() < 0.1, "{shortest} with the seed {seed}: {model}");
        assert!((constant / 48.7 - 1.0_f64).abs() < 0.15, "{constant} with the seed {seed}: {model}");
    }
}

/// The interval of a coefficient contains the true one in about 95 of 100 measurements.
#[test]
fn intervals_are_of_95_percent() {
    let hits = (0..200).filter(|seed| {
        let mut rng = fastrand::Rng::with_seed(*seed);
        let mut noise = move || (rng.f64() + rng.f64() + rng.f64() - 1.5) / 15.0;
        let rows = loads().iter().map(|load| row(*load, (200.0 + load.bytes as f64 * 0.5) * (1.0 + noise()))).collect();
        let model = fitted(rows, &Fit { variables: vec![Bytes], form: Form::Fixed, ..Fit::default() });
        (model.terms[1].coefficient - 0.5).abs() <= model.terms[1].confidence
    });
    let hits = hits.count();
    assert!((180..200).contains(&hits), "{hits} of 200");
}

/// A bound is above every cost it was fitted to, by its margin; a report names the kinds with a cost above it.
#[test]
fn no_cost_is_above_its_bound() {
    let bound = |margin| Fit { solver: Solver::Bound { margin }, ..Fit::default() };
    let costs = |factor: f64| rows(move |bytes, elements| factor * (20.0 + bytes * 0.5 + elements * 30.0));
    let measured = measurement(costs(1.0));
    let solution = measured.fit(&bound(0.25)).unwrap();
    let report = Report::new(&measured, &solution).unwrap();
    assert!((report.kinds[0].greatest() - 0.8).abs() < 1e-9 && report.failures().next().is_none(), "{report}");
    assert!(solution.models[0].terms.iter().all(|term| [Constant, Bytes].contains(&term.variable)), "{report}");
    assert!(report.to_string().contains(" | 0.80 |"), "{report}");
    let above = Report::new(&measurement(costs(1.3)), &solution).unwrap();
    assert_eq!(above.failures().count(), 1);
    assert!(above.to_string().contains("\nabove its bound: "), "{above}");
    let exact = measured.fit(&bound(0.0)).unwrap();
    assert!(measured.rows.iter().all(|row| row.cost <= exact.models[0].predict(&row.input.load()) * (1.0 + 1e-9)));
    for margin in [-0.1, f64::NAN] {
        assert!(matches!(measured.fit(&bound(margin)), Err(Error::Option { name: "margin", .. })), "{margin}");
    }
}

#[test]
fn what_cannot_be_fitted_is_an_error() {
    assert!(matches!(measurement(Vec::new()).fit(&Fit::default()), Err(Error::NoData)));
    let nothing = Fit { variables: vec![Elements], form: Form::Fixed, intercept: false, ..Fit::default() };
    assert!(matches!(measurement(vec![row(Workload::of_bytes(10), 20.0)]).fit(&nothing), Err(Error::NoData)));
    for cost in [0.0, -1.0, f64::NAN, f64::INFINITY] {
        let fitted = measurement(vec![row(Workload::of_bytes(10), cost)]).fit(&Fit::default());
        assert!(matches!(fitted, Err(Error::Option { name: "cost", .. })), "{cost}");
    }
    for alpha in [-1.0, f64::NAN] {
        let fit = Fit { solver: Solver::Lasso { alpha, positive: true }, ..Fit::default() };
        assert!(matches!(measurement(rows(|_, _| 1.0)).fit(&fit), Err(Error::Option { name: "alpha", .. })));
    }
}

#[test]
fn a_solution_is_saved_with_its_options() {
    let solution = measurement(rows(|bytes, _| 20.0 + bytes)).fit(&Fit::default()).unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    solution.save(file.path()).unwrap();
    assert_eq!(tezos_codec_cost::Solution::load(file.path()).unwrap(), solution);
    let error = tezos_codec_cost::Solution::load("nowhere.json".as_ref()).unwrap_err();
    assert!(error.to_string().starts_with("nowhere.json: "), "{error}");
}
