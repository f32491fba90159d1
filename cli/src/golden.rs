//! Compares what tests print with files in `tests/golden`.
//!
//! `BLESS=1 cargo test -p tezos-codec --bins` rewrites the files; review the result.

use std::{env, fs};

/// Checks that a file has this text.
pub(crate) fn compare(file: &str, found: &str) {
    let path = format!("{}/tests/golden/{file}", env!("CARGO_MANIFEST_DIR"));
    if env::var_os("BLESS").is_some() {
        return fs::write(&path, found).expect("the file is written");
    }
    let expected = fs::read_to_string(&path).expect("the file");
    let different = (1..).zip(expected.lines().zip(found.lines())).find(|(_, (expected, found))| expected != found);
    assert!(expected == found, "{file}: {different:#?}");
}
