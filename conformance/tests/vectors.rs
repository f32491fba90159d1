//! Runs `conformance` on the project's copy of some vectors, on all vectors of the reference if they are present, and on lines of our
//! own, right and wrong ones.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a test")]

#[path = "../../encoding/tests/common/shared.rs"]
mod shared;

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use shared::shared;

/// Number of lines in the reference's vectors.
const REFERENCE_LINES: &str = "17,972";

/// The output and the exit status of a run.
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

/// Returns a folder of this workspace.
fn carried(folder: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)
}

/// Makes an empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    folder
}

/// Checks that every line passes.
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
    assert_eq!(row, ["values.jsonl", "12", "12", "0", "0", "5", "of", "5", "12", "of", "12"]);
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
fn differences_are_printed_and_fail_the_run() {
    let run = run(&[], &carried("testdata/differs"));
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    let told = run.out.lines().filter(|line| line.starts_with("lines.jsonl:"));
    let expected = fs::read_to_string(carried("testdata/differs/told.txt")).unwrap();
    assert_eq!(told.collect::<Vec<_>>(), expected.lines().collect::<Vec<_>>());
    assert!(run.out.ends_with("\n1 of 20 passed\n"), "{}", run.out);
    assert!(run.out.contains("\nwrong: 17\n") && run.out.contains("\nnot answered: 2\n"), "{}", run.out);
}

#[test]
fn the_first_differences_are_printed_and_all_with_an_option() {
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

/// Right lines, each with a replacement that makes it wrong.
const CORRUPTED: [(&str, &str, &str); 41] = [
    (r#"{"message":"Disconnect","json":{"kind":"Disconnect"},"hex":"000000020001"}"#, "Disconnect", "Bootstrap"),
    (r#"{"message":"Disconnect","hex":"000000020001","ok":true}"#, "Disconnect", "Disconnected"),
    (r#"{"encoding":"uint8","json":7,"hex":"07"}"#, "uint8", "uint7"),
    (r#"{"encoding":"uint8","json":7,"hex":"07"}"#, "uint8", "int16"),
    (r#"{"encoding":"uint8","json":7,"hex":"07"}"#, "7,", "8,"),
    (r#"{"encoding":"uint8","json":7,"hex":"07"}"#, "hex", "hax"),
    (
        r#"{"encoding":"uint8","json":7,"hex":"07"}"#,
        r#""json":7"#,
        r#""json":7,"json_error":"Invalid_argument(bad union)""#,
    ),
    (r#"{"encoding":"uint8","json":7,"hex":"07"}"#, r#""json":7"#, r#""json":7,"detail":{"tag":1}"#),
    (r#"{"encoding":"uint8","json":7,"hex":"07"}"#, r#""json":7"#, r#""json":7,"inner":"Invalid_int""#),
    (r#"{"encoding":"uint8","json":7,"hex":"07"}"#, r#""json":7"#, r#""json":7,"nodes":1"#),
    (r#"{"encoding":"uint8","json":7,"hex":"07"}"#, r#""json":7"#, r#""json":7,"colour":"red""#),
    (
        r#"{"encoding":"obj{a: uint8; b: uint8}","json":{"a":1,"b":2},"hex":"0102"}"#,
        r#"{"a":1,"b":2}"#,
        r#"{"b":2,"a":1}"#,
    ),
    (r#"{"encoding":"uint8","hex":"07","ok":true}"#, "true", "false"),
    (r#"{"encoding":"uint8","hex":"07","ok":true}"#, "true", "1"),
    (r#"{"encoding":"bool","json":true,"hex":"01","reencoded":"ff"}"#, "ff", "01"),
    (
        r#"{"encoding":"bool","json":true,"hex":"01","reencoded":"ff"}"#,
        r#""ff""#,
        r#""ff","reencode_error":"Invalid_int""#,
    ),
    (
        r#"{"encoding":"union(tag=uint8){1 Even: uint8 if even}","hex":"0103","ok":true,"reencode_error":"No_case_matched"}"#,
        "No_case_matched",
        "Invalid_int",
    ),
    (
        r#"{"encoding":"union(tag=uint8){1 Even: uint8 if even}","hex":"0103","ok":true,"reencoded":""}"#,
        r#""reencoded":"""#,
        r#""reencoded":"0102""#,
    ),
    (
        r#"{"encoding":"micheline(prim=uint8)","depth":1,"nodes":1,"json":{"int":"0"},"hex":"0000"}"#,
        r#""depth":1"#,
        r#""depth":2"#,
    ),
    (
        r#"{"encoding":"micheline(prim=uint8)","depth":1,"nodes":1,"json":{"int":"0"},"hex":"0000"}"#,
        r#""nodes":1"#,
        r#""nodes":2"#,
    ),
    (
        r#"{"encoding":"micheline(prim=uint8)","depth":1,"nodes":1,"json":{"int":"0"},"hex":"0000"}"#,
        r#"{"int":"0"}"#,
        r#"{"int":"1"}"#,
    ),
    (r#"{"encoding":"mu(rlist){0 Nil | 1 Cons: uint8*rlist}","json":null,"json_depth":2,"hex":"016300"}"#, "2,", "3,"),
    (r#"{"encoding":"uint16","hex":"01","error":"Not_enough_data"}"#, "Not_enough_data", "Extra_bytes"),
    (r#"{"encoding":"option(uint8)","hex":"fd","error":"Unexpected_tag","detail":{"tag":253}}"#, "253", "252"),
    (
        r#"{"encoding":"ranged_int(10,20)","hex":"0b","error":"Invalid_int","detail":{"min":10,"v":21,"max":20}}"#,
        "21",
        "11",
    ),
    (
        r#"{"encoding":"ranged_int(10,20)","hex":"0b","error":"Invalid_int","detail":{"min":10,"v":21,"max":20}}"#,
        "10,\"v",
        "9,\"v",
    ),
    (
        r#"{"encoding":"ranged_int(10,20)","hex":"0b","error":"Invalid_int","detail":{"min":10,"v":21,"max":20}}"#,
        "{\"min",
        "{\"tag\":0,\"min",
    ),
    (
        r#"{"encoding":"ranged_float(0,1)","hex":"4000000000000000","error":"Invalid_float","detail":{"min":"0x0p+0","v":"0x1p+1","max":"0x1p+0"}}"#,
        "0x1p+1",
        "0x1p+2",
    ),
    (
        r#"{"encoding":"bytes(len=n)","hex":"8080808004","error":"Invalid_int","detail":{"min":0,"v":0,"max":1073741823}}"#,
        "\"v\":0",
        "\"v\":1",
    ),
    (
        r#"{"encoding":"with_guard(even, uint8)","hex":"f1","error":"User_invariant_guard","detail":"odd"}"#,
        "odd",
        "even",
    ),
    (
        r#"{"encoding":"conv(uint8, write fails >100, read fails >50)","hex":"b1","error":"Exception_raised_in_user_function","detail":"Invalid_argument(\"no\")"}"#,
        "no\\",
        "yes\\",
    ),
    (
        r#"{"encoding":"uint_like_n(max=9)","hex":"0a","error":"Exception_raised_in_user_function","inner":"Invalid_int","detail":"Read_error:Invalid_int,\"detail\":{\"min\":0,\"v\":10,\"max\":9}"}"#,
        "10,",
        "11,",
    ),
    (
        r#"{"encoding":"uint_like_n(max=9)","hex":"0a","error":"Exception_raised_in_user_function","inner":"Invalid_int","detail":"Read_error:Invalid_int,\"detail\":{\"min\":0,\"v\":10,\"max\":9}"}"#,
        "\"inner\":\"Invalid_int",
        "\"inner\":\"Invalid_float",
    ),
    (
        r#"{"encoding":"uint_like_n(max=9)","hex":"8a","error":"Not_enough_data","stream_reader":"Size_limit_exceeded"}"#,
        "Size_limit_exceeded",
        "Extra_bytes",
    ),
    (
        r#"{"encoding":"uint_like_n(max=9)","hex":"8a","error":"Not_enough_data","stream_reader":"Size_limit_exceeded"}"#,
        "stream_reader",
        "stream",
    ),
    (
        r#"{"encoding":"ranged_int(0,9)","value":10,"error":"Invalid_int","detail":{"min":0,"v":10,"max":9}}"#,
        ":10,\"max",
        ":12,\"max",
    ),
    (
        r#"{"encoding":"fixed_bytes(1)","value":"0000","error":"Invalid_bytes_length","detail":{"expected":1,"found":2}}"#,
        "found\":2",
        "found\":3",
    ),
    (
        r#"{"message":"Get_block_headers","value":"hash of 31 bytes","error":"Invalid_bytes_length","detail":{"expected":32,"found":31}}"#,
        "of 31",
        "of 30",
    ),
    (r#"{"message":"Get_protocols","value":"11 hashes","error":"List_invalid_length"}"#, "11 hashes", "10 hashes"),
    (r#"{"encoding":"uint16","class":"Fixed","fixed_length":2,"maximum_length":2}"#, "2}", "3}"),
    (
        r#"{"message":"Bootstrap","hex":"000000020002","slices":[{"name":"dynamic length","value":"00000002","pretty":"2"},{"name":"Bootstrap tag","value":"0002","pretty":"2"}]}"#,
        "Bootstrap tag",
        "Bootstrap Tag",
    ),
];

#[test]
fn every_corrupted_line_fails() {
    let right: Vec<_> = CORRUPTED.iter().map(|(right, ..)| *right).collect();
    let wrong: Vec<_> = CORRUPTED.iter().map(|(right, from, to)| right.replacen(from, to, 1)).collect();
    assert!(right.iter().zip(&wrong).all(|(right, wrong)| right != wrong));
    let folder = folder("corrupted");
    fs::write(folder.join("lines.jsonl"), right.join("\n")).unwrap();
    all_pass(&folder, &CORRUPTED.len().to_string());
    fs::write(folder.join("lines.jsonl"), wrong.join("\n")).unwrap();
    let run = run(&["--all"], &folder);
    for (number, line) in wrong.iter().enumerate() {
        assert!(run.out.contains(&format!("lines.jsonl:{} ", number + 1)), "passed: {line}");
    }
}
