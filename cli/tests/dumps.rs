//! Compares our dump with one in the format of the reference.

use std::fs;

use crate::common::{folder, run};
use serde_json::{Value, json};

/// Descriptions that the reference printed (`messages/testdata/vectors/schemas`), and the ids of our encodings.
const SAME: [(&str, &str); 8] = [
    ("block_locator", "block_locator"),
    ("connection_id", "p2p_connection.id"),
    ("connection_message", "p2p_connection.message"),
    ("mempool", "mempool"),
    ("operation", "operation"),
    ("p2p_message", "p2p_message"),
    ("protocol", "protocol"),
    ("rejection", "p2p_rejection"),
];

/// Returns what `octez-codec dump encodings` would print for these encodings.
fn reference() -> Value {
    let entries = SAME.iter().map(|(name, id)| {
        let file = format!("{}/../messages/testdata/vectors/schemas/{name}.json", env!("CARGO_MANIFEST_DIR"));
        let binary: Value = serde_json::from_str(&fs::read_to_string(&file).expect(&file)).expect("JSON");
        json!({ "id": id, "json": {}, "binary": binary })
    });
    entries.collect()
}

#[test]
fn our_dump_does_not_differ_from_that_of_the_reference() {
    let folder = folder("dumps");
    let [theirs, ours] = ["theirs.json", "ours.json"].map(|name| folder.join(name));
    fs::write(&theirs, reference().to_string()).expect("a file");
    let all: Vec<Value> = serde_json::from_value(run(&["dump", "encodings", "--compact"]).json()).expect("a list");
    let known: Vec<Value> = all.into_iter().filter(|entry| SAME.iter().any(|(_, id)| entry["id"] == *id)).collect();
    assert_eq!(known.len(), SAME.len());
    fs::write(&ours, Value::from(known).to_string()).expect("a file");

    let [theirs, ours] = [&theirs, &ours].map(|path| path.to_str().expect("text"));
    let compared = run(&["diff", theirs, ours, "--require", "same", "--format", "json"]);
    assert_eq!((compared.status, compared.err.as_str()), (0, ""), "{}", compared.out);
    let compared = compared.json();
    assert_eq!(compared["changes"], json!([]));
    // A dump of the reference lacks the checks beyond the layout; our dump has them.
    assert_eq!(compared["complete"], json!(false));
    assert_eq!(run(&["diff", ours, ours, "--require", "same", "--format", "json"]).json()["complete"], json!(true));
    for (_, id) in SAME {
        for (old, new) in [(theirs, id), (id, theirs), (ours, id), (id, ours)] {
            let compared = run(&["diff", old, new, "--require", "same"]);
            assert_eq!(compared.status, 0, "{old} {new}: {}{}", compared.out, compared.err);
        }
    }
}

#[test]
fn a_difference_from_the_reference_is_reported() {
    let folder = folder("changed dumps");
    let file = folder.join("theirs.json");
    let text = reference().to_string().replace(r#""at_most":100"#, r#""at_most":50"#);
    fs::write(&file, text).expect("a file");
    let compared = run(&["diff", file.to_str().expect("text"), "p2p_message"]);
    assert_eq!(compared.status, 3, "{}", compared.err);
    assert!(
        compared.out.contains("widened     Advertise.id: a list of at most 50 → a list of at most 100"),
        "{}",
        compared.out
    );
}
