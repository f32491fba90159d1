//! The answers of a forger, by kind of operation.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    mem,
};

use serde_json::{Map, Value, json};
use tezos_protocols::Protocol;

use super::{
    Forger, Operation,
    forger::{Answer, Answers},
    shrink::edits,
};
use crate::{
    error::Error,
    output::{
        self, counted,
        style::{BYTES, GOOD, LAYOUT, NAME, WRONG},
    },
    protocols::word,
};

/// The maximum number of rounds in which smaller operations are searched.
const ROUNDS: usize = 200;
/// The number of characters of the reason of a refusal that are printed.
const REASON: usize = 120;

/// The answers of a forger: those to each kind of operation, of the newest protocol first, and how it failed.
#[derive(Default)]
pub(super) struct Report {
    kinds: BTreeMap<(Reverse<Protocol>, String), Tally>,
    failure: Option<String>,
}

/// The answers to the operations of a kind.
#[derive(Default)]
struct Tally {
    right: usize,
    refused: usize,
    wrong: usize,
    /// The reason of the first refusal.
    reason: Option<String>,
    /// The smallest operation, whose fields are taken as simple ones.
    simplest: Option<Operation>,
    /// The smallest operation with a wrong answer.
    smallest: Option<Wrong>,
}

/// An operation with a wrong answer.
struct Wrong {
    operation: Operation,
    answer: Answer,
    /// Whether simpler operations were tried.
    is_tried: bool,
}

impl Report {
    /// Lets the forger answer, if it did not fail before, and adds the answers. Returns the operations with right answers.
    pub(super) fn ask(&mut self, forger: &Forger<'_>, operations: Vec<Operation>) -> Result<Vec<Operation>, Error> {
        let mut rights = Vec::new();
        for (operation, answer) in self.answers(forger, operations)? {
            let tally = self.kinds.entry((Reverse(operation.protocol), operation.kind.clone())).or_default();
            if tally.simplest.as_ref().is_none_or(|simplest| size(&operation) < size(simplest)) {
                tally.simplest = Some(operation.clone());
            }
            let count = match answer {
                Answer::Refused(reason) => {
                    tally.reason.get_or_insert(reason);
                    &mut tally.refused
                }
                answer if answer.is_wrong(&operation) => {
                    if tally.smallest.as_ref().is_none_or(|wrong| size(&operation) < size(&wrong.operation)) {
                        tally.smallest = Some(Wrong { operation, answer, is_tried: false });
                    }
                    &mut tally.wrong
                }
                Answer::Bytes(_) | Answer::Garbage(_) => {
                    rights.push(operation);
                    &mut tally.right
                }
            };
            *count = count.saturating_add(1);
        }
        Ok(rights)
    }

    /// Lets the forger answer, if it did not fail before, and returns each operation with its answer.
    fn answers(&mut self, forger: &Forger<'_>, operations: Vec<Operation>) -> Result<Vec<(Operation, Answer)>, Error> {
        if self.failure.is_some() {
            return Ok(Vec::new());
        }
        let Answers { answers, failure } = forger.ask(&operations)?;
        self.failure = failure;
        Ok(operations.into_iter().zip(answers).collect())
    }

    /// Searches smaller operations with wrong answers. In each round, the forger gets all simpler operations of each kind, and the smallest one with
    /// a wrong answer is simplified in the next one.
    pub(super) fn shrink(&mut self, forger: &Forger<'_>, protocols: &[Protocol]) -> Result<(), Error> {
        let mut tried = BTreeSet::new();
        for _ in 0..ROUNDS {
            let simpler = self.kinds.values_mut().flat_map(|tally| tally.simpler(protocols));
            let simpler: Vec<Operation> = simpler.filter(|operation| tried.insert(operation.text.clone())).collect();
            if simpler.is_empty() {
                break;
            }
            let mut found: BTreeMap<(Reverse<Protocol>, String), Wrong> = BTreeMap::new();
            for (operation, answer) in self.answers(forger, simpler)? {
                let key = (Reverse(operation.protocol), operation.kind.clone());
                let is_smallest = found.get(&key).is_none_or(|wrong| size(&operation) < size(&wrong.operation));
                if is_smallest && answer.is_wrong(&operation) {
                    found.insert(key, Wrong { operation, answer, is_tried: false });
                }
            }
            for (key, wrong) in found {
                self.kinds.entry(key).or_default().smallest = Some(wrong);
            }
        }
        Ok(())
    }

    /// Returns how the forger failed, as a sentence.
    pub(super) fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }

    /// Returns whether an answer is wrong.
    pub(super) fn has_wrong(&self) -> bool {
        self.kinds.values().any(|tally| tally.wrong > 0)
    }

    /// Formats the counts of all kinds, the refusals, and the smallest operations with wrong answers.
    pub(super) fn text(&self) -> String {
        let mut table = output::table(&["kind", "protocol", "right", "refused", "wrong"]);
        let (mut right, mut refused, mut wrong) = (0_usize, 0_usize, 0_usize);
        let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for ((Reverse(protocol), kind), tally) in &self.kinds {
            let counts = [tally.right, tally.refused, tally.wrong].map(|count| match count {
                0 => String::new(),
                count => output::grouped(count),
            });
            output::add_row(&mut table, [kind.clone(), word(*protocol).to_owned()].into_iter().chain(counts));
            right = right.saturating_add(tally.right);
            refused = refused.saturating_add(tally.refused);
            wrong = wrong.saturating_add(tally.wrong);
            if let Some(reason) = &tally.reason {
                // Most reasons name the kind.
                let reason: String = reason.replace(kind, "KIND").chars().take(REASON).collect();
                reasons.entry(reason).or_default().push(format!("{kind} {}", word(*protocol)));
            }
        }
        let mut out = format!("{}\n", output::lines(table));
        for (reason, kinds) in reasons {
            let reason = if reason.is_empty() { "without a reason" } else { &reason };
            let _ = writeln!(out, "\n{LAYOUT}refused{LAYOUT:#}    {reason}\n{}", output::fill(&kinds.join(", "), "  "));
        }
        for ((Reverse(protocol), kind), tally) in &self.kinds {
            let Some(Wrong { operation, answer, .. }) = &tally.smallest else { continue };
            let _ = writeln!(out, "\n{WRONG}wrong{WRONG:#}      {NAME}{kind}{NAME:#} {}, such as", word(*protocol));
            let _ = writeln!(out, "  operation  {}", operation.text);
            let _ = writeln!(out, "  expected   {BYTES}{}{BYTES:#}", hex::encode(&operation.bytes));
            let _ = writeln!(out, "  answer     {BYTES}{answer}{BYTES:#}");
            let _ = writeln!(out, "  read as    {}", reading(operation, answer));
        }
        let style = if wrong > 0 || self.failure.is_some() { WRONG } else { GOOD };
        let all = counted(self.kinds.len(), "kind", "kinds");
        let [right, refused, wrong] = [right, refused, wrong].map(output::grouped);
        let _ = writeln!(out, "\n{all}: {style}{right} right, {refused} refused, {wrong} wrong{style:#}");
        out
    }

    /// Formats the report as JSON.
    pub(super) fn json(&self) -> String {
        let kinds = self.kinds.iter().map(|((Reverse(protocol), kind), tally)| {
            let smallest = tally.smallest.as_ref().map(|Wrong { operation, answer, .. }| {
                let decoded = operation.decoded(answer);
                json!({
                    "operation": operation.json,
                    "expected": hex::encode(&operation.bytes),
                    "answer": answer.to_string(),
                    "decoded": decoded.as_ref().ok(),
                    "error": decoded.as_ref().err(),
                })
            });
            json!({
                "kind": kind,
                "protocol": protocol.id(),
                "right": tally.right,
                "refused": tally.refused,
                "wrong": tally.wrong,
                "refusal": tally.reason,
                "smallest": smallest,
            })
        });
        let report = json!({ "kinds": kinds.collect::<Vec<_>>(), "failure": self.failure });
        output::json::pretty(&report.to_string())
    }
}

impl Tally {
    /// Returns operations of the kind that are simpler than the smallest one with a wrong answer, unless they were tried before.
    fn simpler(&mut self, protocols: &[Protocol]) -> Vec<Operation> {
        let (Some(wrong), Some(simplest)) = (&mut self.smallest, &self.simplest) else { return Vec::new() };
        if mem::replace(&mut wrong.is_tried, true) {
            return Vec::new();
        }
        let operation = &wrong.operation;
        let edits = edits(&operation.json, &simplest.json).into_iter();
        // Most edits are no operations, which one protocol shows as well as all.
        let valid = edits.filter(|json| Operation::new(json.clone(), &[operation.protocol]).is_ok());
        let valid = valid.filter_map(|json| Operation::new(json, protocols).ok());
        let is_simpler = |simpler: &Operation| {
            (&simpler.kind, simpler.protocol) == (&operation.kind, operation.protocol)
                && size(simpler) <= size(operation)
                && simpler.is_canonical
        };
        valid.filter(is_simpler).collect()
    }
}

/// Returns the size of an operation: of its bytes, then of its JSON.
fn size(operation: &Operation) -> (usize, usize) {
    (operation.bytes.len(), operation.text.len())
}

/// Returns what the answer of a forger stands for: the first difference from the operation, or why it is none.
fn reading(operation: &Operation, answer: &Answer) -> String {
    match operation.decoded(answer) {
        Ok(decoded) => match difference(&operation.json, &decoded) {
            Some((path, ours, theirs)) => format!("{}: {theirs}, not {ours}", path.trim_start_matches('.')),
            None => "the same operation, which has other bytes".into(),
        },
        Err(sentence) => sentence,
    }
}

/// Returns the path of the first difference of two values, and what is at it.
fn difference<'a>(one: &'a Value, other: &'a Value) -> Option<(String, &'a Value, &'a Value)> {
    let deeper = |step: String, one: &'a Value, other: &'a Value| {
        let (path, one, other) = difference(one, other)?;
        Some((format!("{step}{path}"), one, other))
    };
    match (one, other) {
        (Value::Array(items), Value::Array(others)) if items.len() == others.len() => {
            let mut pairs = items.iter().zip(others).enumerate();
            pairs.find_map(|(index, (one, other))| deeper(format!("[{index}]"), one, other))
        }
        (Value::Object(fields), Value::Object(others)) => {
            let names: BTreeSet<&String> = fields.keys().chain(others.keys()).collect();
            let of = |fields: &'a Map<String, Value>, name| fields.get(name).unwrap_or(&Value::Null);
            names.into_iter().find_map(|name| deeper(format!(".{name}"), of(fields, name), of(others, name)))
        }
        _ => (one != other).then(|| (String::new(), one, other)),
    }
}
