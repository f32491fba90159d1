//! Compares answers with what is expected.

use std::collections::BTreeSet;
use std::error;

use serde_json::Value;
use tezos_encoding::schema::{self, Encoding};

use crate::differences::{DIFFERENCES, Found, Way};
use crate::rows::rows;

type Failure = Box<dyn error::Error>;

/// Unexplained differences of each encoding that are printed.
const SHOWN: usize = 5;
/// Characters of a difference that are printed.
const SHOWN_CHARACTERS: usize = 400;

/// Counts of one encoding.
#[derive(Default)]
struct Count {
    /// How many of our values are valid.
    valid: usize,
    /// How many values that were made are encoded, and printed unchanged.
    same: usize,
    /// How many differences the table has.
    explained: usize,
    /// How many it does not have.
    unexplained: usize,
}

/// Compares the answers of `check.py`, and prints the counts. Returns whether all is as expected.
pub(crate) fn judge(questions: &[Value], answers: &[Value]) -> Result<bool, Failure> {
    let rows = rows()?;
    if questions.len() != rows.len() || answers.len() != rows.len() {
        return Err(format!("{} answers to {} questions", answers.len(), questions.len()).into());
    }
    let mut seen = vec![0_usize; DIFFERENCES.len()];
    let mut failures = Vec::new();
    for ((row, question), answer) in rows.iter().zip(questions).zip(answers) {
        let mut count = Count::default();
        let id: &str = &row.id;
        for (json, problem) in items(&question["values"]).zip(items(&answer["problems"])) {
            match problem.as_str() {
                None => increment(&mut count.valid),
                Some(problem) => count.differs(&mut seen, &Found { id, way: Way::Invalid, json, problem }),
            }
        }
        for json in items(&answer["made"]) {
            match round_trip(row.encoding, json) {
                Ok(()) => increment(&mut count.same),
                Err((way, problem)) => count.differs(&mut seen, &Found { id, way, json, problem: &problem }),
            }
        }
        let Count { valid, same, explained, unexplained } = count;
        println!("{id}: {valid} valid, {same} the same, {explained} explained");
        if unexplained > 0 {
            failures.push(format!("{id}: {unexplained} differences are not in the table"));
        }
        if valid == 0 || same == 0 {
            failures.push(format!("{id}: nothing is valid, or nothing is the same"));
        }
    }
    for (row, seen) in DIFFERENCES.iter().zip(&seen) {
        println!("{:?}, {seen} times: {}; Octez: {}", row.way, row.theirs, row.rule);
        if *seen == 0 {
            failures.push(format!("not seen any more, so no row of the table: {:?}, {}", row.way, row.theirs));
        }
    }
    failures.iter().for_each(|failure| println!("failed: {failure}"));
    Ok(failures.is_empty())
}

impl Count {
    /// Counts a difference, and prints it if the table does not have it.
    fn differs(&mut self, seen: &mut [usize], found: &Found<'_>) {
        let row = DIFFERENCES.iter().position(|row| row.way == found.way && (row.applies)(found));
        if let Some(seen) = row.and_then(|row| seen.get_mut(row)) {
            increment(seen);
            increment(&mut self.explained);
            return;
        }
        increment(&mut self.unexplained);
        if self.unexplained <= SHOWN {
            let json: String = found.json.to_string().chars().take(SHOWN_CHARACTERS).collect();
            println!("{}: {:?}: {} in {json}", found.id, found.way, found.problem);
        }
    }
}

/// Encodes JSON, decodes the bytes and prints them.
fn round_trip(encoding: &'static Encoding, json: &Value) -> Result<(), (Way, String)> {
    let bytes = schema::from_json(encoding, &json.to_string()).map_err(|error| (Way::Refused, error.to_string()))?;
    let printed = schema::to_json(encoding, &bytes).map_err(|error| (Way::Changed, error.to_string()))?;
    let printed: Value = serde_json::from_str(&printed).map_err(|error| (Way::Changed, error.to_string()))?;
    difference(json, &printed).map_or(Ok(()), |difference| Err((Way::Changed, difference)))
}

/// Returns the place of the first difference, and what is printed there. Numbers are compared as numbers: 1 is 1.0.
fn difference(json: &Value, printed: &Value) -> Option<String> {
    match (json, printed) {
        (Value::Array(values), Value::Array(others)) if values.len() == others.len() => {
            let mut pairs = values.iter().zip(others).enumerate();
            pairs.find_map(|(index, (value, other))| Some(format!("[{index}]{}", difference(value, other)?)))
        }
        (Value::Object(fields), Value::Object(others)) => {
            let names: BTreeSet<&String> = fields.keys().chain(others.keys()).collect();
            names.into_iter().find_map(|name| match (fields.get(name), others.get(name)) {
                (Some(field), Some(other)) => Some(format!(".{name}{}", difference(field, other)?)),
                (Some(field), None) => Some(format!(".{name}: {field} is not printed")),
                (None, other) => other.map(|other| format!(".{name}: {other} is printed, and was not there")),
            })
        }
        _ if json == printed || (json.is_f64() && json.as_f64() == printed.as_f64()) => None,
        _ => Some(format!(": {json} is printed as {printed}")),
    }
}

fn items(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().into_iter().flatten()
}

fn increment(count: &mut usize) {
    *count = count.saturating_add(1);
}
