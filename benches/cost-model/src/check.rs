//! Compares the models with a fresh measurement.

use std::process::ExitCode;

use crate::{
    Result,
    files::{Home, Measurement, Row, Solution, Unit},
    fit::CLOSE,
};

/// The maximum relative error of a good prediction of instructions.
const CLOSE_COUNT: f64 = 0.05;

/// The minimum share of good predictions.
const SHARE: f64 = 0.95;

/// Prints the share of good predictions for each kind.
pub(crate) fn check(measurement: &Measurement, solution: &Solution) -> Result<ExitCode> {
    if measurement.unit != solution.unit {
        return Err("the measurement and the models have different units".into());
    }
    let close = if measurement.unit == Unit::Nanoseconds { CLOSE } else { CLOSE_COUNT };
    let mut totals = [[0.0; 2]; 2];
    println!("{:<32} {:<7} {:>8} {:>8} {:>8}", "kind", "", "within", "worst", "median");
    for ((home, kind, direction), rows) in measurement.groups() {
        let model = solution.model(home, kind, direction)?;
        let error = |row: &&Row| model.predict(&row.input.load()) / row.cost - 1.0;
        let mut errors: Vec<f64> = rows.iter().map(error).collect();
        errors.sort_by(|one, other| one.abs().total_cmp(&other.abs()));
        let good = errors.iter().filter(|error| error.abs() <= close).count();
        let [count, all] = &mut totals[home as usize];
        *count += good as f64;
        *all += errors.len() as f64;
        let percent = |share: f64| format!("{:.1} %", share * 100.0);
        println!(
            "{kind:<32} {direction:<7} {:>8} {:>8} {:>8}",
            percent(good as f64 / errors.len() as f64),
            percent(errors.last().copied().unwrap_or_default()),
            percent(errors[errors.len() / 2]),
        );
    }
    let mut is_good = true;
    for (home, [good, all]) in [Home::Messages, Home::Protocol].into_iter().zip(totals) {
        if all > 0.0 {
            is_good &= good >= SHARE * all;
            println!("{home:?}: {:.1} % of {all} inputs within {:.0} %", good * 100.0 / all, close * 100.0);
        }
    }
    Ok(if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
