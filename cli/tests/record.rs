//! `record`, and `replay` of what it writes.

use std::fs;

use crate::common::{folder, run};
use serde_json::Value;
use tezos_encoding::Tagged as _;
use tezos_messages::p2p::PeerMessage;

/// Returns the name, the count and the bytes of each kind.
fn kinds(report: &Value) -> Vec<(String, u64, u64)> {
    let kinds = report["kinds"].as_array().unwrap();
    kinds
        .iter()
        .map(|kind| {
            let number = |name: &str| kind[name].as_u64().unwrap();
            (kind["kind"].as_str().unwrap().to_string(), number("count"), number("bytes"))
        })
        .collect()
}

#[test]
fn recorded_sessions_can_be_replayed() {
    let folder = folder("record");
    let mut reports = Vec::new();
    for name in ["one", "two"] {
        let out = folder.join(name);
        let out = out.to_str().unwrap();
        let recorded = run(&["record", "--out", out, "--messages", "90", "--seed", "7"]);
        assert_eq!(recorded.status, 0, "{}{}", recorded.out, recorded.err);
        assert!(recorded.out.starts_with("Recorded 90 messages in "), "{}", recorded.out);
        for file in ["identity.json", "peer_identity.json"] {
            let replayed = format!("Replayed with {file}: 96 messages of {} kinds", PeerMessage::CASES.len());
            assert!(recorded.out.contains(&replayed), "{}", recorded.out);
            let text = fs::read_to_string(format!("{out}/{file}")).unwrap();
            assert!(text.contains("Throw-away key"), "{text}");
        }
        let origin = fs::read_to_string(format!("{out}/ORIGIN")).unwrap();
        assert!(origin.contains("tezos-codec record --seed 7 --messages 90"), "{origin}");
        let session = format!("{out}/session.csv");
        let replayed = run(&["replay", "--strict", "--json", &session]);
        assert_eq!(replayed.status, 0, "{}", replayed.err);
        reports.push((replayed.json(), fs::read_to_string(session).unwrap()));

        let again = run(&["record", "--out", out]);
        assert_eq!(again.status, 1);
        assert!(again.err.ends_with("identity.json: the file already exists: give another folder with --out\n"));
    }
    // The seed determines the messages, but not the keys.
    let [(one, one_text), (two, two_text)] = reports.as_slice() else { panic!() };
    assert_eq!(kinds(one), kinds(two));
    assert_ne!(one["sides"], two["sides"]);
    assert_ne!(one_text, two_text);
    // A row has at most the bytes of a packet, and full packets have as many.
    for direction in ["Sent,", "Received,"] {
        let rows = one_text.lines().filter_map(|line| line.strip_prefix(direction));
        assert_eq!(rows.map(|hex| hex.len() / 2).max(), Some(1_448), "{direction}");
    }
    // Some messages take more than one chunk.
    let messages = one["messages"].as_u64().unwrap();
    let opened = |direction: &str| one["chunks"][direction]["opened"].as_u64().unwrap();
    assert!(opened("sent") + opened("received") > messages + 10, "{one}");
}

#[test]
fn too_few_messages_are_refused() {
    let folder = folder("too_few");
    let recorded = run(&["record", "--out", folder.join("x").to_str().unwrap(), "--messages", "5"]);
    assert_eq!(recorded.status, 1);
    assert!(recorded.err.starts_with("error: 5 messages are too few: both sides need "), "{}", recorded.err);
    assert!(!folder.join("x").exists());
}
