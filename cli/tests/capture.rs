//! Replays the captured session of two real nodes; skipped if the shared data is not available.

use crate::common::shared::shared;
use std::path::PathBuf;

use crate::common::run;

/// Returns the folder of the capture. Prints the reason and returns `None` if it is not available.
fn capture() -> Option<PathBuf> {
    shared("data/p2p_session_carthage/tezedge_communication.csv")?.parent().map(Into::into)
}

fn count(report: &serde_json::Value, kind: &str) -> u64 {
    let kinds = report["kinds"].as_array().unwrap();
    kinds.iter().find(|row| row["kind"] == kind).unwrap()["count"].as_u64().unwrap()
}

#[test]
fn every_chunk_opens_and_every_message_is_encoded_to_the_same_bytes() {
    let Some(folder) = capture() else { return };
    let file = |name: &str| folder.join(name).to_str().unwrap().to_string();
    let session = file("tezedge_communication.csv");
    let run = run(&["replay", "--json", &session, "--identity", &file("identity.json")]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let report = run.json();
    let (sent, received) = (&report["chunks"]["sent"], &report["chunks"]["received"]);
    assert_eq!((sent["opened"].as_u64(), sent["lost"].as_u64()), (Some(5_474), Some(0)));
    assert_eq!((received["opened"].as_u64(), received["lost"].as_u64()), (Some(1_976), Some(15_106)));
    assert_eq!((report["messages"].as_u64(), report["encoded_to_same_bytes"].as_u64()), (Some(7_452), Some(7_452)));
    assert_eq!(report["sides"]["sent"]["role"], "opened the connection");
    assert_eq!(count(&report, "Get_operations_for_blocks"), 3_382);
    assert_eq!(count(&report, "Operations_for_blocks"), 1_383);
    assert_eq!(report["clean"], true);
}

#[test]
fn the_decrypted_capture_has_the_same_messages() {
    let Some(folder) = capture() else { return };
    let run = run(&["replay", "--json", folder.join("session.jsonl").to_str().unwrap()]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let report = run.json();
    assert_eq!((report["messages"].as_u64(), report["encoded_to_same_bytes"].as_u64()), (Some(7_452), Some(7_452)));
    assert_eq!(count(&report, "Get_block_headers"), 2_071);
    // The operations in 1,383 lists and in one single message; the block headers in all messages.
    let inside = report["inside"].as_array().unwrap();
    let inside = |kind: &str| inside.iter().find(|row| row["kind"] == kind).unwrap()["count"].as_u64().unwrap();
    assert_eq!((inside("Endorsement"), inside("Transaction")), (755, 622));
    assert_eq!((inside("several of one account"), inside("block header")), (2, 586));
    assert_eq!(report["chunks"], serde_json::Value::Null);
}
