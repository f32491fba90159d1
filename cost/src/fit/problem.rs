//! The equations of a kind, and their solution for some of the variables.

#![allow(clippy::arithmetic_side_effects, clippy::indexing_slicing, reason = "matrices and vectors of matching sizes")]

use std::cmp::Ordering;

use nalgebra::{DMatrix, DVector};
use tezos_encoding::cost::Workload;

use crate::{Row, Solver, Variable};

use super::solve::{lasso, least_squares, non_negative};

/// Relative errors below this count as equal: a model that fits so well needs no further variable.
const EXACT: f64 = 1e-4;

/// The minimum ratio of the smallest to the largest singular value. Below it, variables count as dependent on each other.
const INDEPENDENT: f64 = 1e-9;

/// The minimum share of all weights that the shortest inputs have.
const SHORTEST_SHARE: f64 = 0.1;

/// One equation for each row: the sum of the terms, divided by the measured cost, is 1.
pub(super) struct Problem {
    /// The variables that differ from zero in some row, sorted: the constant is the first, if there is one.
    pub(super) variables: Vec<Variable>,
    /// Those whose values differ between rows.
    varying: Vec<Variable>,
    /// A column for each variable, in as many rows as there are columns: the triangular factor of the equations.
    columns: DMatrix<f64>,
    /// The right sides, in the basis of the columns.
    right: DVector<f64>,
    /// The weights of the rows, in the basis of the columns.
    weights: DMatrix<f64>,
    /// The sum of the squared errors that no model can explain.
    unexplained: f64,
    rows: f64,
    solver: Solver,
}

/// A solution for some of the variables.
pub(super) struct Candidate {
    /// The variables that were given.
    pub(super) variables: Vec<Variable>,
    /// The variables whose coefficient is not 0, with it and its standard error.
    pub(super) terms: Vec<(Variable, f64, f64)>,
    /// The Bayesian information criterion; the lower the better.
    pub(super) criterion: f64,
    is_independent: bool,
}

impl Candidate {
    pub(super) fn compare(&self, other: &Self) -> Ordering {
        self.criterion.total_cmp(&other.criterion)
    }

    /// Returns true if no coefficient is negative, and that of every variable but the constant is positive.
    pub(super) fn is_sound(&self) -> bool {
        let is_positive = |variable: &Variable| self.terms.iter().any(|(other, ..)| other == variable);
        self.is_independent
            && self.terms.iter().all(|(_, coefficient, _)| *coefficient > 0.0)
            && self.variables.iter().all(|variable| *variable == Variable::Constant || is_positive(variable))
    }
}

impl Problem {
    pub(super) fn new(rows: &[&Row], variables: &[Variable], solver: Solver) -> Self {
        let loads: Vec<Workload> = rows.iter().map(|row| row.input.load()).collect();
        let mut variables = variables.to_vec();
        variables.sort_unstable();
        variables.dedup();
        variables.retain(|variable| loads.iter().any(|load| variable.of(load) > 0));
        let first = |variable: Variable| loads.first().map(|load| variable.of(load));
        let varies = |variable: &Variable| loads.iter().any(|load| Some(variable.of(load)) != first(*variable));
        let varying = variables.iter().copied().filter(varies).collect();
        let roots = DVector::from_iterator(rows.len(), weights(&loads).into_iter().map(f64::sqrt));
        let entries = variables.iter().flat_map(|variable| {
            let equations = rows.iter().zip(&loads).zip(roots.iter());
            equations.map(|((row, load), root)| variable.of(load) as f64 / row.cost * root)
        });
        let qr = DMatrix::from_iterator(rows.len(), variables.len(), entries).qr();
        let basis = qr.q();
        let right = basis.tr_mul(&roots);
        let scaled = DMatrix::from_fn(basis.nrows(), basis.ncols(), |row, column| basis[(row, column)] * roots[row]);
        let weights = scaled.tr_mul(&scaled);
        let unexplained = (roots.norm_squared() - right.norm_squared()).max(0.0);
        Self { variables, varying, columns: qr.r(), right, weights, unexplained, rows: rows.len() as f64, solver }
    }

    /// Returns true if a variable has different values in some rows.
    pub(super) fn varies(&self, variable: Variable) -> bool {
        self.varying.contains(&variable)
    }

    /// Finds the coefficients of some variables. Returns `None` if no coefficient differs from 0.
    pub(super) fn solve(&self, mut variables: Vec<Variable>) -> Option<Candidate> {
        variables.sort_unstable();
        variables.retain(|variable| self.variables.contains(variable));
        let column = |variable: &Variable| self.variables.iter().position(|other| other == variable);
        let used: Vec<usize> = variables.iter().filter_map(column).collect();
        if used.is_empty() {
            return None;
        }
        // Columns are scaled to length 1, so that units do not affect which variables count as dependent.
        let mut matrix = self.columns.select_columns(&used);
        let scales: Vec<f64> = matrix.column_iter_mut().map(|mut column| column.normalize_mut()).collect();
        let solution = match self.solver {
            // A bound is a line, for which nothing is solved.
            Solver::LeastSquares | Solver::Bound { .. } => least_squares(&matrix, &self.right),
            Solver::NonNegative => non_negative(&matrix, &self.right),
            Solver::Lasso { alpha, positive } => {
                let penalty = alpha * self.rows.sqrt();
                let penalties =
                    variables.iter().map(|variable| if *variable == Variable::Constant { 0.0 } else { penalty });
                lasso(&matrix, &self.right, &penalties.collect::<Vec<_>>(), positive)
            }
        };
        let squares = self.unexplained + (&matrix * &solution - &self.right).norm_squared();
        let active: Vec<usize> = (0..used.len()).filter(|at| solution[*at] != 0.0).collect();
        if active.is_empty() {
            return None;
        }
        let chosen = matrix.select_columns(&active);
        let singular = chosen.clone().svd(true, true);
        let (values, inverse) = (singular.singular_values.clone(), singular.pseudo_inverse(INDEPENDENT).ok()?);
        let is_independent = values.min() >= values.max() * INDEPENDENT && values.len() == active.len();
        // Each row has the same relative error, whatever its weight: this scatters the coefficients, and is left in the residuals.
        let scatter = &inverse * &self.weights * inverse.transpose();
        let freedom = self.rows - (chosen * &inverse * &self.weights).trace();
        let variance = squares / freedom.max(1.0);
        let term = |(index, at): (usize, &usize)| {
            let error = (variance * scatter[(index, index)]).sqrt();
            (variables[*at], solution[*at] / scales[*at], error / scales[*at])
        };
        let terms = active.iter().enumerate().map(term).collect();
        let criterion =
            self.rows * (squares / self.rows).max(EXACT * EXACT).ln() + active.len() as f64 * self.rows.ln();
        Some(Candidate { variables, terms, criterion, is_independent })
    }
}

/// Returns the weight of each row: 1, or more for the shortest input if it has few rows. All weights are scaled so that their mean is 1.
fn weights(loads: &[Workload]) -> Vec<f64> {
    let shortest = loads.iter().min_by_key(|load| load.bytes);
    let is_shortest = |load: &Workload| Some(load) == shortest;
    let (all, own) = (loads.len() as f64, loads.iter().filter(|load| is_shortest(load)).count() as f64);
    let others = all - own;
    let weight = (SHORTEST_SHARE / (1.0 - SHORTEST_SHARE) * others / own).max(1.0);
    let mean = (others + own * weight) / all;
    loads.iter().map(|load| if is_shortest(load) { weight / mean } else { 1.0 / mean }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_input_has_a_tenth_of_the_weight() {
        let loads: Vec<Workload> = (0..100).map(|index| Workload::of_bytes(7 + index)).collect();
        let found = weights(&loads);
        assert!((found[0] - 10.0).abs() < 1e-9 && (found.iter().sum::<f64>() - 100.0).abs() < 1e-9);
        // It has a half of the rows, and no more weight than that.
        assert_eq!(weights(&[loads[0], loads[0], loads[1], loads[2]]), [1.0; 4]);
    }
}
