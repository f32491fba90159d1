//! Files of one input, read as a source.

use std::fs;
use std::path::Path;

use tezos_archive_store::{Options, open};

/// The name that the directory of a chain has.
#[allow(dead_code, reason = "some targets have no directory of a chain")]
pub const CHAIN: &str = "chain_NetXdQprcVkpaWU";

/// Writes files and reads all that is in them. No bytes may make a reader panic, and none may keep it from an end.
pub fn read(files: &[(&str, &[u8])], source: &str) {
    let folder = tempfile::tempdir().expect("a folder for files");
    for (name, bytes) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("/"))).expect("a folder");
        fs::write(path, bytes).expect("a file");
    }
    // Hashes that the fuzzer cannot make right would hide what follows them.
    for verify in [true, false] {
        let Ok(source) = open(folder.path().join(source), &Options { verify, ..Options::default() }) else { continue };
        for range in source.ranges() {
            source.range(&range).for_each(drop);
        }
    }
}
