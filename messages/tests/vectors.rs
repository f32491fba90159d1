//! The vectors of the reference: what it writes, what it refuses and how, and sizes.
//!
//! One difference is allowed: the reference reads the two lists of a mempool into sets, so it sorts them and drops
//! what comes twice. We keep what came, and write it again byte for byte.

use std::collections::BTreeSet;

use crate::common::kinds::{Kind, Task, with_kind};
use crate::common::{bytes, carried_vectors, octez, report, short, sized, text, vectors};
use serde_json::{Value, json};
use tezos_encoding::schema::Class;
use tezos_encoding::{Decode, DecodeError, Encode, ErrorKind, FromJson, Tagged, ToJson};
use tezos_messages::handshake::Ack;
use tezos_messages::p2p::PeerMessage;

/// Runs a task over every line of a file and reports.
fn check<J: Task<Output = Result<(), String>>>(file: &str, lines: &[Value], task: impl Fn(Value) -> J) {
    let failures: Vec<_> = lines
        .iter()
        .enumerate()
        .filter_map(|(number, line)| {
            let name = text(line, "message");
            let failure = with_kind(name, task(line.clone())).err()?;
            Some(format!("{file}:{} {name} {}: {failure}", number + 1, short(line["hex"].as_str().unwrap_or(""))))
        })
        .collect();
    report(file, lines.len(), &failures);
}

/// Expects two byte strings to be equal.
fn same(what: &str, found: &[u8], expected: &[u8]) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    Err(format!("{what}: {}, expected {}", short(&hex::encode(found)), short(&hex::encode(expected))))
}

/// Expects the JSON of a vector.
fn same_json<T: ToJson>(value: &T, expected: &Value) -> Result<(), String> {
    let (found, expected) = (value.to_json().map_err(|error| error.to_string())?, octez(expected));
    let parse = |json: &str| serde_json::from_str::<Value>(json).unwrap();
    if parse(&found) == parse(&expected) { Ok(()) } else { Err(format!("JSON {found}, expected {expected}")) }
}

/// hex → value → JSON, and JSON → value → hex.
struct BothWays(Value);

impl Task for BothWays {
    type Output = Result<(), String>;
    fn run<T: Kind>(self) -> Self::Output {
        let line = self.0;
        let expected = bytes(&line, "hex");
        let value = T::from_bytes(&expected).map_err(|error| error.to_string())?;
        same_json(&value, &line["json"])?;
        same("written", &value.to_bytes().map_err(|error| error.to_string())?, &expected)?;
        if T::from_canonical_bytes(&expected).as_ref() != Ok(&value) {
            return Err("not canonical".to_owned());
        }
        let from_json = T::from_json(&octez(&line["json"])).map_err(|error| error.to_string())?;
        same("from JSON", &from_json.to_bytes().map_err(|error| error.to_string())?, &expected)?;
        if value.encoded_len() != Ok(expected.len()) {
            return Err(format!("length {:?}, expected {}", value.encoded_len(), expected.len()));
        }
        Ok(())
    }
}

/// Compares a refusal with the reference's.
fn same_refusal(line: &Value, error: &DecodeError) -> Result<(), String> {
    let expected = line.get("inner").and_then(Value::as_str).unwrap_or_else(|| text(line, "error"));
    if error.kind().name() != expected {
        return Err(format!("refused with {error}, expected {expected}"));
    }
    let found = match error.kind() {
        ErrorKind::UnexpectedTag { tag, .. } => json!({ "tag": tag }),
        ErrorKind::InvalidInt { min, value, max } => {
            json!({ "min": number(*min), "v": number(*value), "max": number(*max) })
        }
        _ => return Ok(()),
    };
    match &line["detail"] {
        detail @ Value::Object(_) if *detail != found => Err(format!("detail {found}, expected {detail}")),
        _ => Ok(()),
    }
}

fn number(value: i128) -> i64 {
    value.try_into().unwrap()
}

/// Refused, with the reference's error.
struct Refused(Value);

impl Task for Refused {
    type Output = Result<(), String>;
    fn run<T: Kind>(self) -> Self::Output {
        match T::from_bytes(&bytes(&self.0, "hex")) {
            Ok(value) => Err(format!("accepted as {}", short(&format!("{value:?}")))),
            Err(error) => same_refusal(&self.0, &error),
        }
    }
}

/// Accepted as the reference accepts it, and written as the reference writes it.
struct Accepted(Value);

impl Task for Accepted {
    type Output = Result<(), String>;
    fn run<T: Kind>(self) -> Self::Output {
        let line = self.0;
        let input = bytes(&line, "hex");
        let value = T::from_bytes(&input).map_err(|error| error.to_string())?;
        let ours = value.to_bytes().map_err(|error| error.to_string())?;
        let reencoded = line.get("reencoded").map_or_else(|| input.clone(), |_| bytes(&line, "reencoded"));
        let reference = value.clone().into_reference();
        same("written as a set", &reference.to_bytes().map_err(|error| error.to_string())?, &reencoded)?;
        if reference == value {
            same("written", &ours, &reencoded)?;
        }
        if let Some(json) = line.get("json") {
            same_json(&reference, json)?;
        }
        let canonical = T::from_canonical_bytes(&input);
        if canonical.is_ok() != (ours == input) {
            return Err(format!("canonical reading gives {canonical:?}"));
        }
        if T::from_bytes(&ours).as_ref() != Ok(&value) {
            return Err("what is written reads as another value".to_owned());
        }
        Ok(())
    }
}

/// Accepted or refused, as the reference did.
struct Fuzzed(Value);

impl Task for Fuzzed {
    type Output = Result<(), String>;
    fn run<T: Kind>(self) -> Self::Output {
        if self.0.get("ok").is_some() { Accepted(self.0).run::<T>() } else { Refused(self.0).run::<T>() }
    }
}

/// Size class and greatest size.
struct Sizes(Value);

impl Task for Sizes {
    type Output = Result<(), String>;
    fn run<T: Kind>(self) -> Self::Output {
        let size = T::ENCODING.size();
        let (class, fixed) = match size.class {
            Class::Fixed(bytes) => ("Fixed", Some(bytes)),
            Class::Dynamic => ("Dynamic", None),
            Class::Variable => ("Variable", None),
        };
        let found = json!({ "class": class, "fixed_length": fixed, "maximum_length": size.most });
        let agree = ["class", "fixed_length", "maximum_length"].iter().all(|key| found[key] == self.0[key]);
        if agree { Ok(()) } else { Err(format!("{found}, expected {}", self.0)) }
    }
}

/// Runs a test on the whole file beside the workspace and on the part that the project carries.
macro_rules! files {
    ($($test:ident: $file:literal, $task:expr, $lines:literal;)+) => {$(
        #[test]
        fn $test() {
            check(concat!("carried ", $file), &carried_vectors($file), $task);
            if let Some(lines) = vectors($file) {
                assert_eq!(lines.len(), $lines);
                check($file, &lines, $task);
            }
        }
    )+};
}

files! {
    both_ways: "p2p.jsonl", BothWays, 296;
    read_errors: "p2p_read_errors.jsonl", Refused, 2775;
    read_accepts: "p2p_read_accepts.jsonl", Accepted, 29;
    fuzz: "p2p_fuzz.jsonl", Fuzzed, 2888;
    sizes: "p2p_sizes.jsonl", Sizes, 39;
}

/// Every kind of peer message is in the vectors, except `Bootstrap`, which has no body.
#[test]
fn kinds() {
    let mut kinds = BTreeSet::from(["Bootstrap".to_owned()]);
    assert_eq!(PeerMessage::Bootstrap.to_bytes().unwrap(), [0, 0, 0, 2, 0, 2]);
    for line in carried_vectors("p2p.jsonl") {
        let (name, input) = (text(&line, "message"), bytes(&line, "hex"));
        if name.starts_with("type:") || ["Connection_message", "Metadata", "Ack", "Nack"].contains(&name) {
            continue;
        }
        let message = PeerMessage::from_bytes(&input).unwrap();
        assert_eq!((message.title(), message.tag()), (name, u32::from_be_bytes([0, 0, input[4], input[5]])));
        kinds.insert(name.to_owned());
    }
    assert_eq!(kinds.len(), 24);
    assert_eq!(PeerMessage::CASES.len(), 24);
}

/// A point prints as it is written, and is read from that text.
#[test]
fn points() {
    let files = ["p2p.jsonl", "p2p_read_accepts.jsonl", "p2p_fuzz.jsonl"];
    let mut count = 0;
    for line in files.iter().flat_map(|file| vectors(file).unwrap_or_else(|| carried_vectors(file))) {
        let input = bytes(&line, "hex");
        let points = match (PeerMessage::from_bytes(&input), Ack::from_bytes(&input)) {
            (Ok(PeerMessage::Advertise(points)), _) | (_, Ok(Ack::Nack { peers: points, .. })) => points,
            (Ok(PeerMessage::SwapRequest(swap) | PeerMessage::SwapAck(swap)), _) => vec![swap.point],
            _ => continue,
        };
        for point in points {
            assert_eq!(point.to_bytes().unwrap(), sized(point.to_string().as_bytes()), "{line}");
            assert_eq!(point.to_string().parse(), Ok(point), "{line}");
            count += 1;
        }
    }
    assert!(count > 20, "{count} points");
}
