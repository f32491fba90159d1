//! The cases of `../shared/data/reports`: bytes and JSON that people published, and disagreements with Octez's JSON schemas.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "a test")]

#[path = "../../encoding/tests/common/shared.rs"]
mod shared;

use std::fs;

use serde_json::Value;
use shared::shared;
use tezos_encoding::schema::{self, Encoding};
use tezos_protocols::{Protocol, registry};

/// Returns the lines of a file of reports, or none if the folder is not there.
fn lines(name: &str) -> Vec<Value> {
    let Some(folder) = shared("data/reports") else { return Vec::new() };
    fs::read_to_string(folder.join(name)).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Returns the encoding of an id, which begins with that of a protocol, or is completed by its name or number.
fn encoding(id: &str, protocol: Option<&str>) -> Option<&'static Encoding> {
    let (protocol, name) = match (protocol, id.split_once('.')) {
        (Some(protocol), _) => (protocol.parse().ok(), id),
        (None, Some((protocol, name))) => (protocol.parse().ok(), name),
        (None, None) => (None, id),
    };
    let Some(protocol): Option<Protocol> = protocol else {
        let all = tezos_messages::encodings().iter().chain(registry::encodings());
        return all.into_iter().find(|named| named.id == id).map(|named| named.encoding);
    };
    let known = registry::of_protocols().find(|known| known.name == name && known.protocols().any(|p| p == protocol));
    known.map(|known| known.at(protocol).encoding)
}

/// Returns the JSON of bytes, or the name of the error and the whole error.
fn decoded(encoding: &'static Encoding, bytes: &[u8]) -> Result<Value, (&'static str, String)> {
    let text = schema::to_json(encoding, bytes).map_err(|error| (error.kind().name(), error.to_string()))?;
    Ok(serde_json::from_str(&text).unwrap())
}

/// Returns the bytes of JSON in hexadecimal digits, or the error.
fn encoded(encoding: &'static Encoding, json: &Value) -> Result<String, String> {
    schema::from_json(encoding, &json.to_string()).map(hex::encode).map_err(|error| error.to_string())
}

/// Checks a case against what Octez does, as the case says it.
fn check(case: &Value) -> Result<(), String> {
    let text = |field: &str| case[field].as_str();
    let encoding = encoding(text("id").unwrap(), text("protocol")).ok_or("no encoding has this id")?;
    let expected = text("expected").unwrap();
    let bytes = |field: &str| hex::decode(text(field).unwrap()).unwrap();
    let differs = |found: &dyn std::fmt::Debug| Err(format!("{found:?}"));
    match (text("direction").unwrap(), case["finding"].as_u64().unwrap()) {
        ("decode", 12) => match decoded(encoding, &bytes("hex")) {
            Ok(json) if expected == format!("JSON {json}") => Ok(()),
            other => differs(&other),
        },
        ("decode", _) => match decoded(encoding, &bytes("hex")) {
            Ok(_) if expected == "accepted" => Ok(()),
            Err((name, _)) if expected.split(' ').next() == Some(name) => Ok(()),
            other => differs(&other),
        },
        ("encode", 4) => match encoded(encoding, &case["json"]) {
            Ok(hex) if hex.ends_with("0000000764656661756c74") => Ok(()),
            other => differs(&other),
        },
        ("encode", 9) => match encoded(encoding, &case["json"]) {
            Ok(hex) if hex.contains("000000016102000000016200") => Ok(()),
            other => differs(&other),
        },
        ("encode", 10) => match (text("protocol").unwrap(), encoded(encoding, &case["json"])) {
            ("010", Ok(hex)) if hex == "045b00000000" => Ok(()),
            ("025", Err(error)) if error.contains("Malformed annotation") => Ok(()),
            (_, other) => differs(&other),
        },
        ("encode", _) => encoded(encoding, &case["json"]).map(drop),
        ("encode/decode", 15) => {
            let json = decoded(encoding, &bytes("got_hex")).map_err(|(_, error)| error)?;
            match encoded(encoding, &case["json"]) {
                Ok(hex) if hex == text("expected_hex").unwrap() && encoded(encoding, &json).as_ref() == Ok(&hex) => {
                    if decoded(encoding, &bytes("expected_hex")) == Ok(json) {
                        Ok(())
                    } else {
                        Err("JSON".to_owned())
                    }
                }
                other => differs(&other),
            }
        }
        ("encode/decode", 16) => match encoded(encoding, &case["json"]) {
            Ok(hex) if decoded(encoding, &bytes("got_hex")) == decoded(encoding, &hex::decode(&hex).unwrap()) => {
                let slots = &decoded(encoding, &hex::decode(&hex).unwrap()).unwrap()["slots_by_publisher"];
                match slots.as_array().map(|slots| slots.iter().map(|slot| &slot[1]).collect::<Vec<_>>()) {
                    Some(bits) if bits.len() == 2 && bits.iter().all(|bits| **bits == "0" || **bits == "1") => Ok(()),
                    _ => differs(slots),
                }
            }
            other => differs(&other),
        },
        other => differs(&other),
    }
}

/// Prints the failures and fails if there are some.
#[track_caller]
fn none_fails(failures: &[String], count: usize) {
    let all = failures.join("\n");
    assert!(failures.is_empty(), "{} of {count} cases:\n{all}", failures.len());
}

#[test]
fn octez_and_its_schemas() {
    let cases = lines("octez_openapi.jsonl");
    let failure = |case: &Value| {
        let error = check(case).err()?;
        let [id, protocol, direction, expected] = ["id", "protocol", "direction", "expected"].map(|field| &case[field]);
        Some(format!("finding {}: {id} {protocol} {direction}: expected {expected}, found {error}", case["finding"]))
    };
    none_fails(&cases.iter().filter_map(failure).collect::<Vec<_>>(), cases.len());
}

/// Checks bytes or JSON that people have published; `Ok(false)` for a case that is not about one encoding.
fn check_published(case: &Value) -> Result<bool, String> {
    let text = |field: &str| case[field].as_str();
    let Some(encoding) = encoding(text("encoding").unwrap(), text("protocol")) else { return Ok(false) };
    let expected = text("expect").unwrap();
    let json = &case["json"];
    if let Some(number) = expected.strip_prefix("ok: ") {
        let bytes = schema::from_json(encoding, &Value::from(text("json").unwrap()).to_string());
        let back = bytes
            .map_err(|error| error.to_string())
            .and_then(|bytes| decoded(encoding, &bytes).map_err(|(_, error)| error))?;
        return if back == number { Ok(true) } else { Err(format!("{back}")) };
    }
    if expected != "ok" {
        return Ok(false);
    }
    if let Some(bytes) = text("hex") {
        let bytes = hex::decode(bytes).map_err(|error| error.to_string())?;
        // The text and not a `Value`, because errors are written as the text that they were read from.
        let found = schema::to_json(encoding, &bytes).map_err(|error| error.to_string())?;
        let written = schema::from_json(encoding, &found).map_err(|error| error.to_string())?;
        if written != bytes {
            return Err(format!("written as {}", hex::encode(written)));
        }
    }
    if !json.is_null() {
        let bytes = encoded(encoding, json)?;
        // A `Value` sorts the fields of errors, which are written as the text that they are read from.
        let json_of = |digits: &str| decoded(encoding, &hex::decode(digits).unwrap());
        if text("hex").is_some_and(|hex| hex != bytes && (hex.len() != bytes.len() || json_of(hex) != json_of(&bytes)))
        {
            return Err(format!("JSON gives {bytes}"));
        }
    }
    Ok(true)
}

/// A case that Octez refuses too: this primitive is one of 024 (`michelson_v1_primitives.ml`).
const NOT_IN_SEOUL: &str = "Origination of a contract that contains the instructions GET_ADDRESS_INDEX";

#[test]
fn published_bytes_and_json() {
    let (refused, cases): (Vec<_>, Vec<_>) = lines("public_reports.jsonl")
        .into_iter()
        .partition(|case| case["protocol"] == "seoul" && case["source"].as_str().unwrap().contains(NOT_IN_SEOUL));
    assert!(refused.iter().all(|case| check_published(case).is_err()), "{refused:?}");
    let mut checked = 0;
    let failure = |case: &Value| match check_published(case) {
        Ok(is_checked) => {
            checked += usize::from(is_checked);
            None
        }
        Err(error) => Some(format!("{} {} ({}): {error}", case["encoding"], case["protocol"], case["source"])),
    };
    let failures: Vec<_> = cases.iter().filter_map(failure).collect();
    none_fails(&failures, cases.len());
    assert!(cases.is_empty() || checked == 726, "{checked} of {} cases checked", cases.len());
}
