//! Measures the same messages in other processes: with this tool again, or in turns with another build of it. Where the system places code and
//! memory, and what else it does, changes times from process to process, which no spread within one process shows.

use std::{collections::BTreeMap, ffi::OsString, path::Path, process::Command};

use serde_json::Value;

use super::{data::Profile, figure::Work};
use crate::error::Error;

/// Nanoseconds for a message, by the name of what was measured.
pub(super) type Times = BTreeMap<String, f64>;

/// Runs a build of the tool with these arguments, which print a profile as JSON, and returns its times.
pub(super) fn run(tool: &Path, arguments: &[OsString]) -> Result<Times, Error> {
    let wrong = |sentence: String| Error::at_path(tool, sentence);
    let output = Command::new(tool).args(arguments).output();
    let output = output.map_err(|error| wrong(format!("it cannot be run: {error}")))?;
    // The exit status is also 1 for messages that are refused, which do not matter here.
    let profile: Value = serde_json::from_slice(&output.stdout).map_err(|_| {
        let complaint = String::from_utf8_lossy(&output.stderr);
        wrong(format!("it printed no profile: {}", complaint.lines().next().unwrap_or("it printed nothing")))
    })?;
    Ok(times(&profile))
}

/// Returns the times in a profile.
pub(super) fn times_of(profile: &Profile) -> Times {
    serde_json::to_value(profile).map_or_else(|_| Times::new(), |profile| times(&profile))
}

/// Returns the times in a profile as JSON. Only what all versions of the format have is read, so that other builds may be older.
fn times(profile: &Value) -> Times {
    let for_one = |figure: &Value, count: &Value| {
        let time = figure.get("nanoseconds")?.as_f64()? / count.as_f64()?.max(1.0);
        Some(time).filter(|time| *time > 0.0)
    };
    let of_work = Work::ALL.iter().filter_map(|work| {
        let figure = profile.get("work")?.get(work.name())?;
        Some((work.name().to_owned(), for_one(figure, profile.get("messages")?)?))
    });
    let kinds = profile.get("kinds").and_then(Value::as_array).into_iter().flatten();
    let of_kinds = kinds.filter_map(|kind| {
        let time = for_one(kind.get("decoding")?, kind.get("count")?)?;
        Some((format!("decoding {}", kind.get("name")?.as_str()?), time))
    });
    of_work.chain(of_kinds).collect()
}

/// Keeps the least of both times, and those of `run` that `times` does not have.
pub(super) fn keep_least(times: &mut Times, run: Times) {
    for (name, time) in run {
        let least = times.entry(name).or_insert(time);
        *least = least.min(time);
    }
}

/// Returns the times that all runs have, with the logarithm of each, in the order of the runs.
pub(super) fn logarithms(runs: &[Times]) -> BTreeMap<&str, Vec<f64>> {
    let names = runs.first().into_iter().flat_map(BTreeMap::keys);
    let all =
        names.map(|name| (name.as_str(), runs.iter().filter_map(|run| run.get(name)).map(|time| time.ln()).collect()));
    all.filter(|(_, times): &(_, Vec<f64>)| times.len() == runs.len()).collect()
}
