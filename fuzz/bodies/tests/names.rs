//! The names of targets as arguments of the binary.

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_tezos-codec-fuzz-bodies")).args(arguments).output().unwrap()
}

#[test]
fn unknown_targets_are_refused() {
    for unknown in ["nosuchtarget", ""] {
        let Output { status, stdout, stderr } = run(&["1", unknown]);
        assert_eq!((status.code(), &*stdout), (Some(1), &[][..]));
        let expected = format!("there is no target `{unknown}`; `list` shows the targets\n");
        assert_eq!(String::from_utf8(stderr).unwrap(), expected);
    }
    let names = String::from_utf8(run(&["list"]).stdout).unwrap();
    let first = names.lines().next().unwrap();
    let Output { status, stdout, .. } = run(&["1", first]);
    assert!(status.success() && String::from_utf8(stdout).unwrap().starts_with(&format!("{first}: 1 runs")));
}
