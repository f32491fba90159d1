use tezos_codec_cost::{Error, Fit, Form, Format, Measurement, Report, ReportTable, Solution, Unit, Variable};
use tezos_encoding::cost::Workload;

use crate::{measurement, row};

/// Costs of `10 + bytes`, and their model.
fn exact() -> (Measurement, Solution) {
    let rows = [10, 20, 30, 40].map(|bytes| row(Workload::of_bytes(bytes), 10.0 + bytes as f64));
    let measured = measurement(rows.to_vec());
    let fit = Fit { variables: vec![Variable::Bytes], form: Form::Fixed, ..Fit::default() };
    let solution = measured.fit(&fit).unwrap();
    (measured, solution)
}

#[test]
fn a_report_has_the_statistics() {
    let (mut measured, solution) = exact();
    // Predicted 20 for 25, 30 for 20, 40 and 50.
    measured.rows[0].cost = 25.0;
    measured.rows[1].cost = 20.0;
    measured.removed.push(measured.rows[0].clone());
    let report = Report::new(&measured, &solution).unwrap();
    let kind = &report.kinds[0];
    let (costs, errors) = (kind.costs, kind.errors);
    assert_eq!((costs.min, costs.max, costs.mean), (20.0, 50.0, 33.75));
    assert!((costs.deviation - (9.0 * 10.0_f64).powi(0) * 11.924_241).abs() < 1e-4, "{}", costs.deviation);
    for (found, expected) in
        [(errors.min, -0.2), (errors.max, 0.5), (errors.mean, 0.075), (kind.worst(), 0.5), (kind.median(), 0.0)]
    {
        assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
    }
    // 1 - (5² + 10²) / 568.75.
    assert!((kind.r2 - 0.780_219_78).abs() < 1e-6, "{}", kind.r2);
    assert_eq!((kind.within, report.within(), kind.removed, kind.is_good()), (0.5, 0.5, 1, false));
    let points = kind.projection(Variable::Bytes);
    assert!((points[0].0 - 10.0).abs() < 1e-9 && (points[0].1 - 15.0).abs() < 1e-9, "{points:?}");
}

/// A kind of which 9 of 10 inputs are close is good, one of which fewer are is named, however good the others are.
#[test]
fn kinds_that_miss_90_percent_are_named() {
    let rows = |kind: &'static str, wrong: u64| {
        (1..=10_u64).map(move |index| {
            let mut row = row(Workload::of_bytes(index), if index <= wrong { 115.1 } else { 100.0 });
            row.input.kind = kind.into();
            row
        })
    };
    let right = measurement(rows("Good", 0).chain(rows("Bad", 0)).collect());
    let constant = Fit { variables: Vec::new(), form: Form::Fixed, ..Fit::default() };
    let mut solution = right.fit(&constant).unwrap();
    let measured = |bad| measurement(rows("Good", 1).chain(rows("Bad", bad)).collect());
    solution.models.iter_mut().for_each(|model| model.terms[0].coefficient = 95.0);
    let names = |bad| {
        let report = Report::new(&measured(bad), &solution).unwrap();
        report.failures().map(|kind| kind.kind().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!((names(1), names(2)), (vec![], vec!["Bad".to_owned()]));
    let text = Report::new(&measured(2), &solution).unwrap().to_string();
    assert!(text.contains("misses 90 %: Bad decode, 80.0 % within 15 %"), "{text}");
    assert!(
        text.contains("85.0 % of all inputs within 15 %") && text.contains("Z80") && text.contains("Fixed of "),
        "{text}"
    );
}

#[test]
fn tables_have_three_formats() {
    let (measured, solution) = exact();
    let report = Report::new(&measured, &solution).unwrap();
    let text = |table, format| {
        let mut out = Vec::new();
        report.write(table, format, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let terms = text(ReportTable::Terms, Format::Markdown);
    let expected = "\
| kind | direction | unit | variable | coefficient | low_95 | high_95 |
|---|---|---|---|---:|---:|---:|
| Test | decode | ns | constant | 10.00 | 10.00 | 10.00 |
| Test | decode | ns | bytes | 1.000 | 1.000 | 1.000 |
";
    assert_eq!(terms, expected);
    let latex = text(ReportTable::Terms, Format::Latex);
    assert!(
        latex.starts_with("\\begin{tabular}{llllrrr}\nkind & direction & unit & variable & coefficient & low\\_95"),
        "{latex}"
    );
    assert!(latex.ends_with("Test & decode & ns & bytes & 1.000 & 1.000 & 1.000 \\\\\n\\end{tabular}\n"), "{latex}");
    let residuals = text(ReportTable::Residuals, Format::Csv);
    let lines: Vec<&str> = residuals.lines().collect();
    assert!(
        lines[0].starts_with("kind,direction,unit,seed,measured,predicted,relative_error,bytes,contents,"),
        "{residuals}"
    );
    assert!(lines.len() == 5 && lines[1].starts_with("Test,decode,ns,0,20,"), "{residuals}");
    let kinds = text(ReportTable::Kinds, Format::Csv);
    assert!(kinds.lines().nth(1).unwrap().starts_with("Test,decode,ns,4,0,20,50,35,"), "{kinds}");
}

#[test]
fn units_and_kinds_have_to_agree() {
    let (mut measured, solution) = exact();
    measured.rows[3].input.kind = "Other".into();
    assert!(matches!(Report::new(&measured, &solution), Err(Error::NoModel { kind, .. }) if kind == "Other"));
    measured.unit = Unit::Instructions;
    assert!(matches!(Report::new(&measured, &solution), Err(Error::Unit)));
}
