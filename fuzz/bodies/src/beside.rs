//! Inputs of other sources: the sample of each message and, if available, vectors of the reference and inputs of another fuzzer.

use std::path::{Path, PathBuf};
use std::{env, fs};

use serde_json::Value;
use tezos_messages::samples::{self, Message, Visitor};

use crate::TARGETS;

/// Files with vectors of messages.
const VECTORS: [&str; 4] = ["p2p.jsonl", "p2p_read_accepts.jsonl", "p2p_read_errors.jsonl", "p2p_fuzz.jsonl"];

/// Returns inputs with the names of their targets. Prints a message for each file that is not available.
///
/// # Panics
/// If a line of a file is not a vector.
#[must_use]
pub fn inputs() -> Vec<(&'static str, Vec<u8>)> {
    let mut samples = Samples(Vec::new());
    samples::visit(&mut samples);
    let mut inputs = samples.0;
    for line in VECTORS.iter().flat_map(|file| lines(&format!("vectors/{file}"))) {
        let bytes = bytes(&line);
        let target = match line["message"].as_str().unwrap() {
            "Connection_message" => "connection_message",
            "Metadata" => "metadata",
            "Ack" | "Nack" => "ack",
            _ => "peer_message",
        };
        inputs.extend(of_kind(&bytes));
        inputs.push((target, as_they_are(&bytes)));
    }
    #[cfg(feature = "incumbent")]
    inputs.extend(captured());
    for line in lines("data/fuzz_inputs/inputs.jsonl") {
        let input = as_they_are(&bytes(&line));
        inputs.extend(TARGETS.iter().map(|target| (target.name.as_str(), input.clone())));
    }
    inputs
}

/// Returns the messages of a captured session and lists of operations of a node, for the comparison with `tezos_data_encoding`.
#[cfg(feature = "incumbent")]
fn captured() -> Vec<(&'static str, Vec<u8>)> {
    use crate::incumbent::messages::{TARGET, connection_input, input};

    let session = lines("data/p2p_session_carthage/session.jsonl").into_iter().filter_map(|line| {
        let bytes = bytes(&line);
        if line["kind"] == "connection" { Some(connection_input(&bytes)) } else { input(&bytes) }
    });
    // These lack the size prefix.
    let operations = lines("data/p2p_operations_for_blocks/messages.jsonl").into_iter();
    let operations = operations.filter_map(|line| input(&[&[0; 4], &bytes(&line)[..]].concat()));
    session.chain(operations).map(|input| (TARGET, input)).collect()
}

/// Collects the bodies of the samples, for the targets with their names.
struct Samples(Vec<(&'static str, Vec<u8>)>);

impl Visitor for Samples {
    fn message<T: Message>(&mut self, name: &'static str, sample: T) {
        self.0.push((name, as_they_are(&sample.to_bytes().unwrap()[T::BODY_OFFSET..])));
    }
}

/// Returns the body of a message between peers, with the name of the target of its kind.
fn of_kind(message: &[u8]) -> Option<(&'static str, Vec<u8>)> {
    let (tag, body) = message.get(4..)?.split_first_chunk::<2>()?;
    let target = crate::peer::name_of(u16::from_be_bytes(*tag))?;
    let target = TARGETS.iter().find(|known| known.name == target)?;
    Some((&target.name, as_they_are(body)))
}

/// Returns the input that stands for exactly these bytes: 0, then the bytes.
fn as_they_are(bytes: &[u8]) -> Vec<u8> {
    [&[0], bytes].concat()
}

fn bytes(line: &Value) -> Vec<u8> {
    hex::decode(line["hex"].as_str().unwrap()).unwrap()
}

/// Returns the lines of a file of JSON, or none if it is not available.
fn lines(part: &str) -> Vec<Value> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared");
    let path = env::var_os("TEZOS_CODEC_SHARED").map_or(beside, PathBuf::from).join(part);
    let Ok(text) = fs::read_to_string(&path) else {
        println!("skipped: {} is not available (TEZOS_CODEC_SHARED can set its folder)", path.display());
        return Vec::new();
    };
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
