//! Fits a model to each kind: least squares of the relative errors.

mod bound;
mod problem;
mod solve;

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::{Direction, Error, Input, Measurement, Model, Result, Row, Solution, Term, Variable};

use bound::line_above;
use problem::{Candidate, Problem};

/// Half the width of the 95 % confidence interval, in standard errors.
const CONFIDENCE: f64 = 1.96;

/// By how much `n log n` must improve the criterion to be used. This much is strong evidence.
const LOG_MARGIN: f64 = 10.0;

/// How the variables of a model are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    /// A search selects among the variables: starting from none and from each alone, it adds or removes the one that improves the Bayesian
    /// information criterion most, until none does, and keeps the best set found. Sets in which a coefficient is not positive are
    /// discarded, because more work never costs less. `n log n` is tried last, and must improve the criterion by 10. Steps of BLAKE2b
    /// are tried for hashing only.
    Search,
    /// All variables are used that differ from zero in some row.
    Fixed,
}

/// How coefficients are found: each solver but the last minimizes the squares of the relative errors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Solver {
    /// Without a condition.
    LeastSquares,
    /// No coefficient is negative.
    NonNegative,
    /// The sum of the absolute coefficients, each times the length of its column, is added `alpha` times: small ones become 0.
    Lasso {
        /// The weight of the sum; with 1 or more, all coefficients but the constant are 0.
        alpha: f64,
        /// Whether no coefficient may be negative.
        positive: bool,
    },
    /// A bound instead of an average: a constant and a price for each byte that no measured cost exceeds, raised by a margin. Other variables
    /// and the form have no effect. The inputs should be those of [`arriving`](crate::arriving).
    Bound {
        /// By how much the bound is above the greatest cost, as a fraction.
        margin: f64,
    },
}

/// How models are fitted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fit {
    /// The variables of a fixed form, or the candidates of a search.
    pub variables: Vec<Variable>,
    /// How variables are chosen.
    pub form: Form,
    /// Whether there is a constant. It is left out if it would be negative and must not.
    pub intercept: bool,
    /// How coefficients are found.
    pub solver: Solver,
}

impl Default for Fit {
    /// A search among all variables, with a constant and without negative coefficients.
    fn default() -> Self {
        Self { variables: Variable::ALL.to_vec(), form: Form::Search, intercept: true, solver: Solver::NonNegative }
    }
}

impl fmt::Display for Fit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { variables, form, intercept, solver } = self;
        let names = variables.iter().map(|variable| variable.name()).collect::<Vec<_>>().join(", ");
        let names = if *variables == Variable::ALL { "all variables".to_owned() } else { names };
        write!(f, "{form:?} of {names}, {} intercept, {solver:?}", if *intercept { "with" } else { "without" })
    }
}

impl Measurement {
    /// Fits a model to each kind in each direction. Relative errors are minimized, so that short values count as much as long ones. The
    /// shortest inputs of a kind count for at least a tenth of all, because what they cost is in the cost of every value.
    ///
    /// # Errors
    /// [`Error::NoData`] if there are no rows, or if no variable differs from zero in those of a kind; [`Error::Option`] if `alpha` or `margin`
    /// is negative, or if a cost is not positive.
    pub fn fit(&self, fit: &Fit) -> Result<Solution> {
        if matches!(fit.solver, Solver::Lasso { alpha, .. } if alpha.is_nan() || alpha < 0.0) {
            return Err(Error::Option { name: "alpha", allowed: "at least 0" });
        }
        if matches!(fit.solver, Solver::Bound { margin } if margin.is_nan() || margin < 0.0) {
            return Err(Error::Option { name: "margin", allowed: "at least 0" });
        }
        if self.rows.iter().any(|row| !row.cost.is_finite() || row.cost <= 0.0) {
            return Err(Error::Option { name: "cost", allowed: "more than 0" });
        }
        let groups = self.groups();
        if groups.is_empty() {
            return Err(Error::NoData);
        }
        let models = groups.iter().map(|((kind, direction), rows)| fit.model(kind, *direction, rows));
        let models = models.collect::<Result<_>>()?;
        let mut inputs: Vec<Input> = Vec::new();
        for ((kind, _), rows) in groups {
            if !inputs.iter().any(|input| input.kind == kind) {
                inputs.extend(rows.iter().map(|row| row.input.clone()));
            }
        }
        Ok(Solution { unit: self.unit, setup: self.setup.clone(), fit: fit.clone(), models, inputs })
    }
}

impl Fit {
    fn model(&self, kind: &str, direction: Direction, rows: &[&Row]) -> Result<Model> {
        if let Solver::Bound { margin } = self.solver {
            let points: Vec<(f64, f64)> = rows.iter().map(|row| (row.input.bytes as f64, row.cost)).collect();
            let (constant, byte) = line_above(&points);
            let terms =
                [(Variable::Constant, constant), (Variable::Bytes, byte)].into_iter().filter(|term| term.1 > 0.0);
            let term = |(variable, price)| Term { variable, coefficient: price * (1.0 + margin), confidence: 0.0 };
            let terms = terms.map(term).collect();
            return Ok(Model { kind: kind.to_owned(), direction, terms, log_rejected_by: None });
        }
        let is_wanted = |variable: &Variable| match variable {
            Variable::Constant => false,
            Variable::Blake2bBlocks => direction == Direction::Hash || self.form == Form::Fixed,
            _ => true,
        };
        let constant = self.intercept.then_some(Variable::Constant);
        let variables: Vec<Variable> =
            constant.into_iter().chain(self.variables.iter().copied().filter(is_wanted)).collect();
        let problem = Problem::new(rows, &variables, self.solver);
        let (best, log_rejected_by) = match self.form {
            Form::Search => search(&problem),
            Form::Fixed => (problem.solve(problem.variables.clone()), None),
        };
        let best = best.ok_or(Error::NoData)?;
        let terms = best.terms.into_iter().map(|(variable, coefficient, error)| Term {
            variable,
            coefficient,
            confidence: error * CONFIDENCE,
        });
        Ok(Model { kind: kind.to_owned(), direction, terms: terms.collect(), log_rejected_by })
    }
}

/// Returns the best candidate, and by how much the best one without `n log n` is better than the best one with it.
fn search(problem: &Problem) -> (Option<Candidate>, Option<f64>) {
    let constant: Vec<Variable> = problem.variables.iter().copied().filter(|one| *one == Variable::Constant).collect();
    let varying = problem.variables.iter().copied().filter(|variable| problem.varies(*variable));
    let (logs, mut others): (Vec<Variable>, Vec<Variable>) = varying.partition(|variable| variable.is_n_log_n());
    if others.is_empty() && constant.is_empty() {
        // All inputs are alike: any variable explains them.
        others.extend(problem.variables.first());
    }
    let with = |set: &[Variable], variable: Variable| set.iter().copied().chain([variable]).collect();
    let mut starts: Vec<Vec<Variable>> = others.iter().map(|variable| with(&constant, *variable)).collect();
    starts.push(constant);
    let plain = starts.into_iter().filter_map(|start| improved(problem, start, &others)).min_by(Candidate::compare);
    let Some(plain) = plain else { return (None, None) };
    let with_log = logs.iter().filter_map(|log| improved(problem, with(&plain.variables, *log), &others));
    match with_log.min_by(Candidate::compare) {
        Some(log) => {
            let rejected_by = log.criterion - plain.criterion;
            (Some(if rejected_by < -LOG_MARGIN { log } else { plain }), Some(rejected_by))
        }
        None => (Some(plain), None),
    }
}

/// Solves for a set of variables, then adds or removes variables one at a time, always the one that improves the criterion most, until
/// none does. Returns `None` if the first set is discarded.
fn improved(problem: &Problem, start: Vec<Variable>, variables: &[Variable]) -> Option<Candidate> {
    let mut best = problem.solve(start).filter(Candidate::is_sound)?;
    loop {
        let changed = |variable: &Variable| {
            let mut chosen = best.variables.clone();
            match chosen.iter().position(|other| other == variable) {
                Some(at) => drop(chosen.remove(at)),
                None => chosen.push(*variable),
            }
            problem.solve(chosen).filter(Candidate::is_sound)
        };
        let next = variables.iter().filter_map(changed).min_by(Candidate::compare);
        match next.filter(|next| next.criterion < best.criterion) {
            Some(next) => best = next,
            None => return Some(best),
        }
    }
}
