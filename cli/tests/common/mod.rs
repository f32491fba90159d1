//! Runs the tool and locates its files.

#[path = "../../../encoding/tests/common/shared.rs"]
pub(crate) mod shared;

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

/// The result of a run of the tool.
pub(crate) struct Run {
    /// Its exit status.
    pub(crate) status: i32,
    /// Its standard output.
    pub(crate) out: String,
    /// Its standard error.
    pub(crate) err: String,
}

impl Run {
    /// Parses the output as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}", self.out))
    }
}

/// Runs `tezos-codec`.
pub(crate) fn run<S: AsRef<std::ffi::OsStr>>(arguments: &[S]) -> Run {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_tezos-codec")).args(arguments).output().expect("the tool runs");
    Run {
        status: status.code().expect("an exit status"),
        out: String::from_utf8(stdout).expect("text"),
        err: String::from_utf8(stderr).expect("text"),
    }
}

/// Creates an empty folder for a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

/// Returns the path of a file of the sample session.
pub(crate) fn sample(file: &str) -> String {
    format!("{}/../messages/testdata/session/{file}", env!("CARGO_MANIFEST_DIR"))
}

/// Returns a command that runs `line` in a shell in `folder`, with the tool on the `PATH`.
pub(crate) fn shell(line: &str, folder: &Path) -> Command {
    let tool = Path::new(env!("CARGO_BIN_EXE_tezos-codec")).parent().expect("a folder").to_owned();
    let path = env::split_paths(&env::var_os("PATH").unwrap_or_default()).collect::<Vec<_>>();
    let path = env::join_paths([tool].into_iter().chain(path)).expect("a path");
    let mut shell = Command::new("sh");
    shell.args(["-c", line]).env("PATH", path).current_dir(folder);
    shell
}
