//! Where the files are that the project does not carry: the one place that knows, for the tests of all crates.

use std::env;
use std::path::{Path, PathBuf};

/// `../shared/<part>` beside the workspace, or where `TEZOS_CODEC_SHARED` says; says so when it is not there.
pub(crate) fn shared(part: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let path = env::var_os("TEZOS_CODEC_SHARED").map_or(beside, PathBuf::from).join(part);
    if !path.exists() {
        println!("skipped: {} is not here (TEZOS_CODEC_SHARED can say where it is)", path.display());
        return None;
    }
    Some(path)
}
