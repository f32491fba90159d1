//! The chain of the tests, and an engine over it.

use std::path::{Path, PathBuf};
use std::process::Command;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::csv::WriterBuilder;
use datafusion::prelude::{SessionConfig, SessionContext};
use tempfile::TempDir;
use tezos_archive_sql::{Chain, functions};
use tezos_archive_store::{self as store, Source, open};
use tezos_archive_tables::Options;

/// A store that is removed after the test.
pub(crate) struct Made(TempDir);

impl Made {
    pub(crate) fn folder(&self) -> &Path {
        self.0.path()
    }

    pub(crate) fn store(&self) -> PathBuf {
        self.0.path().join("made")
    }

    /// Returns a file of the chain.
    pub(crate) fn file(&self, name: &str) -> PathBuf {
        let mut chains = std::fs::read_dir(self.store().join("store")).unwrap();
        chains.next().unwrap().unwrap().path().join(name)
    }

    pub(crate) fn source(&self) -> Source {
        let options = store::Options { decode: false, ..store::Options::default() };
        open(self.store(), &options).unwrap()
    }

    /// Returns an engine with the tables of the chain, and the chain.
    pub(crate) fn engine(&self) -> (Engine, Chain) {
        let chain = Chain::open(self.store(), Options::default()).unwrap();
        let engine = Engine::new();
        chain.register(&engine.0).unwrap();
        (engine, chain)
    }
}

/// Makes the store. Returns `None`, and prints a note, if Python or the real blocks are missing.
pub(crate) fn made(arguments: &[&str]) -> Option<Made> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let shared = std::env::var_os("TEZOS_CODEC_SHARED").map_or_else(|| "../shared".into(), PathBuf::from);
    let shared = root.join("..").join(shared);
    if !shared.join("data/blocks_binary").is_dir() {
        eprintln!("skipped: there are no real blocks in {} (TEZOS_CODEC_SHARED)", shared.display());
        return None;
    }
    let made = Made(tempfile::tempdir().unwrap());
    let mut command = Command::new("python3");
    command.arg(root.join("tests/make_store.py")).arg(made.store()).arg("--shared").arg(&shared).args(arguments);
    let Ok(output) = command.output() else {
        eprintln!("skipped: there is no python3");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(made)
}

/// An engine with the functions.
pub(crate) struct Engine(pub(crate) SessionContext);

impl Engine {
    pub(crate) fn new() -> Self {
        let mut engine = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(3));
        functions::register(&mut engine).unwrap();
        Self(engine)
    }

    /// Runs a query.
    pub(crate) fn run(&self, query: &str) -> Result<Vec<RecordBatch>, String> {
        let runtime = tokio::runtime::Builder::new_multi_thread().build().unwrap();
        let run = async { self.0.sql(query).await?.collect().await };
        runtime.block_on(run).map_err(|error| error.strip_backtrace())
    }

    /// Returns the result of a query as CSV.
    pub(crate) fn csv(&self, query: &str) -> String {
        let batches = self.run(query).unwrap_or_else(|error| panic!("{query}: {error}"));
        let mut text = Vec::new();
        let mut writer = WriterBuilder::new().with_header(true).build(&mut text);
        batches.iter().for_each(|batch| writer.write(batch).unwrap());
        drop(writer);
        String::from_utf8(text).unwrap()
    }

    /// Returns the only value of the result of a query.
    pub(crate) fn value(&self, query: &str) -> String {
        let text = self.csv(query);
        let mut lines = text.lines();
        lines.next().unwrap();
        let value = lines.next().unwrap_or_default().to_owned();
        assert_eq!(lines.next(), None, "{query}: {text}");
        value
    }
}
