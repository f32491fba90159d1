//! `replay` of the sample session, intact and damaged.

use std::{fs, path::Path};

use crate::common::{Run, folder, run, sample};
use tezos_encoding::Tagged;
use tezos_messages::p2p::PeerMessage;

/// Replays `rows` (without the header) with an identity of the sample.
fn replay(folder: &Path, rows: &[String], identity: &str, more: &[&str]) -> Run {
    let session = folder.join("session.csv");
    fs::write(&session, format!("direction,message\n{}\n", rows.join("\n"))).unwrap();
    let identity = sample(identity);
    run(&[&["replay", session.to_str().unwrap(), "--identity", &identity], more].concat())
}

fn rows() -> Vec<String> {
    fs::read_to_string(sample("session.csv")).unwrap().lines().skip(1).map(Into::into).collect()
}

/// Returns the row with one bit flipped in the hex digit that is `from_end` digits before its end.
fn flipped(row: &str, from_end: usize) -> String {
    let at = row.len() - 1 - from_end;
    let digit = row[at..=at].chars().next().unwrap().to_digit(16).unwrap();
    format!("{}{:x}{}", &row[..at], digit ^ 1, &row[at + 1..])
}

#[test]
fn the_sample_is_clean_and_has_every_kind() {
    let run = run(&["replay"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    let kinds = PeerMessage::CASES.iter().map(|case| case.title);
    for kind in kinds.chain(["connection message", "metadata", "ack"]) {
        let row = run
            .out
            .lines()
            .find(|line| line.split_whitespace().collect::<Vec<_>>().join(" ").contains(&format!("│ {kind} ")));
        let row: Vec<_> = row.unwrap_or_else(|| panic!("no {kind} in {}", run.out)).split_whitespace().collect();
        let (same, all) = row[row.len() - 2].split_once('/').unwrap();
        assert_eq!(same, all, "{kind}");
    }
    assert!(run.out.contains("(6 of the handshake, 200 of 24 kinds)"), "{}", run.out);
    assert!(run.out.contains("to the same bytes: 206 of 206\n"), "{}", run.out);
    assert!(run.out.contains("inside them: 1,946 of 1,946\nFailures: 0\n"), "{}", run.out);
}

#[test]
fn a_debug_build_is_reported() {
    assert_eq!(run(&["replay"]).out.contains("debug build"), cfg!(debug_assertions));
}

#[test]
fn json_has_the_same_data() {
    let run = run(&["replay", "--json"]);
    assert_eq!((run.status, run.err.as_str()), (0, ""));
    let report = run.json();
    assert_eq!(report["clean"], true);
    assert_eq!(report["failures"].as_array().unwrap().len(), 0);
    assert_eq!((report["messages"].as_u64(), report["encoded_to_same_bytes"].as_u64()), (Some(206), Some(206)));
    let kinds = report["kinds"].as_array().unwrap();
    assert_eq!(kinds.len(), PeerMessage::CASES.len() + 3);
    for (kind, name) in kinds.iter().skip(3).zip(PeerMessage::CASES.iter().map(|case| case.title)) {
        assert_eq!(kind["kind"], name);
        assert_eq!(kind["count"], kind["encoded_to_same_bytes"]);
        for number in ["tag", "bytes", "median_decode_nanoseconds", "megabytes_per_second"] {
            assert!(kind[number].as_f64().unwrap() > 0.0, "{number} of {name}");
        }
        let allocations = kind["allocations_per_decode"].as_f64().unwrap();
        let bytes = kind["allocated_bytes_per_decode"].as_f64().unwrap();
        assert!((allocations == 0.0) == (bytes == 0.0) && bytes >= allocations, "{name}");
    }
    let count = |name: &str| kinds.iter().find(|kind| kind["kind"] == name).unwrap();
    assert_eq!(count("Disconnect")["allocations_per_decode"], 0.0);
    assert!(count("Current_head")["allocations_per_decode"].as_f64().unwrap() > 1.0);
    assert_eq!(report["chunks"]["sent"]["lost"], 0);
    assert!(report["chunks"]["received"]["opened"].as_u64().unwrap() > 100);
}

#[test]
fn either_side_can_be_replayed_with_either_identity() {
    let folder = folder("either_side");
    let swapped: Vec<_> = rows()
        .iter()
        .map(|row| match row.strip_prefix("Sent") {
            Some(rest) => format!("Received{rest}"),
            None => row.replace("Received", "Sent"),
        })
        .collect();
    // The side that accepts may send its connection message before it receives the other one.
    let mut answered_first = swapped.clone();
    let last = answered_first[1].len();
    assert!(last > 226, "the row has the connection message and more");
    let connection = answered_first[1][..5 + 226].to_string();
    answered_first[1].replace_range(5..5 + 226, "");
    answered_first.insert(0, connection);
    for rows in [swapped, answered_first] {
        for identity in ["identity.json", "peer_identity.json"] {
            let run = replay(&folder, &rows, identity, &["--strict"]);
            assert_eq!(run.status, 0, "{identity}: {}{}", run.out, run.err);
            let sent = run.out.lines().find(|line| line.starts_with("  sent: ")).unwrap();
            assert!(sent.ends_with("(accepted the connection)"), "{sent}");
        }
    }
}

#[test]
fn a_flipped_byte_is_a_failure() {
    let folder = folder("flipped");
    let whole = rows();
    let mut rows = whole.clone();
    rows[30] = flipped(&rows[30], 0);
    let run = replay(&folder, &rows, "identity.json", &[]);
    assert_eq!(run.status, 1);
    assert!(run.out.contains("1 damaged"), "{}", run.out);
    assert!(run.out.contains("Failures: 1\n  line "), "{}", run.out);
    assert!(run.out.contains("the chunk cannot be decrypted: encrypted chunk "), "{}", run.out);
    assert!(run.out.contains(" has a wrong MAC\n"), "{}", run.out);
    let run = replay(&folder, &rows, "identity.json", &["--json"]);
    assert_eq!((run.status, &run.json()["clean"]), (1, &false.into()));
    // Bits flipped at several offsets: in a connection message, a length, a MAC, a ciphertext.
    for at in (0..8).chain((10..whole.len()).step_by(389)) {
        for from_end in [0, (whole[at].len() - 10) / 2, whole[at].len() - 1 - whole[at].find(',').unwrap() - 1] {
            let mut rows = whole.clone();
            rows[at] = flipped(&rows[at], from_end);
            let run = replay(&folder, &rows, "identity.json", &["--strict", "--json"]);
            assert_eq!(run.status, 1, "row {at}, {from_end} from its end: {}{}", run.out, run.err);
            assert!(!run.out.is_empty() || run.err.starts_with("error: "), "{}", run.err);
        }
    }
}

#[test]
fn missing_chunks_are_counted() {
    let folder = folder("missing");
    let whole = rows();
    let mut rows = whole.clone();
    // A received packet of small messages.
    let lost = (20..).find(|at| whole[*at].starts_with("Received") && whole[*at].len() < 400).unwrap();
    rows.remove(lost);
    let run = replay(&folder, &rows, "identity.json", &["--window", "4", "--json"]);
    assert_eq!(run.status, 0, "{}", run.out);
    let report = run.json();
    assert!(report["chunks"]["received"]["lost"].as_u64().unwrap() >= 1, "{report}");
    assert_eq!(report["messages"], report["encoded_to_same_bytes"]);
    let run = replay(&folder, &rows, "identity.json", &["--strict"]);
    assert_eq!(run.status, 1);

    let rows = &whole[..whole.len() / 2];
    assert_eq!(replay(&folder, rows, "identity.json", &["--window", "4"]).status, 0);
}

#[test]
fn damage_before_a_gap_is_reported_too() {
    let folder = folder("damaged_and_missing");
    let mut rows = rows();
    let received = |from: usize, rows: &[String]| (from..).find(|at| rows[*at].starts_with("Received")).unwrap();
    let damaged = received(20, &rows);
    rows[damaged] = flipped(&rows[damaged], 0);
    rows.remove(received(damaged + 100, &rows));
    let run = replay(&folder, &rows, "identity.json", &["--window", "4", "--json"]);
    assert_eq!(run.status, 1, "{}", run.out);
    let (report, chunks) = (run.json(), &run.json()["chunks"]["received"]);
    assert_eq!(chunks["damaged"], 1, "{chunks}");
    assert!(chunks["lost"].as_u64().unwrap() >= 1, "{chunks}");
    // The damaged chunk, and the ends of chunks that the gap cuts.
    assert_eq!(report["failures"].as_array().unwrap().len(), 2);
    assert!(
        report["failures"][1]["error"]
            .as_str()
            .unwrap()
            .ends_with(" after this line in no chunk that can be decrypted")
    );
    assert_eq!(report["messages"], report["encoded_to_same_bytes"]);
}

#[test]
fn concatenated_sessions_are_replayed() {
    let folder = folder("concatenated");
    let mut two = rows();
    two.push("direction,message".into());
    two.extend(rows());
    let run = replay(&folder, &two, "identity.json", &["--strict"]);
    assert_eq!(run.status, 0, "{}{}", run.out, run.err);
    assert!(run.out.contains("(opened the connection)\n"), "{}", run.out);
    assert!(run.out.contains("\n  and 1 session after it\n"), "{}", run.out);
    assert!(run.out.contains("to the same bytes: 412 of 412\n"), "{}", run.out);
}

#[test]
fn messages_that_do_not_decode_are_explained() {
    let folder = folder("jsonl");
    let session = folder.join("session.jsonl");
    let lines = [
        r#"{"dir":"Sent","kind":"Bootstrap","tag":2,"size":6,"hex":"000000020002"}"#,
        r#"{"dir":"Received","kind":"Get_current_branch","hex":"00000005001001020304"}"#,
        r#"{"dir":"Received","kind":"metadata","hex":"0001"}"#,
    ];
    fs::write(&session, lines.join("\n")).unwrap();
    let run = run(&["replay", session.to_str().unwrap()]);
    assert_eq!(run.status, 1);
    for line in [
        "to the same bytes: 1 of 3\nFailures: 2\n",
        "  line 2, received: message 0 (Get_current_branch, 10 bytes) cannot be decoded: ",
        "  line 3, received: message 1 (metadata, 2 bytes) was encoded again with other bytes: ",
    ] {
        assert!(run.out.contains(line), "{line}: {}", run.out);
    }
}

#[test]
fn operations_inside_that_do_not_decode_are_explained() {
    let folder = folder("inside");
    let session = folder.join("session.jsonl");
    let message = |tag: &str, body: &str| {
        let size = 2 + body.len() / 2;
        format!(r#"{{"dir":"Received","kind":"Operation","hex":"{size:08x}{tag}{body}"}}"#)
    };
    let branch = "07".repeat(32);
    let good = format!("{branch}110000000109{}", "00".repeat(64));
    fs::write(&session, [message("0031", &good), message("0031", &format!("{branch}07"))].join("\n")).unwrap();
    let run = run(&["replay", session.to_str().unwrap()]);
    assert_eq!(run.status, 1);
    for line in [
        "to the same bytes: 2 of 2\nHeaders and operations inside them: 1 of 2\nFailures: 1\n",
        "  line 2, received: message 1 (Operation, 39 bytes) is wrong at operation: of no known protocol; as one of ",
        "│ Failing_noop",
    ] {
        assert!(run.out.contains(line), "{line}: {}", run.out);
    }
}

#[test]
fn files_that_cannot_be_loaded_are_reported() {
    let folder = folder("errors");
    let path = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let (session, identity) = (sample("session.csv"), sample("identity.json"));
    let error = |arguments: &[&str]| {
        let run = run(&[&["replay"], arguments].concat());
        assert_eq!((run.status, run.out.as_str()), (1, ""), "{arguments:?}");
        run.err.strip_prefix("error: ").unwrap().trim_end().to_string()
    };
    let alone = path("alone.csv", "direction,message\n");
    let text = path("text.csv", "hello\n");
    let hex = path("hex.csv", "direction,message\nSent,0g\n");
    let short = path("short.csv", "direction,message\nSent,0001ff\nReceived,0001ff\n");
    let jsonl = path("x.jsonl", "{}");
    for (arguments, expected) in [
        (&["absent.csv"][..], "absent.csv: the session cannot be read: No such file"),
        (&[&session, "--identity", "absent.json"], "absent.json: the identity cannot be read: No such"),
        (&[&alone], "give the identity of one of its sides with --identity"),
        (&[&alone, "--identity", &identity], "no complete connection message in its Sent rows"),
        (&[&text, "--identity", &identity], "line 1: expected the header `direction,message`, found `hello`"),
        (&[&hex, "--identity", &identity], "hex.csv, line 2: the message is not hex: "),
        (&[&short, "--identity", &identity], "short.csv, line 2: what was sent first is not a connection message: "),
        (&[&jsonl], "x.jsonl, line 1: the line needs the field `dir`, a string"),
        (&[&jsonl, "--identity", &identity], "this session is not encrypted: give it without --identity"),
    ] {
        let sentence = error(arguments);
        assert!(sentence.contains(expected), "{expected}: {sentence}");
    }

    let other = r#"{"peer_id":"idqjq34sB6uHWdFzJDB97zwXAdHASb",
        "public_key":"40a2c1e551c1e48b89e2a13bb58114f613801439ec6c4fc3396799768a748b6e",
        "secret_key":"66adf08839c350109d8955a92c6561f966d6a048968763d12b7026c7e368fbe1",
        "proof_of_work_stamp":"ff6d772406b595e2ae0fd5c640a62a47212f21cbbcaac6b4"}"#;
    let sentence = error(&[&session, "--identity", &path("other.json", other)]);
    assert!(
        sentence.contains("the identity idqjq34sB6uHWdFzJDB97zwXAdHASb is neither side of this session"),
        "{sentence}"
    );
    let sentence = error(&[&session, "--identity", &path("broken.json", &other.replace("66ad", "66ae"))]);
    assert!(
        sentence.contains("broken.json: this is not an identity: the secret key has the public key "),
        "{sentence}"
    );
    assert!(!sentence.contains("66ae"), "a secret key is not repeated: {sentence}");
    let usage = run(&["replay", "--identity", &identity]);
    assert_eq!(usage.status, 2);
    assert!(usage.err.contains("<FILE>"));
}
