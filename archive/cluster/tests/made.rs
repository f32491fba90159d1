//! Chains of real blocks, and what one process answers over them.

use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;
use tezos_archive_sql::command;

/// The directory of the workspace.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A store that is removed after the test.
pub(crate) struct Made {
    folder: TempDir,
    shared: PathBuf,
}

impl Made {
    /// Makes a store. Returns `None`, and prints a note, if Python or the real blocks are missing.
    pub(crate) fn new(arguments: &[&str]) -> Option<Self> {
        let shared = std::env::var_os("TEZOS_CODEC_SHARED").map_or_else(|| "../shared".into(), PathBuf::from);
        let shared = root().join("..").join(shared);
        if !shared.join("data/blocks_binary").is_dir() {
            eprintln!("skipped: there are no real blocks in {} (TEZOS_CODEC_SHARED)", shared.display());
            return None;
        }
        if Command::new("python3").arg("--version").output().is_err() {
            eprintln!("skipped: there is no python3");
            return None;
        }
        let made = Self { folder: tempfile::tempdir().unwrap(), shared };
        made.make(arguments);
        Some(made)
    }

    /// Makes the store again.
    pub(crate) fn make(&self, arguments: &[&str]) {
        let store = self.store();
        if store.exists() {
            std::fs::remove_dir_all(&store).unwrap();
        }
        let mut command = Command::new("python3");
        command.arg(root().join("tests/make_store.py")).arg(&store).arg("--shared").arg(&self.shared).args(arguments);
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn store(&self) -> PathBuf {
        self.folder().join("made")
    }

    /// Returns the result of a query by one process.
    pub(crate) fn csv(&self, query: &str) -> String {
        #[derive(clap::Parser)]
        struct Program {
            #[command(flatten)]
            command: command::Command,
        }
        let store = self.store();
        let arguments = ["sql", "--store", store.to_str().unwrap(), "--format", "csv", query];
        let program = <Program as clap::Parser>::parse_from(arguments);
        let mut out = Vec::new();
        command::run(&program.command, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    }
}
