//! Checks the layouts (`.ksy` files) that Octez printed, if they are available: the encodings of the tool match them, and they decode
//! bytes that Octez wrote.

use std::collections::BTreeSet;
use std::fs;

use serde_json::Value;
use tezos_encoding::schema::{
    decode,
    ksy::{Layouts, layout_name},
};

use crate::common::{run, shared::shared};

#[test]
fn known_encodings_match_the_layouts_of_octez() {
    let Some(folder) = shared("ksy") else { return };
    let run = run(&["check-layouts".as_ref(), folder.as_os_str()]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    let equal: usize = run.out.lines().last().and_then(|line| line.split(' ').next()?.parse().ok()).expect("a summary");
    assert!(equal >= 1_171, "{}", run.out);
    let explained: BTreeSet<&str> =
        run.out.lines().filter_map(|line| line.strip_prefix("explained  ")?.split(' ').next()).collect();
    assert_eq!(explained, documented(), "protocol/docs/exactness.md must list the ids of the explained layouts");
}

/// Returns the ids of layouts in the documentation of `tezos-protocols`: the words in backquotes that begin with a protocol.
fn documented() -> BTreeSet<&'static str> {
    let (_, text) = include_str!("../../protocol/docs/exactness.md").split_once("<!-- layouts -->").expect("the list");
    let words = text.split('`').skip(1).step_by(2);
    words.filter(|word| word.starts_with("alpha.") || word.starts_with(|first: char| first.is_ascii_digit())).collect()
}

#[test]
fn layouts_decode_the_bytes_of_octez() {
    let (Some(folder), Some(samples)) = (shared("ksy"), shared("data/octez_encoding_samples/samples.jsonl")) else {
        return;
    };
    let mut layouts =
        Layouts::new(|name| fs::read_to_string(folder.join(format!("{name}.ksy"))).map_err(|error| error.to_string()));
    let (mut count, mut wrong) = (0_usize, Vec::new());
    for line in fs::read_to_string(samples).expect("the samples").lines() {
        let sample: Value = serde_json::from_str(line).unwrap();
        let bytes = hex::decode(sample["hex"].as_str().unwrap()).unwrap();
        // `alpha` is skipped: it was a different protocol in each of its samples.
        for protocol in sample["protocols"].as_array().unwrap().iter().filter(|protocol| **protocol != "alpha") {
            let id = format!("{}.{}", protocol.as_str().unwrap(), sample["encoding"].as_str().unwrap());
            let name = layout_name(&id);
            if folder.join(format!("{name}.ksy")).exists() {
                let layout = layouts.import(&name).unwrap();
                count += 1;
                wrong.extend(decode(layout, &bytes).err().map(|error| format!("{id}: {error}")));
            }
        }
    }
    assert!(count > 200 && wrong.is_empty(), "{} of {count}: {wrong:#?}", wrong.len());
}
