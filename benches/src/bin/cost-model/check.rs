//! Compares the generated functions with a fresh measurement.

use std::process::ExitCode;

use tezos_encoding::cost::Workload;
use tezos_messages::cost as messages;
use tezos_protocol::cost as protocol;

use crate::{
    Result,
    files::{Direction, Home, Measurement, Unit},
    fit::CLOSE,
};

/// The maximum relative error of a good prediction of instructions.
const CLOSE_COUNT: f64 = 0.05;

/// The minimum share of good predictions.
const SHARE: f64 = 0.95;

/// Returns the prediction of the generated functions; `None` if they do not have this kind.
fn predicted(home: Home, kind: &str, direction: Direction, unit: Unit, load: &Workload) -> Option<f64> {
    macro_rules! of {
        ($module:ident) => {{
            let kind = *$module::Kind::ALL.iter().find(|known| known.name() == kind)?;
            match (unit, direction) {
                (Unit::Nanoseconds, Direction::Decode) => $module::decode_cost(kind, load).0 as f64 / 1000.0,
                (Unit::Nanoseconds, Direction::Encode) => $module::encode_cost(kind, load).0 as f64 / 1000.0,
                (Unit::Nanoseconds, Direction::Hash) => $module::hash_cost(kind, load).0 as f64 / 1000.0,
                (Unit::Instructions, Direction::Decode) => $module::instructions::decode(kind, load) as f64,
                (Unit::Instructions, Direction::Encode) => $module::instructions::encode(kind, load) as f64,
                (Unit::Instructions, Direction::Hash) => $module::instructions::hash(kind, load) as f64,
            }
        }};
    }
    Some(match home {
        Home::Messages => of!(messages),
        Home::Protocol => of!(protocol),
    })
}

/// Prints the share of good predictions for each kind.
pub(crate) fn check(measurement: &Measurement) -> Result<ExitCode> {
    let close = if measurement.unit == Unit::Nanoseconds { CLOSE } else { CLOSE_COUNT };
    let mut totals = [[0.0; 2]; 2];
    println!("{:<32} {:<7} {:>8} {:>8} {:>8}", "kind", "", "within", "worst", "median");
    for ((home, kind, direction), rows) in measurement.groups() {
        let mut errors = Vec::new();
        for row in &rows {
            let predicted = predicted(home, kind, direction, measurement.unit, &row.input.load())
                .ok_or_else(|| format!("{kind} has no generated function"))?;
            errors.push(predicted / row.cost - 1.0);
        }
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
