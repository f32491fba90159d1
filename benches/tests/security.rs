//! Checks that SECURITY.md states the factors that `ci/scaling` enforces.

use tezos_codec_benches::scaling::hostile::{BAD_MULTIPLE, BYTES, GOOD_MULTIPLE};

#[test]
fn the_multiples_are_stated() {
    let text = include_str!("../../SECURITY.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let stated =
        format!("valid ones take at most {GOOD_MULTIPLE} times the instructions of an honest message of that size");
    assert!(text.contains(&stated), "SECURITY.md does not state: {stated}");
    let stated = format!("and refused ones at most {BAD_MULTIPLE} times");
    assert!(text.contains(&stated), "SECURITY.md does not state: {stated}");
    assert_eq!(BYTES, 1 << 20, "a mebibyte");
}
