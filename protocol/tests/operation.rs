//! Operations of the samples and of blocks, both ways.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::Value;
use tezos_encoding::{BinWriter, HasEncoding, NomReader};
use tezos_protocol::Protocol;
use tezos_protocol::operation::{Operation, Unsigned};

fn shared(path: &str) -> Option<String> {
    let root = std::env::var_os("TEZOS_CODEC_SHARED").map_or_else(|| PathBuf::from("../../shared"), PathBuf::from);
    let path = root.join(path);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        println!("skipped: {} is not there", path.display());
    }
    text
}

fn lines(path: &str) -> Vec<Value> {
    let text = shared(path).unwrap_or_default();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Checks that the bytes are a value in the protocol, whose bytes and JSON are those given.
fn both_ways<T>(protocol: Protocol, bytes: &[u8], json: &Value) -> Result<(), String>
where
    T: HasEncoding + BinWriter + for<'a> NomReader<'a>,
{
    let value: T = protocol.decode(bytes).map_err(|error| format!("decode: {error}"))?;
    let again = protocol.encode(&value).map_err(|error| format!("encode: {error}"))?;
    if again != bytes {
        return Err("other bytes".into());
    }
    let text = protocol.to_json(&value).map_err(|error| format!("to_json: {error}"))?;
    let found: Value = serde_json::from_str(&text).unwrap();
    if found != *json {
        return Err(format!("other JSON: {found}\n   expected {json}"));
    }
    let value: T = protocol.from_json(&json.to_string()).map_err(|error| format!("from_json: {error}"))?;
    let again = protocol.encode(&value).map_err(|error| format!("encode from JSON: {error}"))?;
    if again == bytes { Ok(()) } else { Err("other bytes from JSON".into()) }
}

/// The protocols that a sample may be of.
fn protocols(sample: &Value) -> Vec<Protocol> {
    let mut found: Vec<Protocol> = Vec::new();
    for name in sample["protocols"].as_array().unwrap() {
        let name = name.as_str().unwrap();
        let digits: String = name.chars().skip_while(|c| c.is_alphabetic()).take_while(char::is_ascii_digit).collect();
        match digits.parse::<Protocol>() {
            Ok(protocol) => found.push(protocol),
            Err(_) if name == "seoul" => found.push(Protocol::Seoul),
            Err(_) if name == "tallinn" => found.push(Protocol::Tallinn),
            Err(_) => found.extend(Protocol::ALL.iter().rev()),
        }
    }
    found
}

#[test]
fn samples() {
    let mut failures: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let mut right = 0;
    for sample in lines("data/octez_encoding_samples/samples.jsonl") {
        let check = match sample["encoding"].as_str().unwrap() {
            "operation" => both_ways::<Operation>,
            "operation.unsigned" => both_ways::<Unsigned>,
            _ => continue,
        };
        let bytes = hex(&sample["hex"]);
        let tries: Vec<_> = protocols(&sample)
            .iter()
            .map(|protocol| (protocol, check(*protocol, &bytes, &sample["json"])))
            .collect::<Vec<_>>()
            .into_iter()
            .map(|(protocol, result)| (*protocol, result))
            .collect();
        if tries.iter().any(|(_, result)| result.is_ok()) {
            right += 1;
        } else {
            let (protocol, error) = tries.first().unwrap();
            let error = error.as_ref().unwrap_err();
            let kind = sample["json"]["contents"][0]["kind"].to_string();
            failures.entry(kind).or_default().push(format!("{} {protocol}: {error}", sample["names"]));
        }
    }
    for (kind, errors) in &failures {
        println!("{kind} {}: {:.3000}", errors.len(), errors[0]);
    }
    println!("{right} right");
    assert!(failures.is_empty());
}

fn hex(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().unwrap()).unwrap()
}
