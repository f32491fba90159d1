//! `conformance` on vectors of our own, and on those of the reference where the shared data is present.

use crate::common::shared::shared;
use std::fs;

use crate::common::{Run, folder, run};

/// Lines of the reference's vectors on which the tool agrees with it, at least.
const AGREED: u64 = 17_972;

fn conformance(folder: &str, options: &[&str]) -> Run {
    let folder = format!("{}/testdata/conformance/{folder}", env!("CARGO_MANIFEST_DIR"));
    run(&[&["conformance", &folder], options].concat())
}

/// The numbers of the last line.
fn score(out: &str) -> (u64, u64) {
    let last = out.lines().last().unwrap();
    let numbers: Vec<_> = last.split(' ').filter_map(|word| word.parse().ok()).collect();
    assert_eq!(last, format!("{} passed, {} failed", numbers[0], numbers[1]));
    (numbers[0], numbers[1])
}

#[test]
fn vectors_that_are_right_pass() {
    let run = conformance("agrees", &[]);
    assert_eq!((run.status, run.err.as_str()), (0, ""), "{}", run.out);
    assert_eq!(score(&run.out), (29, 0));
    let files: Vec<_> = run.out.lines().filter(|line| line.contains(".jsonl")).collect();
    assert_eq!(files.len(), 6);
    let row: Vec<_> = files[4].split_whitespace().collect();
    assert_eq!(row, ["│", "values.jsonl", "9", "9", "0", "2", "of", "2", "9", "of", "9", "│"]);
}

#[test]
fn what_differs_is_told_and_is_a_failure() {
    let run = conformance("differs", &[]);
    assert_eq!((run.status, run.err.as_str()), (1, ""));
    let told: Vec<_> = run.out.lines().filter(|line| line.starts_with("lines.jsonl:")).collect();
    assert_eq!(
        told,
        [
            "lines.jsonl:2 bool 01: fast: written again as `ff`, expected `01`; walker: written again as `ff`, expected `01`",
            "lines.jsonl:3 uint8 07: fast: its JSON is 7, expected 8; walker: its JSON is 7, expected 8",
            "lines.jsonl:4 uint16 0101: fast: accepted, expected Not_enough_data; walker: accepted, expected Not_enough_data",
            "lines.jsonl:5 uint16 01: fast: refused with Not_enough_data (at byte 0, 2 bytes are needed for uint16 but the block \
             has 1 left (Not_enough_data); the bytes there: >01), expected Extra_bytes; walker: refused with Not_enough_data \
             (at byte 0, 2 bytes are needed for uint16 but the block has 1 left (Not_enough_data); the bytes there: >01), \
             expected Extra_bytes",
            "lines.jsonl:6 ranged_int(10,20) 0b: fast: refused with Invalid_int and {\"max\":20,\"min\":10,\"v\":21}, expected \
             {\"max\":20,\"min\":10,\"v\":22}; walker: refused with Invalid_int and {\"max\":20,\"min\":10,\"v\":21}, expected \
             {\"max\":20,\"min\":10,\"v\":22}",
            "lines.jsonl:7 uint16: fast: Fixed, size 2, at most 2, expected Fixed, size 3, at most 2; walker: Fixed, size 2, \
             at most 2, expected Fixed, size 3, at most 2",
            "lines.jsonl:8 uint8: fast: written as `ff`, expected Invalid_int; walker: written as `ff`, expected Invalid_int",
            "lines.jsonl:9 list(uint8 00000000: fast: it has no type for this; walker: column 11: expected `)`, found the end",
            "lines.jsonl:10 type:Nothing: fast: it has no type for this; walker: it has no schema for this",
            "lines.jsonl:11 Bootstrap 000000020002: walker: slice 0 is dynamic length `00000002` 2, expected dynamic length \
             `00000002` 3",
            "lines.jsonl:12 the line has no `hex`",
            "lines.jsonl:13 the line is no JSON object: expected ident at line 1 column 2",
        ],
    );
    assert_eq!(score(&run.out), (1, 12));
}

#[test]
fn the_first_differences_are_shown_and_all_on_request() {
    let folder = folder("conformance_many");
    let line = "{\"encoding\":\"uint8\",\"hex\":\"\",\"ok\":true}\n";
    fs::write(folder.join("many.jsonl"), line.repeat(25)).unwrap();
    fs::write(folder.join("other.txt"), "not looked at").unwrap();
    let told = |run: &Run| run.out.lines().filter(|line| line.starts_with("many.jsonl:")).count();
    let some = run(&["conformance", folder.to_str().unwrap()]);
    assert_eq!((some.status, told(&some)), (1, 20));
    assert!(some.out.ends_with(".. and 5 more; --all shows them\n0 passed, 25 failed\n"), "{}", some.out);
    let all = run(&["conformance", "--all", folder.to_str().unwrap()]);
    assert_eq!((all.status, told(&all), score(&all.out)), (1, 25, (0, 25)));
}

#[test]
fn a_folder_without_vectors_is_an_error() {
    let folder = folder("conformance_empty");
    let empty = run(&["conformance", folder.to_str().unwrap()]);
    assert_eq!((empty.status, empty.out.as_str()), (1, ""));
    assert_eq!(empty.err, format!("error: {}: there is no .jsonl file in this folder\n", folder.display()));
    let path = folder.join("missing");
    let missing = run(&["conformance", path.to_str().unwrap()]);
    assert_eq!(missing.status, 1);
    assert!(missing.err.starts_with(&format!("error: {}: ", path.display())), "{}", missing.err);
}

#[test]
fn the_vectors_that_the_project_carries_pass() {
    let run = run(&["conformance", concat!(env!("CARGO_MANIFEST_DIR"), "/../messages/testdata/vectors")]);
    assert_eq!((run.status, score(&run.out)), (0, (621, 0)), "{}", run.out);
}

#[test]
fn the_reference_is_agreed_with_as_far_as_before() {
    let Some(folder) = shared("vectors") else { return };
    let run = run(&["conformance", folder.to_str().unwrap()]);
    println!("{}", run.out);
    let (passed, failed) = score(&run.out);
    assert_eq!(run.status, i32::from(failed > 0));
    assert!(passed >= AGREED, "{passed} lines pass, there were {AGREED}");
}
