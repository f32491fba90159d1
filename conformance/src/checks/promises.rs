//! What `diff` promises of two schemas, kept by their values: where it says that the bytes of one decode by the other, they do.

use tezos_encoding::schema::{Description, Encoding, decode, describe, diff, generate};

use super::lines;

/// Values of each encoding, boundaries first.
const VALUES: usize = 60;

struct Subject {
    name: String,
    encoding: &'static Encoding,
    description: Description,
    values: Vec<Vec<u8>>,
}

#[test]
fn bytes_that_are_said_to_decode_do() {
    let subjects: Vec<Subject> = lines()
        .into_iter()
        .map(|(name, (encoding, _))| {
            let values = generate(encoding).max_bytes(24);
            let boundaries = values.boundaries().take(VALUES / 2);
            let values = boundaries.chain(values.values(1)).take(VALUES).filter_map(Result::ok).collect();
            Subject { name, encoding, description: describe(encoding), values }
        })
        .collect();
    let (mut promised, mut broken) = (0_usize, Vec::new());
    for old in &subjects {
        for new in &subjects {
            let changes = diff(&old.description, &new.description);
            if !changes.old_bytes() {
                continue;
            }
            promised = promised.saturating_add(1);
            if let Some(bytes) = old.values.iter().find(|bytes| decode(new.encoding, bytes).is_err()) {
                broken.push(format!("{} of {} by {}: {}", hex::encode(bytes), old.name, new.name, changes.to_json()));
            }
        }
    }
    println!("{} encodings, {promised} pairs of which one reads the bytes of the other", subjects.len());
    assert!(broken.is_empty(), "{} of {promised}:\n{}", broken.len(), broken.join("\n"));
    assert!(subjects.is_empty() || promised > subjects.len(), "{promised} of {}", subjects.len());
}
