//! The operations that a forger has to forge: generated ones, and those of the user.

use std::{collections::BTreeSet, fmt::Display, io::BufRead, path::Path};

use serde_json::{Value, json};
use tezos_encoding::{
    HasEncoding as _,
    schema::{Case, CaseKind, Encoding, at},
};
use tezos_protocols::{
    Protocol,
    operation::{Contents, Unsigned},
};

use super::forger::Answer;
use crate::{
    commands::blocks,
    encodings,
    error::Error,
    input,
    protocols::words,
    read,
    session::lines::{self, Line, Lines, TextPosition},
};

/// The kind of an operation with several contents.
const BATCH: &str = "batch";
/// The maximum length of the generated contents of an operation in bytes; a public key takes up to 1,313.
const MAX_BYTES: usize = 2_000;
/// The number of boundary values among which those of a kind are chosen; large kinds have many thousands.
const MAX_BOUNDARIES: usize = 500;
/// For a kind of a protocol, the number of values to try for each operation that is wanted: some functions refuse most values, and the JSON of most
/// values of an old protocol belongs to a newer one.
const TRIES: usize = 2;

/// An operation that the forger has to forge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Operation {
    /// Its kind in JSON, or [`BATCH`].
    pub(super) kind: String,
    /// The newest protocol that accepts the JSON.
    pub(super) protocol: Protocol,
    /// The object with `branch` and `contents`.
    pub(super) json: Value,
    /// Its text; the fields are in the order of the reference, if the bytes have this JSON.
    pub(super) text: String,
    /// Whether the bytes have this JSON: that with `""` for the number 0, for example, is read, but not written.
    pub(super) is_canonical: bool,
    /// The bytes in that protocol.
    pub(super) bytes: Vec<u8>,
}

impl Operation {
    /// Returns the operation with this JSON in the first of the protocols that accepts it. The error is that of the first protocol.
    pub(super) fn new(json: Value, protocols: &[Protocol]) -> Result<Self, String> {
        let kind = match json.get("contents").and_then(Value::as_array).map_or(&[][..], Vec::as_slice) {
            [] => return Err("the operation has no `contents`".into()),
            [contents] => contents["kind"].as_str().unwrap_or_default().to_owned(),
            [_, ..] => BATCH.to_owned(),
        };
        let text = json.to_string();
        let written = |protocol: Protocol| {
            let unsigned: Unsigned = protocol.from_json(&text).map_err(|error| error.to_string())?;
            let bytes = protocol.encode(&unsigned).map_err(|error| error.to_string())?;
            Ok((bytes, protocol.to_json(&unsigned).map_err(|error| error.to_string())?))
        };
        let mut refusal: Option<String> = None;
        for protocol in protocols.iter().copied() {
            match written(protocol) {
                Ok((bytes, again)) => {
                    let is_canonical = serde_json::from_str::<Value>(&again).is_ok_and(|again| again == json);
                    let text = if is_canonical { again } else { text };
                    return Ok(Self { kind, protocol, json, text, is_canonical, bytes });
                }
                Err(sentence) => drop(refusal.get_or_insert(sentence)),
            }
        }
        Err(refusal.unwrap_or_default())
    }

    /// Returns the operation with the JSON of a value.
    fn of_value(unsigned: &Unsigned, protocol: Protocol, protocols: &[Protocol]) -> Result<Self, String> {
        let json = protocol.to_json(unsigned).map_err(|error| error.to_string())?;
        Self::new(serde_json::from_str(&json).map_err(|error| error.to_string())?, protocols)
    }

    /// Returns the JSON of the bytes in an answer. The error is a sentence.
    pub(super) fn decoded(&self, answer: &Answer) -> Result<Value, String> {
        let Answer::Bytes(bytes) = answer else { return Err("the line is neither hex nor a refusal".into()) };
        let refused = |error: &dyn Display| format!("no operation: {error}");
        let unsigned: Unsigned = self.protocol.decode(bytes).map_err(|error| refused(&error))?;
        let json = self.protocol.to_json(&unsigned).map_err(|error| refused(&error))?;
        serde_json::from_str(&json).map_err(|error| refused(&error))
    }
}

/// Generates operations of each kind of the protocols, at most `count` of each kind whose JSON no newer protocol accepts.
pub(super) fn generated(protocols: &[Protocol], count: usize, seed: u64) -> Vec<Operation> {
    let mut all = Vec::new();
    for protocol in protocols.iter().copied() {
        for case in cases(protocol) {
            let values =
                values(case, count, seed).into_iter().filter_map(|bytes| protocol.decode::<Unsigned>(&bytes).ok());
            let operations = values.filter_map(|unsigned| Operation::of_value(&unsigned, protocol, protocols).ok());
            let mut seen = BTreeSet::new();
            let of_protocol = operations.filter(|operation| operation.protocol == protocol);
            all.extend(of_protocol.filter(|operation| seen.insert(operation.bytes.clone())).take(count));
        }
    }
    all
}

/// Returns the kinds of operations of a protocol.
fn cases(protocol: Protocol) -> impl Iterator<Item = &'static Case> {
    let mut encoding = at(Contents::ENCODING, protocol.revision());
    while let Some(inner) = encoding.wrapped() {
        encoding = inner;
    }
    let cases = if let Encoding::Union { cases, .. } = encoding { cases } else { &[][..] };
    cases.iter().filter(|case| matches!(case.kind, CaseKind::Tagged | CaseKind::When(_)))
}

/// Generates the bytes of operations of a kind: boundary values, evenly chosen among all, alternate with random ones.
fn values(case: &'static Case, count: usize, seed: u64) -> Vec<Vec<u8>> {
    let tries = count.saturating_mul(TRIES);
    let generator = encodings::generate(case.payload).max_bytes(MAX_BYTES);
    let boundaries: Vec<Vec<u8>> = generator.boundaries().take(MAX_BOUNDARIES).flatten().collect();
    let step = boundaries.len().div_ceil(tries.max(1)).saturating_mul(2).max(1);
    let mut boundaries = boundaries.into_iter().step_by(step);
    let random = encodings::values(&generator, seed).map_while(Result::ok);
    let contents = random.flat_map(|random| boundaries.next().into_iter().chain([random]));
    let branches = (0..=u8::MAX).cycle().map(|byte| [byte; 32]);
    let tag = u8::try_from(case.tag).unwrap_or_default();
    branches.zip(contents).map(|(branch, contents)| [&branch[..], &[tag], &contents].concat()).take(tries).collect()
}

/// Joins operations of an account by two, at most `count` for each protocol.
pub(super) fn batches(operations: &[Operation], count: usize, protocols: &[Protocol]) -> Vec<Operation> {
    let mut batches: Vec<Operation> = Vec::new();
    for protocol in protocols.iter().copied() {
        let is_of_account = |operation: &&Operation| {
            operation.protocol == protocol
                && operation.kind != BATCH
                && operation.json.pointer("/contents/0/counter").is_some()
        };
        let all: Vec<&Operation> = operations.iter().filter(is_of_account).collect();
        // The two are of different kinds, mostly.
        let (first, second) = all.split_at(all.len() / 2);
        let step = first.len().div_ceil(count.max(1)).max(1);
        for (first, second) in first.iter().zip(second).step_by(step).take(count) {
            let contents = [first, second].map(|operation| operation.json.pointer("/contents/0"));
            let json = json!({ "branch": first.json.get("branch"), "contents": contents });
            batches.extend(Operation::new(json, protocols).ok().filter(|batch| batch.protocol == protocol));
        }
    }
    batches
}

/// Returns the operations of a file or of a folder.
pub(super) fn of_files(path: &Path, protocols: &[Protocol]) -> Result<Vec<Operation>, Error> {
    let files = if path.is_dir() { blocks::in_folder(path)? } else { vec![path.display().to_string()] };
    let operations = files.iter().map(|file| of_file(input::file_name(file), input::open(file)?, protocols));
    Ok(operations.collect::<Result<Vec<_>, _>>()?.concat())
}

/// Returns the operations of a file: one on each line if the first line is one, otherwise those of its blocks.
fn of_file(name: &str, mut reader: Box<dyn BufRead>, protocols: &[Protocol]) -> Result<Vec<Operation>, Error> {
    let start = reader.fill_buf().map_err(|error| Error::in_file(name, error))?;
    if read::starts_with_text(start) {
        let (first, again) = lines::first(name, reader)?;
        let first: Option<Value> = first.and_then(|line| serde_json::from_str(&line).ok());
        reader = Box::new(again);
        if first.is_some_and(|first| first.get("contents").is_some()) {
            let lines = Lines::new(name, reader, TextPosition::default());
            return lines.map(|line| line.and_then(|line| of_line(name, &line, protocols))).collect();
        }
    }
    let operations = blocks::operations(name, reader)?.into_iter();
    let operations = operations.map(|(protocol, unsigned)| Operation::of_value(&unsigned, protocol, protocols));
    operations.collect::<Result<_, _>>().map_err(|sentence| Error::in_file(name, sentence))
}

/// Returns the operation on a line. Fields other than `branch` and `contents`, and receipts, are left out: nodes add them.
fn of_line(name: &str, line: &Line, protocols: &[Protocol]) -> Result<Operation, Error> {
    let wrong = |sentence: String| Error::in_file(name, sentence).at_line(line.number);
    let mut json: Value =
        serde_json::from_str(&line.text).map_err(|error| wrong(format!("the line is not JSON: {error}")))?;
    let mut contents = json.get_mut("contents").map(Value::take).unwrap_or_default();
    for contents in contents.as_array_mut().into_iter().flatten().filter_map(Value::as_object_mut) {
        contents.remove("metadata");
    }
    let json = json!({ "branch": json.get("branch"), "contents": contents });
    Operation::new(json, protocols)
        .map_err(|sentence| wrong(format!("no operation of {}: {sentence}", words(protocols))))
}
