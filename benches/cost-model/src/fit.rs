//! Models: linear functions with positive coefficients, fitted by least squares of the relative errors.
//!
//! Variables are selected stepwise. The search starts from each variable alone; it adds or removes the variable that improves the Bayesian
//! information criterion most, until none does, and the best set found is used. All coefficients must be positive. The criterion keeps a
//! variable only if it explains more than chance would. `n log n` is tried last, and must improve the criterion by a margin.

use std::{cmp::Ordering, fmt::Write as _, path::Path};

use nalgebra::{DMatrix, DVector};

use crate::{
    Result,
    files::{Direction, Input, Measurement, Model, Row, Solution, Term, Variable},
};

/// Relative errors below this count as equal: a model that fits so well needs no further variable.
const EXACT: f64 = 1e-4;

/// Half the width of the 95 % confidence interval, in standard errors.
const CONFIDENCE: f64 = 1.96;

/// By how much `n log n` must improve the criterion to be used. This much is strong evidence.
const LOG_MARGIN: f64 = 10.0;

/// The minimum ratio of the smallest to the largest singular value. Below it, variables count as dependent on each other.
const INDEPENDENT: f64 = 1e-9;

/// The maximum relative error of a good prediction.
pub(crate) const CLOSE: f64 = 0.15;

/// A solution for one subset of the variables.
struct Candidate {
    variables: Vec<Variable>,
    coefficients: Vec<f64>,
    errors: Vec<f64>,
    criterion: f64,
}

impl Candidate {
    fn compare(&self, other: &Self) -> Ordering {
        self.criterion.total_cmp(&other.criterion)
    }
}

/// Fits a model to each group of rows.
pub(crate) fn fit(measurement: &Measurement) -> Solution {
    let models = measurement.groups().into_iter().map(|((home, kind, direction), rows)| {
        let (best, log_rejected_by) = best(&rows, direction);
        let terms = terms(best);
        let removed = measurement
            .removed
            .iter()
            .filter(|row| row.input.home == home && row.input.kind == kind && row.direction == direction);
        let model = Model {
            home,
            kind: kind.to_owned(),
            direction,
            terms,
            r2: 0.0,
            residual: 0.0,
            within: 0.0,
            log_rejected_by,
            rows: rows.len(),
            removed: removed.count(),
        };
        judged(model, &rows)
    });
    let models = models.collect();
    let mut inputs: Vec<Input> = Vec::new();
    for (_, rows) in measurement.groups() {
        let known = inputs.iter().any(|input| input.home == rows[0].input.home && input.kind == rows[0].input.kind);
        if !known {
            inputs.extend(rows.iter().map(|row| row.input.clone()));
        }
    }
    Solution { unit: measurement.unit, setup: measurement.setup.clone(), models, inputs }
}

fn terms(best: Candidate) -> Vec<Term> {
    let figures = best.coefficients.into_iter().zip(best.errors);
    let terms = best.variables.into_iter().zip(figures);
    terms
        .map(|(variable, (coefficient, error))| Term { variable, coefficient, confidence: error * CONFIDENCE })
        .collect()
}

/// Fills in how well a model fits the rows.
fn judged(mut model: Model, rows: &[&Row]) -> Model {
    let count = rows.len() as f64;
    let mean = rows.iter().map(|row| row.cost).sum::<f64>() / count;
    let (mut around_mean, mut around_model, mut relative, mut within) = (0.0, 0.0, 0.0, 0.0);
    for row in rows {
        let error = row.cost - model.predict(&row.input.load());
        around_mean += (row.cost - mean).powi(2);
        around_model += error.powi(2);
        relative += (error / row.cost).powi(2);
        within += f64::from(u8::from(error.abs() <= CLOSE * row.cost));
    }
    let is_constant = matches!(&*model.terms, [Term { variable: Variable::Constant, .. }]);
    model.r2 = if is_constant || around_mean == 0.0 { 1.0 } else { 1.0 - around_model / around_mean };
    model.residual = (relative / count).sqrt();
    model.within = within / count;
    model
}

/// Returns the best candidate, and by how much the best one without `n log n` is better than the best one with it.
fn best(rows: &[&Row], direction: Direction) -> (Candidate, Option<f64>) {
    let varies = |variable: &Variable| {
        let first = variable.of(&rows[0].input.load());
        *variable == Variable::Constant || rows.iter().any(|row| variable.of(&row.input.load()) != first)
    };
    let (logs, others): (Vec<Variable>, Vec<Variable>) =
        Variable::candidates(direction).filter(varies).partition(|variable| variable.is_n_log_n());
    let alone = others.iter().filter_map(|variable| solve(rows, vec![*variable]));
    let plain = alone.map(|start| improved(rows, start, &others)).min_by(Candidate::compare);
    let plain = plain.expect("a constant can always be fitted");
    let with_log = logs.iter().filter_map(|log| {
        let start = solve(rows, [&*plain.variables, &[*log]].concat())?;
        Some(improved(rows, start, &others))
    });
    match with_log.min_by(Candidate::compare) {
        Some(log) => {
            let rejected_by = log.criterion - plain.criterion;
            (if rejected_by < -LOG_MARGIN { log } else { plain }, Some(rejected_by))
        }
        None => (plain, None),
    }
}

/// Adds or removes variables one at a time, always the one that improves the criterion most, until none does.
fn improved(rows: &[&Row], mut best: Candidate, variables: &[Variable]) -> Candidate {
    loop {
        let changed = |variable: &Variable| {
            let mut chosen = best.variables.clone();
            match chosen.iter().position(|other| other == variable) {
                Some(at) => drop(chosen.remove(at)),
                None => chosen.push(*variable),
            }
            solve(rows, chosen)
        };
        let next = variables.iter().filter_map(changed).min_by(Candidate::compare);
        match next.filter(|next| next.criterion < best.criterion) {
            Some(next) => best = next,
            None => return best,
        }
    }
}

/// Minimizes the squared relative errors in some variables. Returns `None` if there are no variables, if they depend on each other, or if a
/// coefficient is not positive.
fn solve(rows: &[&Row], mut variables: Vec<Variable>) -> Option<Candidate> {
    if variables.is_empty() {
        return None;
    }
    variables.sort_unstable();
    let entry = |row: usize, column: usize| variables[column].of(&rows[row].input.load()) as f64 / rows[row].cost;
    let matrix = DMatrix::from_fn(rows.len(), variables.len(), entry);
    // Columns are scaled to length 1, so that units do not affect which variables count as dependent.
    let scales: Vec<f64> = matrix.column_iter().map(|column| column.norm()).collect();
    if scales.contains(&0.0) {
        return None;
    }
    let scaled = DMatrix::from_fn(rows.len(), variables.len(), |row, column| matrix[(row, column)] / scales[column]);
    let ones = DVector::from_element(rows.len(), 1.0);
    let svd = scaled.clone().svd(true, true);
    if svd.singular_values.min() < svd.singular_values.max() * INDEPENDENT {
        return None;
    }
    let solution = svd.solve(&ones, 0.0).ok()?;
    if solution.iter().any(|coefficient| *coefficient <= 0.0) {
        return None;
    }
    let count = rows.len() as f64;
    let parameters = variables.len() as f64;
    let squares = (&scaled * &solution - ones).norm_squared();
    let criterion = count * (squares / count).max(EXACT * EXACT).ln() + parameters * count.ln();
    let variance = squares / (count - parameters).max(1.0);
    let inverse = (scaled.transpose() * &scaled).try_inverse()?;
    let errors = (0..variables.len()).map(|at| (variance * inverse[(at, at)]).sqrt() / scales[at]).collect();
    let coefficients = solution.iter().zip(&scales).map(|(coefficient, scale)| coefficient / scale).collect();
    Some(Candidate { variables, coefficients, errors, criterion })
}

/// Writes the figures of the models as a table.
pub(crate) fn write_csv(solution: &Solution, file: &Path) -> Result<()> {
    let mut out = csv::Writer::from_path(file)?;
    let header = ["crate", "kind", "direction", "variable", "coefficient", "confidence_95", "unit", "r2", "residual"];
    out.write_record(header.iter().chain(&["within_15_percent", "log_rejected_by", "rows", "removed"]))?;
    for model in &solution.models {
        for term in &model.terms {
            out.write_record([
                format!("{:?}", model.home),
                model.kind.clone(),
                model.direction.name().to_owned(),
                format!("{:?}", term.variable),
                term.coefficient.to_string(),
                term.confidence.to_string(),
                solution.unit.name().to_owned(),
                model.r2.to_string(),
                model.residual.to_string(),
                model.within.to_string(),
                model.log_rejected_by.map_or_else(String::new, |by| by.to_string()),
                model.rows.to_string(),
                model.removed.to_string(),
            ])?;
        }
    }
    Ok(out.flush()?)
}

/// Returns the models as text, one a line.
pub(crate) fn summary(solution: &Solution) -> String {
    let mut out = String::new();
    for model in &solution.models {
        let terms = model.terms.iter().map(|term| match term.variable {
            Variable::Constant => format!("{:.1} ± {:.1}", term.coefficient, term.confidence),
            variable => format!("{:.3} ± {:.3} · {variable:?}", term.coefficient, term.confidence),
        });
        let terms = terms.collect::<Vec<_>>().join(" + ");
        // Writing to a `String` cannot fail.
        let _ = writeln!(
            out,
            "{:<32} {:<7} R² {:.4}, within 15 %: {:>5.1} %  {} = {terms}",
            model.kind,
            model.direction,
            model.r2,
            model.within * 100.0,
            solution.unit.name()
        );
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::Home;

    fn row(bytes: u64, elements: u64, cost: f64) -> Row {
        let (home, kind, checksum) = (Home::Messages, "Test".to_owned(), String::new());
        let counts = Input {
            home,
            kind,
            seed: 0,
            max_bytes: 0,
            bytes,
            contents: 0,
            elements,
            fixed_elements: 0,
            options: 0,
            blocks: 0,
            large_blocks: 0,
            digits: 0,
            wide_digits: 0,
            depth: 0,
            checksum,
        };
        Row { input: counts, direction: Direction::Decode, cost }
    }

    /// Returns rows of 100 sizes, whose costs are 1 % too high or too low.
    fn rows(cost: impl Fn(f64, f64) -> f64) -> Vec<Row> {
        let sizes = (1..=100_u64).map(|size| (size * size, (size * 37) % 50));
        sizes
            .map(|(bytes, elements)| {
                let error = if bytes % 2 == 0 { 1.01 } else { 0.99 };
                row(bytes, elements, cost(bytes as f64, elements as f64) * error)
            })
            .collect()
    }

    fn found(rows: &[Row]) -> Vec<(Variable, f64)> {
        let (best, _) = best(&rows.iter().collect::<Vec<_>>(), Direction::Decode);
        best.variables.into_iter().zip(best.coefficients).collect()
    }

    fn assert_model(rows: &[Row], expected: &[(Variable, f64)]) {
        let found = found(rows);
        assert_eq!(found.len(), expected.len(), "{found:?}");
        for ((variable, coefficient), (other, wanted)) in found.iter().zip(expected) {
            assert!(variable == other && (coefficient / wanted - 1.0).abs() < 0.12, "{found:?}");
        }
    }

    #[test]
    fn known_models_are_found() {
        use Variable::{Bytes, Constant, Elements};
        assert_model(&rows(|_, _| 20.0), &[(Constant, 20.0)]);
        assert_model(&rows(|bytes, _| 20.0 + bytes * 0.5), &[(Constant, 20.0), (Bytes, 0.5)]);
        let all = rows(|bytes, elements| 20.0 + bytes * 0.5 + elements * 30.0);
        assert_model(&all, &[(Constant, 20.0), (Bytes, 0.5), (Elements, 30.0)]);
    }

    #[test]
    fn no_coefficient_is_negative() {
        for (_, coefficient) in found(&rows(|bytes, elements| 3000.0 + bytes * 0.5 - elements * 30.0)) {
            assert!(coefficient > 0.0);
        }
    }

    #[test]
    fn n_log_n_is_used_only_for_such_costs() {
        let is_log = |rows: &[Row]| found(rows).iter().any(|(variable, _)| *variable == Variable::BytesLog);
        assert!(is_log(&rows(|bytes, _| 5.0 + bytes * bytes.log2().floor())));
        assert!(!is_log(&rows(|bytes, _| 5.0 + bytes)));
    }
}
