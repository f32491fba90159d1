//! Compares answers with ours.

use std::collections::{BTreeMap, BTreeSet};
use std::error;

use serde_json::Value;
use tezos_encoding::ToJson;
use tezos_protocols::micheline::{Alignment, Micheline, SyntaxError, parse, parse_script};

use crate::differences::{DIFFERENCES, Question};
use crate::known::kinds;

type Failure = Box<dyn error::Error>;

/// Unexplained differences that are printed of each library.
const SHOWN: usize = 20;
/// Characters of a difference that are printed.
const SHOWN_CHARACTERS: usize = 100;

/// Counts of one library.
#[derive(Default)]
struct Count<'a> {
    /// By kind and part of the answer, how often it is ours.
    same: BTreeMap<(&'a str, &'a str), usize>,
    /// By row of the table and part of the answer, how often it is not.
    explained: BTreeMap<(usize, &'a str), usize>,
    /// How often it is not ours, for no reason of the table.
    unexplained: usize,
    /// By kind, how many operations the library does not know.
    unknown: BTreeMap<&'a str, usize>,
    /// How many operations have a layout of another protocol.
    other_layout: usize,
}

/// Compares the answers of a program, of one or several libraries, and prints the counts. Returns whether all is as expected.
pub(crate) fn judge(questions: &[Value], answers: &[Value]) -> Result<bool, Failure> {
    if questions.len() != answers.len() {
        return Err(format!("{} answers to {} questions", answers.len(), questions.len()).into());
    }
    let mut counts: BTreeMap<&str, Count<'_>> = BTreeMap::new();
    for (whole, answers) in questions.iter().zip(answers) {
        let kinds = whole["kinds"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
        let protocol = whole["protocol"].as_u64().ok_or("a question without a protocol")?;
        let question = Question { whole, kinds, protocol };
        for (library, answer) in answers.as_object().into_iter().flatten() {
            counts.entry(library).or_default().add(library, &question, answer);
        }
    }
    let mut is_expected = !counts.is_empty();
    for (library, count) in &counts {
        is_expected &= count.report(library);
    }
    Ok(is_expected)
}

impl<'a> Count<'a> {
    /// Compares an answer.
    fn add(&mut self, library: &str, question: &Question<'a>, answer: &'a Value) {
        let known = |kind: &&str| kinds(library).iter().find(|(name, _)| name == kind);
        if let Some(unknown) = question.kinds.iter().copied().find(|kind| known(kind).is_none()) {
            increment(self.unknown.entry(unknown).or_default());
            if answer["forged"].get("value").is_some() {
                self.differs(
                    library,
                    question,
                    "forged",
                    &format!("{unknown} is known, and `known.rs` does not have it"),
                );
            }
            return;
        }
        if !question.kinds.iter().filter_map(known).all(|(_, protocols)| protocols.contains(&question.protocol)) {
            increment(&mut self.other_layout);
            return;
        }
        for (part, given) in answer.as_object().into_iter().flatten() {
            let problem = problem(part, question, given);
            for kind in &question.kinds {
                let count = self.same.entry((kind, part)).or_default();
                *count = count.saturating_add(usize::from(problem.is_none()));
            }
            if let Some(problem) = problem {
                self.differs(library, question, part, &problem);
            }
        }
    }

    /// Counts a difference, and prints it if the table does not have it.
    fn differs(&mut self, library: &str, question: &Question<'_>, part: &'a str, problem: &str) {
        let row = DIFFERENCES.iter().position(|row| {
            row.library == library && row.parts.contains(&part) && (row.applies)(&question.whole["json"], question)
        });
        if let Some(row) = row {
            increment(self.explained.entry((row, part)).or_default());
            return;
        }
        increment(&mut self.unexplained);
        if self.unexplained <= SHOWN {
            println!("{library}: {part} of {} in {}: {problem}", question.kinds.join(", "), question.protocol);
        }
    }

    /// Prints the counts of a library. Returns whether they are as expected: nothing is unexplained, of each known kind something is the
    /// same, and each part of a row of the table is seen.
    fn report(&self, library: &str) -> bool {
        let mut failures = Vec::new();
        for (kind, _) in kinds(library) {
            let parts: Vec<String> = self.same_of(kind).map(|(part, count)| format!("{count} {part}")).collect();
            println!("{library}: {kind}: {}", parts.join(", "));
            if parts.is_empty() || self.same_of(kind).any(|(_, count)| count == 0) {
                failures.push(format!("nothing is compared, or nothing is equal, of {kind}"));
            }
        }
        for (index, row) in DIFFERENCES.iter().enumerate().filter(|(_, row)| row.library == library) {
            let count = |part: &&'static str| self.explained.get(&(index, *part)).copied().unwrap_or_default();
            let parts: Vec<String> = row.parts.iter().map(|part| format!("{} {part}", count(part))).collect();
            println!("{library}: {} otherwise: {}; Octez: {}", parts.join(", "), row.theirs, row.rule);
            let unseen = row.parts.iter().filter(|part| count(part) == 0);
            failures.extend(
                unseen.map(|part| format!("not seen any more, so no row of the table: {part}, {}", row.theirs)),
            );
        }
        let unknown: Vec<String> = self.unknown.iter().map(|(kind, count)| format!("{count} {kind}")).collect();
        println!("{library}: not known: {}", if unknown.is_empty() { "none".into() } else { unknown.join(", ") });
        println!("{library}: of a layout that it does not write: {}", self.other_layout);
        if self.unexplained > 0 {
            failures.push(format!("{} differences are not in the table", self.unexplained));
        }
        failures.iter().for_each(|failure| println!("{library}: failed: {failure}"));
        failures.is_empty()
    }

    /// Returns how often each part of the answers is the same for a kind.
    fn same_of(&self, kind: &str) -> impl Iterator<Item = (&'a str, usize)> {
        self.same.iter().filter(move |((of, _), _)| *of == kind).map(|((_, part), count)| (*part, *count))
    }
}

fn increment(count: &mut usize) {
    *count = count.saturating_add(1);
}

/// Returns why a part of an answer is not ours.
fn problem(part: &str, question: &Question<'_>, given: &Value) -> Option<String> {
    let Some(value) = given.get("value") else {
        return Some(given["error"].to_string().chars().take(SHOWN_CHARACTERS).collect());
    };
    let expected = match part {
        "forged" => &question.whole["hex"],
        "hash" => &question.whole["hash"],
        _ => &question.whole["shown"],
    };
    let value = match (part, value.as_str()) {
        ("printed", Some(text)) => match read(text, expected.is_array()).map(|micheline| micheline.to_json()) {
            Ok(Ok(json)) => serde_json::from_str(&json).unwrap_or_default(),
            Ok(Err(error)) => return Some(error.to_string()),
            Err(error) => return Some(error.to_string()),
        },
        _ => value.clone(),
    };
    difference(&value, expected)
}

/// Reads the text of an expression; that of a sequence may be without braces.
fn read(text: &str, is_sequence: bool) -> Result<Micheline, SyntaxError> {
    if is_sequence { parse_script(text, Alignment::Free) } else { parse(text, Alignment::Free) }
}

/// Returns the first difference of two values.
fn difference(value: &Value, ours: &Value) -> Option<String> {
    match (value, ours) {
        (Value::Array(values), Value::Array(others)) if values.len() == others.len() => {
            let mut pairs = values.iter().zip(others).enumerate();
            pairs.find_map(|(index, (value, ours))| Some(format!("[{index}]{}", difference(value, ours)?)))
        }
        (Value::Object(values), Value::Object(others)) => {
            let names: BTreeSet<&String> = values.keys().chain(others.keys()).collect();
            names.into_iter().find_map(|name| {
                let [value, ours] = [values, others].map(|fields| fields.get(name).unwrap_or(&Value::Null));
                Some(format!(".{name}{}", difference(value, ours)?))
            })
        }
        (Value::String(text), Value::String(ours)) if text != ours => {
            let equal = text.chars().zip(ours.chars()).take_while(|(one, other)| one == other).count();
            let [text, ours] =
                [text, ours].map(|text| text.chars().skip(equal).take(SHOWN_CHARACTERS).collect::<String>());
            Some(format!(": `{text}` behind {equal} equal characters, `{ours}` here"))
        }
        _ => (value != ours).then(|| format!(": {value}, {ours} here").chars().take(SHOWN_CHARACTERS).collect()),
    }
}
