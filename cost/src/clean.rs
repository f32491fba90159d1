//! Removes outliers: costs that differ too much from those of equal inputs.

use std::collections::HashMap;

use tezos_encoding::cost::Workload;

use crate::{Direction, Error, Measurement, Result, Row, times::percentile};

/// Fewer rows are too few to tell which of them are outliers.
const ROWS_MIN: usize = 5;

/// The minimum standard deviation of the logarithms of costs: rows within 1 % of each other are never outliers.
const DEVIATION_MIN: f64 = 0.01;

/// The standard deviation of a normal distribution, as a multiple of the median of the absolute deviations.
const PER_MEDIAN: f64 = 1.4826;

impl Measurement {
    /// Moves outliers from the rows to [`Measurement::removed`], where those of earlier calls stay.
    ///
    /// An outlier is a row whose cost is more than `sigmas` standard deviations from the median of the rows of its kind and direction
    /// with the same counts, on a logarithmic scale. The deviation is estimated from the median of the absolute deviations, so outliers
    /// do not increase it. An input that has no equal is never one, however far it is from any model: it may be right, and the model
    /// wrong. Among fewer than 5 rows, there are no outliers.
    ///
    /// # Errors
    /// [`Error::Option`] if `sigmas` is not a positive number.
    pub fn clean(mut self, sigmas: f64) -> Result<Self> {
        if sigmas.is_nan() || sigmas <= 0.0 {
            return Err(Error::Option { name: "sigmas", allowed: "a positive number" });
        }
        let mut groups: HashMap<(String, Direction, Workload), Vec<f64>> = HashMap::new();
        for row in &self.rows {
            groups.entry(key(row)).or_default().push(row.cost.ln());
        }
        let limits: HashMap<_, _> = groups.into_iter().map(|(key, logs)| (key, limits(&logs, sigmas))).collect();
        let is_kept =
            |row: &Row| limits.get(&key(row)).is_none_or(|(low, high)| (*low..=*high).contains(&row.cost.ln()));
        let (kept, removed) = self.rows.into_iter().partition(is_kept);
        self.rows = kept;
        self.removed.extend::<Vec<Row>>(removed);
        self.setup.options = format!("{}; outliers above {sigmas} sigmas removed", self.setup.options);
        Ok(self)
    }
}

fn key(row: &Row) -> (String, Direction, Workload) {
    (row.input.kind.clone(), row.direction, row.input.load())
}

/// Returns the least and the largest number that are not outliers.
fn limits(logs: &[f64], sigmas: f64) -> (f64, f64) {
    if logs.len() < ROWS_MIN {
        return (f64::NEG_INFINITY, f64::INFINITY);
    }
    let median = percentile(logs.to_vec(), 50);
    let deviations = logs.iter().map(|log| (log - median).abs()).collect();
    let width = sigmas * (PER_MEDIAN * percentile(deviations, 50)).max(DEVIATION_MIN);
    (median - width, median + width)
}
