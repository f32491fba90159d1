//! How well models predict measurements.

mod table;

use std::{fmt, io::Write};

use crate::{
    Direction, Fit, Measurement, Model, Result, Row, Setup, Solution, Solver, Unit, Variable, times::percentile,
};

pub use table::{Format, ReportTable};

use table::Table;

/// The minimum share of close predictions of a good model.
const SHARE_MIN: f64 = 0.9;

/// Statistics of some numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// The least number.
    pub min: f64,
    /// The largest number.
    pub max: f64,
    /// The arithmetic mean.
    pub mean: f64,
    /// The standard deviation.
    pub deviation: f64,
}

impl Statistics {
    /// Returns the statistics of some numbers; all are 0 if there are none.
    #[must_use]
    pub fn of(numbers: &[f64]) -> Self {
        if numbers.is_empty() {
            return Self::default();
        }
        let count = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / count;
        Self {
            min: numbers.iter().copied().fold(f64::INFINITY, f64::min),
            max: numbers.iter().copied().fold(f64::NEG_INFINITY, f64::max),
            mean,
            deviation: (numbers.iter().map(|number| (number - mean).powi(2)).sum::<f64>() / count).sqrt(),
        }
    }
}

/// A measured row and its prediction.
#[derive(Clone, Debug, PartialEq)]
pub struct Residual {
    /// The row.
    pub row: Row,
    /// The cost that the model predicts.
    pub predicted: f64,
}

impl Residual {
    /// Returns the relative error of the prediction: 0.1 if it is 10 % too high.
    #[must_use]
    pub fn relative(&self) -> f64 {
        self.predicted / self.row.cost - 1.0
    }
}

/// How well the model of a kind in a direction predicts costs.
#[derive(Clone, Debug, PartialEq)]
pub struct KindReport {
    /// The model.
    pub model: Model,
    /// The rows, with their predictions.
    pub residuals: Vec<Residual>,
    /// Number of rows that [`Measurement::clean`] has removed.
    pub removed: usize,
    /// The measured costs.
    pub costs: Statistics,
    /// The relative errors.
    pub errors: Statistics,
    /// The share of the variance of the costs that the model explains; 1 if all costs are equal.
    pub r2: f64,
    /// The share of the inputs whose predicted cost is close ([`Unit::close`]).
    pub within: f64,
}

impl KindReport {
    fn new(model: &Model, unit: Unit, rows: &[&Row], removed: usize) -> Self {
        let residual = |row: &&Row| Residual { row: (*row).clone(), predicted: model.predict(&row.input.load()) };
        let residuals: Vec<Residual> = rows.iter().map(residual).collect();
        let costs = Statistics::of(&rows.iter().map(|row| row.cost).collect::<Vec<_>>());
        let relative: Vec<f64> = residuals.iter().map(Residual::relative).collect();
        let count = rows.len().max(1) as f64;
        let squares = residuals.iter().map(|residual| (residual.row.cost - residual.predicted).powi(2)).sum::<f64>();
        let variance = costs.deviation.powi(2) * count;
        Self {
            model: model.clone(),
            residuals,
            removed,
            costs,
            errors: Statistics::of(&relative),
            r2: if variance > 0.0 { 1.0 - squares / variance } else { 1.0 },
            within: relative.iter().filter(|error| error.abs() <= unit.close()).count() as f64 / count,
        }
    }

    /// Returns the name of the kind.
    #[must_use]
    pub fn kind(&self) -> &str {
        &self.model.kind
    }

    /// Returns the direction.
    #[must_use]
    pub const fn direction(&self) -> Direction {
        self.model.direction
    }

    /// Returns the relative error with the largest absolute value.
    #[must_use]
    pub fn worst(&self) -> f64 {
        if self.errors.max.abs() > self.errors.min.abs() { self.errors.max } else { self.errors.min }
    }

    /// Returns the greatest cost, as a multiple of its prediction: at most 1 for a bound that holds.
    #[must_use]
    pub fn greatest(&self) -> f64 {
        1.0 / (1.0 + self.errors.min)
    }

    /// Returns the median of the absolute relative errors.
    #[must_use]
    pub fn median(&self) -> f64 {
        percentile(self.residuals.iter().map(|residual| residual.relative().abs()).collect(), 50)
    }

    /// Returns a point for each row: the value of a variable, and what is left of the measured cost without the other terms of the model.
    /// If the model is right, the points are on a line through 0, whose slope is the coefficient.
    #[must_use]
    pub fn projection(&self, variable: Variable) -> Vec<(f64, f64)> {
        let terms = self.model.terms.iter().filter(|term| term.variable == variable);
        let slope = terms.map(|term| term.coefficient).sum::<f64>();
        let point = |residual: &Residual| {
            let value = variable.of(&residual.row.input.load()) as f64;
            (value, residual.row.cost - residual.predicted + slope * value)
        };
        self.residuals.iter().map(point).collect()
    }

    /// Returns true if at least 90 % of the predictions are close.
    #[must_use]
    pub fn is_good(&self) -> bool {
        self.within >= SHARE_MIN
    }
}

/// How well the models of a solution predict a measurement, for each kind and direction.
///
/// With the measurement that was fitted, it describes the models; with a fresh one, of other inputs, it checks them.
#[derive(Clone, Debug, PartialEq)]
pub struct Report {
    /// The unit of all costs.
    pub unit: Unit,
    /// Where and how the measurement was made.
    pub setup: Setup,
    /// How the models were fitted.
    pub fit: Fit,
    /// The kinds and directions, in the order of the measurement.
    pub kinds: Vec<KindReport>,
}

impl Report {
    /// Compares a measurement with the models.
    ///
    /// # Errors
    /// [`Error::Unit`](crate::Error::Unit) if their units differ; [`Error::NoModel`](crate::Error::NoModel).
    pub fn new(measurement: &Measurement, solution: &Solution) -> Result<Self> {
        if measurement.unit != solution.unit {
            return Err(crate::Error::Unit);
        }
        let kinds = measurement.groups().into_iter().map(|((kind, direction), rows)| {
            let is_same = |row: &&Row| row.input.kind == kind && row.direction == direction;
            let removed = measurement.removed.iter().filter(is_same).count();
            Ok(KindReport::new(solution.model(kind, direction)?, measurement.unit, &rows, removed))
        });
        let (setup, fit) = (measurement.setup.clone(), solution.fit.clone());
        Ok(Self { unit: measurement.unit, setup, fit, kinds: kinds.collect::<Result<_>>()? })
    }

    /// Returns the kinds and directions whose model is not good: fewer than 90 % of the predictions are close; of bounds, those that a cost
    /// exceeds.
    pub fn failures(&self) -> impl Iterator<Item = &KindReport> {
        let is_bound = matches!(self.fit.solver, Solver::Bound { .. });
        self.kinds.iter().filter(move |kind| if is_bound { kind.greatest() > 1.0 } else { !kind.is_good() })
    }

    /// Returns the share of all inputs whose predicted cost is close.
    #[must_use]
    pub fn within(&self) -> f64 {
        let all: usize = self.kinds.iter().map(|kind| kind.residuals.len()).sum();
        let close = self.kinds.iter().map(|kind| kind.within * kind.residuals.len() as f64).sum::<f64>();
        close / all.max(1) as f64
    }

    /// Writes a table.
    ///
    /// # Errors
    /// [`Error::Write`](crate::Error::Write)
    pub fn write(&self, table: ReportTable, format: Format, out: impl Write) -> Result<()> {
        Table::of(self, table).write(format, out)
    }
}

impl Report {
    /// Writes a row of a table in Markdown for each kind, with its greatest cost.
    fn bounds(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "\n| kind | inputs | bound, {} | greatest cost, of its bound |\n|---|--:|---|--:|",
            self.unit.name()
        )?;
        for kind in &self.kinds {
            let (name, inputs, bound) = (kind.kind(), kind.residuals.len(), &kind.model);
            writeln!(f, "| {name} | {inputs} | {bound} | {:.2} |", kind.greatest())?;
        }
        self.failures().try_for_each(|kind| writeln!(f, "above its bound: {}", kind.kind()))
    }
}

/// The setup, one line for each kind and direction, and those that are not good once more.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{}", self.setup, self.fit)?;
        if let Solver::Bound { .. } = self.fit.solver {
            return self.bounds(f);
        }
        let (unit, close) = (self.unit.name(), self.unit.close() * 100.0);
        for kind in &self.kinds {
            let (within, worst) = (kind.within * 100.0, kind.worst() * 100.0);
            let (name, direction, r2, model) = (kind.kind(), kind.direction(), kind.r2, &kind.model);
            writeln!(
                f,
                "{name:<32} {direction:<7} R² {r2:.4}, within {close:.0} %: {within:>5.1} %, worst {worst:>+6.1} %  {unit} = {model}"
            )?;
        }
        writeln!(f, "{:.1} % of all inputs within {close:.0} %", self.within() * 100.0)?;
        self.failures().try_for_each(|kind| {
            let (name, direction, within) = (kind.kind(), kind.direction(), kind.within * 100.0);
            writeln!(f, "misses {:.0} %: {name} {direction}, {within:.1} % within {close:.0} %", SHARE_MIN * 100.0)
        })
    }
}
