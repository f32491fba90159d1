//! Folders and arguments that somebody else chose.

use std::{
    ffi::OsStr,
    fs,
    os::unix::ffi::OsStrExt as _,
    path::{Path, PathBuf},
    process::Command,
};

use crate::common::{folder, run, sample};

/// Returns a folder with a file and with pipes that nobody writes to.
fn with_pipes(name: &str, file: &Path, pipes: [&str; 2]) -> PathBuf {
    let folder = folder(name);
    fs::copy(file, folder.join(file.file_name().unwrap())).unwrap();
    for pipe in pipes {
        assert!(Command::new("mkfifo").arg(folder.join(pipe)).status().unwrap().success());
    }
    folder
}

/// To open a pipe would wait for a writer.
#[test]
fn pipes_in_folders_are_not_opened() {
    let sessions = with_pipes("pipes_of_sessions", Path::new(&sample("session.csv")), ["a.csv", "z.jsonl"]);
    fs::copy(sample("identity.json"), sessions.join("identity.json")).unwrap();
    let stats = run(&["stats", sessions.to_str().unwrap()]);
    assert_eq!((stats.status, stats.out.lines().next()), (0, Some("206 messages, 612,801 bytes")), "{}", stats.err);

    let blocks = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts/blocks/blocks.jsonl");
    let blocks = run(&["blocks", with_pipes("pipes_of_blocks", &blocks, ["a.bin", "z.jsonl"]).to_str().unwrap()]);
    let last = blocks.out.lines().last();
    assert_eq!((blocks.status, last), (0, Some("1 block of 023, 0 failures")), "{}", blocks.err);
}

/// An argument that is not UTF-8 is wrong usage.
#[test]
fn arguments_that_are_not_text_are_refused() {
    let wrong = OsStr::from_bytes(b"\xff\xfe");
    for arguments in [
        &[OsStr::new("stats"), wrong][..],
        &[OsStr::new("decode"), OsStr::new("p2p_message"), wrong],
        &[OsStr::new("--protocol"), wrong, OsStr::new("list"), OsStr::new("encodings")],
        &[OsStr::from_bytes(b"--protocol=\xff"), OsStr::new("list"), OsStr::new("encodings")],
        &[wrong],
    ] {
        let run = run(arguments);
        assert_eq!((run.status, run.out.as_str()), (2, ""), "{arguments:?}: {}", run.err);
        assert!(run.err.starts_with("error: ") && !run.err.contains("panicked"), "{}", run.err);
    }
}
