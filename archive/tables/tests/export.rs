//! Exports: resumed, locked, selected, on a full disk.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

use tezos_archive_store::{Block, Blocks};
use tezos_archive_tables::Options;
use tezos_archive_tables::export::{Export, Manifest, Ranges, Selection};

use crate::made;

/// Ranges of one block each. Reading panics from a number of blocks on, as if the run were killed there.
struct Made {
    blocks: Vec<Block>,
    killed_after: usize,
    read: AtomicUsize,
}

impl Made {
    fn new(killed_after: usize) -> Self {
        Self { blocks: made::blocks(1).0, killed_after, read: AtomicUsize::new(0) }
    }
}

impl Ranges for Made {
    fn levels(&self) -> Vec<Option<(i32, i32)>> {
        self.blocks.iter().map(|block| Some((block.level, block.level))).collect()
    }

    fn blocks(&self, index: usize) -> Blocks {
        let read = self.read.fetch_add(1, Ordering::SeqCst);
        assert!(read < self.killed_after, "killed");
        Box::new(std::iter::once(Ok(self.blocks[index].clone())))
    }
}

fn export(out: &Path, threads: usize) -> Export {
    Export {
        out: out.into(),
        source: "made".into(),
        options: Options::default(),
        selection: Selection::default(),
        threads,
    }
}

fn run(export: &Export, source: &Made) -> Result<Manifest, String> {
    export.run(source, &|_| {}).map_err(|error| error.to_string())
}

/// Returns the contents of all files that depend on the blocks.
fn files(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut all = Vec::new();
    let mut todo = vec![folder.to_owned()];
    while let Some(path) = todo.pop() {
        if path.is_dir() {
            todo.extend(fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()));
        } else {
            all.push((path.strip_prefix(folder).unwrap().to_owned(), fs::read(&path).unwrap()));
        }
    }
    all.sort();
    all
}

#[test]
fn files_depend_on_the_blocks_alone() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let manifest = run(&export(one.path(), 1), &Made::new(usize::MAX)).unwrap();
    assert_eq!(run(&export(two.path(), 3), &Made::new(usize::MAX)).unwrap(), manifest);
    assert!(files(one.path()) == files(two.path()), "other files with three threads");
    // A second run reads nothing again.
    assert_eq!(run(&export(one.path(), 2), &Made::new(0)).unwrap(), manifest);
    assert!(files(one.path()) == files(two.path()), "other files after a second run");
}

#[test]
fn a_run_that_was_ended_goes_on() {
    let whole = tempfile::tempdir().unwrap();
    run(&export(whole.path(), 1), &Made::new(usize::MAX)).unwrap();
    for (ended_after, threads) in [(0, 1), (1, 1), (7, 1), (12, 2), (23, 2)] {
        let out = tempfile::tempdir().unwrap();
        let export = export(out.path(), threads);
        let ended = std::panic::catch_unwind(|| run(&export, &Made::new(ended_after)));
        assert!(ended.is_err() || ended.unwrap().is_err());
        assert!(!out.path().join("manifest.json").exists());
        // What a run that is killed leaves behind.
        fs::create_dir_all(out.path().join("unfinished/000003")).unwrap();
        fs::write(out.path().join("unfinished/000003/blocks.parquet"), b"half").unwrap();
        run(&export, &Made::new(usize::MAX)).unwrap();
        assert!(files(out.path()) == files(whole.path()), "other files after {ended_after} blocks");
    }
}

#[test]
fn a_file_that_was_changed_is_written_again() {
    let out = tempfile::tempdir().unwrap();
    let export = export(out.path(), 1);
    let manifest = run(&export, &Made::new(usize::MAX)).unwrap();
    let before = files(out.path());
    let file = out.path().join(&manifest.tables["blocks"].files[2].path);
    let mut bytes = fs::read(&file).unwrap();
    bytes[100] ^= 1;
    fs::write(&file, bytes).unwrap();
    let source = Made::new(usize::MAX);
    assert_eq!(run(&export, &source).unwrap(), manifest);
    assert_eq!(source.read.load(Ordering::SeqCst), 1, "one range is read again");
    assert!(files(out.path()) == before, "other files");
}

#[test]
fn two_runs_at_once_are_refused() {
    let out = tempfile::tempdir().unwrap();
    let lock = fs::File::create(out.path().join("lock")).unwrap();
    lock.try_lock().unwrap();
    let error = run(&export(out.path(), 1), &Made::new(usize::MAX)).unwrap_err();
    assert!(error.ends_with("another run writes to this folder"), "{error}");
    drop(lock);
    run(&export(out.path(), 1), &Made::new(usize::MAX)).unwrap();
    let other = Export { source: "another".into(), ..export(out.path(), 1) };
    let error = run(&other, &Made::new(usize::MAX)).unwrap_err();
    assert!(error.ends_with("the folder has an export of another source or with other options"), "{error}");
}

#[test]
fn tables_columns_and_levels_are_selected() {
    let out = tempfile::tempdir().unwrap();
    let selection: Selection = "blocks.hash, transactions,blocks.level".parse().unwrap();
    let selection = Selection { levels: Some((103, 110)), ..selection };
    let export = Export { selection, ..export(out.path(), 1) };
    let manifest = run(&export, &Made::new(usize::MAX)).unwrap();
    assert_eq!((manifest.blocks, manifest.levels, manifest.tables["blocks"].rows), (8, Some((103, 110)), 8));
    let tables: Vec<_> = manifest.tables.keys().filter(|name| *name != "refusals").collect();
    assert_eq!(tables, ["blocks", "transactions"]);
    let file = fs::File::open(out.path().join(&manifest.tables["blocks"].files[0].path)).unwrap();
    let reader = parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder::try_new(file).unwrap();
    let columns: Vec<_> = reader.schema().fields().iter().map(|field| field.name().clone()).collect();
    assert_eq!(columns, ["hash", "level"]);
}

/// A folder that may be a file system of its own.
struct Mounted(tempfile::TempDir);

impl Drop for Mounted {
    fn drop(&mut self) {
        // It is not mounted if the test was skipped.
        let _ = Command::new("umount").arg("-q").arg(self.0.path()).output();
    }
}

/// Needs the right to mount a small file system in memory.
#[test]
fn a_full_disk_leaves_what_was_finished() {
    let folder = Mounted(tempfile::tempdir().unwrap());
    let mount = |size: &str| {
        let arguments = ["-t", "tmpfs", "-o", size, "tmpfs"];
        Command::new("mount").args(arguments).arg(folder.0.path()).output().is_ok_and(|run| run.status.success())
    };
    if !mount("size=1m") {
        println!("skipped: this user may not mount a file system");
        return;
    }
    let export = export(&folder.0.path().join("out"), 1);
    let error = run(&export, &Made::new(usize::MAX)).unwrap_err();
    let finished = fs::read_dir(folder.0.path().join("out/ranges")).unwrap().count();
    let enlarged = mount("remount,size=64m");
    let source = Made::new(usize::MAX);
    let manifest = run(&export, &source);
    let whole = tempfile::tempdir().unwrap();
    run(&Export { out: whole.path().into(), ..export.clone() }, &Made::new(usize::MAX)).unwrap();
    let are_equal = files(whole.path()) == files(&folder.0.path().join("out"));
    assert!(error.contains("No space left on device"), "{error}");
    assert!(enlarged && finished > 0 && manifest.is_ok() && are_equal, "{finished} ranges, then {manifest:?}");
    assert!(source.read.load(Ordering::SeqCst) < source.blocks.len(), "ranges that were finished are kept");
}
