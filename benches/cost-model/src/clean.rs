//! Removes outliers: rows that differ too much from the others of their kind.

use crate::{
    files::{Measurement, Row},
    fit,
};

/// Moves outliers to [`Measurement::removed`], and prints their number. An outlier is a row for which the logarithm of the ratio of the
/// measured to the predicted cost is more than `sigmas` standard deviations away from the mean of its group.
pub(crate) fn clean(mut measurement: Measurement, sigmas: f64) -> Measurement {
    let solution = fit::fit(&measurement);
    let mut kept = Vec::new();
    for ((home, kind, direction), rows) in measurement.groups() {
        let Ok(model) = solution.model(home, kind, direction) else { continue };
        let residual = |row: &Row| (row.cost / model.predict(&row.input.load())).ln();
        let count = rows.len() as f64;
        let mean = rows.iter().map(|row| residual(row)).sum::<f64>() / count;
        let deviation = (rows.iter().map(|row| (residual(row) - mean).powi(2)).sum::<f64>() / count).sqrt();
        for row in rows {
            let is_outlier = (residual(row) - mean).abs() > sigmas * deviation;
            kept.push((row.clone(), !is_outlier));
        }
    }
    let (rows, removed): (Vec<_>, Vec<_>) = kept.into_iter().partition(|(_, is_kept)| *is_kept);
    measurement.rows = rows.into_iter().map(|(row, _)| row).collect();
    let before = measurement.removed.len();
    measurement.removed.extend(removed.into_iter().map(|(row, _)| row));
    println!(
        "{} of {} rows are outliers",
        measurement.removed.len() - before,
        measurement.rows.len() + measurement.removed.len() - before
    );
    measurement
}
