//! If `diff` promises that the bytes of one schema decode with another, they do.

use tezos_encoding::schema::{decode, describe, diff, generate};

use super::lines;

/// Number of values of each encoding, boundary values first.
const VALUES: usize = 60;

#[test]
fn bytes_that_diff_says_decode_do() {
    let subjects = lines().into_iter().map(|(name, (encoding, _))| {
        let values = generate(encoding).max_bytes(24);
        let values = values.boundaries().take(VALUES / 2).chain(values.values(1)).take(VALUES);
        (name, encoding, describe(encoding), values.filter_map(Result::ok).collect::<Vec<_>>())
    });
    let subjects: Vec<_> = subjects.collect();
    let (mut promised, mut broken) = (0_usize, Vec::new());
    for (old, _, before, values) in &subjects {
        for (new, encoding, after, _) in &subjects {
            let changes = diff(before, after);
            if !changes.old_bytes() {
                continue;
            }
            promised = promised.saturating_add(1);
            if let Some(bytes) = values.iter().find(|bytes| decode(encoding, bytes).is_err()) {
                broken.push(format!("{} of {old} by {new}: {}", hex::encode(bytes), changes.to_json()));
            }
        }
    }
    println!("{} encodings, {promised} pairs of which one reads the bytes of the other", subjects.len());
    assert!(broken.is_empty(), "{} of {promised}:\n{}", broken.len(), broken.join("\n"));
    assert!(subjects.is_empty() || promised > subjects.len(), "{promised} of {}", subjects.len());
}
