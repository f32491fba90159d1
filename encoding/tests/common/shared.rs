//! Locates the files that are not part of the repository, for the tests of all crates.

use std::env;
use std::path::{Path, PathBuf};

/// Returns the path of `../shared/<part>` beside the workspace, or in the folder that `TEZOS_CODEC_SHARED` names.
/// Prints a message and returns `None` if it is absent.
pub(crate) fn shared(part: &str) -> Option<PathBuf> {
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared");
    let path = env::var_os("TEZOS_CODEC_SHARED").map_or(beside, PathBuf::from).join(part);
    if !path.exists() {
        println!("skipped: {} is not available (TEZOS_CODEC_SHARED can set its folder)", path.display());
        return None;
    }
    Some(path)
}
