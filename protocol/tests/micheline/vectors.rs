//! The reference's vectors.

use serde_json::Value;
use tezos_encoding::{Decode, HasEncoding, schema};

use super::{Any, hex_of, lines, of_value, to_value};

/// Checks accepted bytes: their value, their JSON, and the bytes that are written for the value.
fn accepted(line: &Value, bytes: &[u8], written: &[u8]) {
    let Any(micheline) = Any::from_bytes(bytes).unwrap_or_else(|error| panic!("{line}: {error}"));
    assert_eq!(micheline.as_bytes(), written, "{line}");
    if let Some(json) = line.get("json").filter(|json| !json.is_null()) {
        assert_eq!(to_value(micheline.root()), *json);
        assert_eq!(of_value(json), micheline, "{line}");
        let printed = schema::to_json(Any::ENCODING, bytes).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&printed).unwrap(), *json);
        assert_eq!(schema::from_json(Any::ENCODING, &json.to_string()).unwrap(), written);
    }
    if let Some(nodes) = line.get("nodes") {
        assert_eq!(micheline.nodes(), usize::try_from(nodes.as_u64().unwrap()).unwrap());
    }
    assert!(schema::decode(Any::ENCODING, bytes).is_ok());
}

fn refused(line: &Value, bytes: &[u8]) {
    let error = Any::from_bytes(bytes).unwrap_err();
    assert_eq!(error.kind().name(), line["error"], "{line}: {error}");
    let walked = schema::decode(Any::ENCODING, bytes).unwrap_err();
    assert_eq!((walked.kind(), walked.offset()), (error.kind(), error.offset()), "{line}");
    if let (Some(tag), schema_error) = (line["detail"].get("tag"), error.to_string()) {
        assert!(schema_error.contains(&tag.to_string()), "{line}: {schema_error}");
    }
}

#[test]
fn values_of_the_reference_are_accepted() {
    for line in lines("vectors/micheline.jsonl") {
        let bytes = hex_of(&line["hex"]);
        accepted(&line, &bytes, &bytes);
    }
}

#[test]
fn bytes_that_are_not_canonical_are_written_canonically() {
    for line in lines("vectors/micheline_read_accepts.jsonl") {
        accepted(&line, &hex_of(&line["hex"]), &hex_of(&line["reencoded"]));
    }
}

#[test]
fn bytes_that_the_reference_refuses_are_refused() {
    for line in lines("vectors/micheline_read_errors.jsonl") {
        refused(&line, &hex_of(&line["hex"]));
    }
}

#[test]
fn mutated_bytes_are_accepted_or_refused_as_by_the_reference() {
    for line in lines("vectors/micheline_fuzz.jsonl") {
        let bytes = hex_of(&line["hex"]);
        match line.get("error") {
            Some(_) => refused(&line, &bytes),
            None => {
                let written = line.get("reencoded").map_or_else(|| bytes.clone(), hex_of);
                accepted(&line, &bytes, &written);
            }
        }
    }
}
