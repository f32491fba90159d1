//! SECURITY.md says the factors that `ci/scaling` holds inputs to.

use tezos_codec_benches::scaling::hostile::{BAD_MULTIPLE, BYTES, GOOD_MULTIPLE};

#[test]
fn the_multiples_are_stated() {
    let text = include_str!("../../SECURITY.md").split_whitespace().collect::<Vec<_>>().join(" ");
    let stated = format!("{GOOD_MULTIPLE} times the instructions of the honest one of that size where they are good");
    assert!(text.contains(&stated), "SECURITY.md does not say: {stated}");
    let stated = format!("and {BAD_MULTIPLE} times where they are refused");
    assert!(text.contains(&stated), "SECURITY.md does not say: {stated}");
    assert_eq!(BYTES, 1 << 20, "a mebibyte");
}
