//! The runner on the vectors that the project carries, on those of the reference where they are present, and on some of our own that
//! are right and wrong.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test")]

#[path = "../../encoding/tests/common/shared.rs"]
mod shared;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use shared::shared;

/// Lines of the reference's vectors, all of which pass.
const REFERENCE_LINES: &str = "17,972";

/// What a run prints, and how it ends.
struct Run {
    status: i32,
    out: String,
    err: String,
}

fn run(arguments: &[&str], folder: &Path) -> Run {
    let output = Command::new(env!("CARGO_BIN_EXE_conformance")).args(arguments).arg(folder).output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    Run { status: output.status.code().unwrap(), out, err }
}

/// A folder of this workspace.
fn carried(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}

/// A new folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    folder
}

/// Expects every line to pass.
#[track_caller]
fn all_pass(folder: &Path, lines: &str) -> String {
    let run = run(&[], folder);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    assert_eq!(run.out.lines().last().unwrap(), format!("{lines} of {lines} passed"), "{}", run.out);
    run.out
}

#[test]
fn vectors_that_are_right_pass() {
    let out = all_pass(&carried("testdata/agrees"), "38");
    let row: Vec<_> = out.lines().find(|line| line.starts_with("values")).unwrap().split_whitespace().collect();
    assert_eq!(row, ["values.jsonl", "12", "12", "0", "5", "of", "5", "12", "of", "12"]);
}

#[test]
fn the_vectors_of_the_project_pass() {
    all_pass(&carried("../messages/testdata/vectors"), "621");
}

#[test]
fn the_vectors_of_the_reference_pass() {
    let Some(folder) = shared("vectors") else { return };
    println!("{}", all_pass(&folder, REFERENCE_LINES));
}

#[test]
fn what_differs_is_told_and_is_a_failure() {
    let run = run(&[], &carried("testdata/differs"));
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    let told = run.out.lines().filter(|line| line.starts_with("lines.jsonl:"));
    let expected = fs::read_to_string(carried("testdata/differs/told.txt")).unwrap();
    assert_eq!(told.collect::<Vec<_>>(), expected.lines().collect::<Vec<_>>());
    assert!(run.out.ends_with("\n1 of 20 passed\n"), "{}", run.out);
}

#[test]
fn the_first_differences_are_shown_and_all_on_request() {
    let folder = folder("many");
    let line = "{\"encoding\":\"uint8\",\"hex\":\"\",\"ok\":true}\n";
    fs::write(folder.join("many.jsonl"), line.repeat(25)).unwrap();
    fs::write(folder.join("other.txt"), "not looked at").unwrap();
    let told = |run: &Run| run.out.lines().filter(|line| line.starts_with("many.jsonl:")).count();
    let some = run(&[], &folder);
    assert_eq!((some.status, told(&some)), (1, 20));
    assert!(some.out.ends_with(".. and 5 more; --all shows them\n0 of 25 passed\n"), "{}", some.out);
    let all = run(&["--all"], &folder);
    assert_eq!((all.status, told(&all)), (1, 25));
}

#[test]
fn a_folder_without_vectors_is_an_error() {
    let folder = folder("empty");
    let empty = run(&[], &folder);
    assert_eq!((empty.status, empty.out.as_str()), (1, ""));
    assert_eq!(empty.err, format!("error: {}: there is no .jsonl file in this folder\n", folder.display()));
    let missing = run(&[], &folder.join("missing"));
    assert_eq!(missing.status, 1);
    assert!(missing.err.starts_with(&format!("error: {}", folder.display())), "{}", missing.err);
    let two = run(&["one"], &folder);
    assert_eq!((two.status, two.err.as_str()), (2, "usage: conformance [--all] DIR\n"));
}
