//! Values nested deeper than anyone needs, large files, and text that a terminal would obey.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Output,
};

use crate::common::{folder, run, shell};

/// The depth of nested values.
const LEVELS: usize = 100_000;
/// The depth where each level has a line that is as long as the names of all levels around it may be.
const FEWER_LEVELS: usize = 20_000;

/// Returns Micheline with sequences in sequences.
fn nested(levels: usize) -> Vec<u8> {
    let size = |inside: usize| u32::try_from(inside.saturating_mul(5)).unwrap().to_be_bytes();
    (0..levels).rev().flat_map(|inside| [&[2][..], &size(inside)].concat()).collect()
}

/// Writes a file in a folder and returns its path.
fn file(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, content).expect("a file");
    path.to_str().expect("UTF-8").to_owned()
}

#[test]
fn output_grows_in_proportion_to_the_depth() {
    let folder = folder("deep");
    let expr = "seoul.script.expr";
    let (deep, less) = (nested(LEVELS), nested(FEWER_LEVELS));
    let (deep, less) = (file(&folder, "deep", deep), file(&folder, "less", less));
    let text = file(&folder, "text", ["[".repeat(LEVELS), "]".repeat(LEVELS)].concat());
    for (arguments, levels, bytes_of_each) in [
        (vec!["decode", expr, "from", &deep], LEVELS, 10),
        (vec!["decode", expr, "from", &deep, "--nested", "--compact"], LEVELS, 10),
        (vec!["display", expr, "from", "binary", &deep], LEVELS, 10),
        (vec!["display", expr, "from", "json", &text], LEVELS, 10),
        (vec!["encode", expr, "from", &text], LEVELS, 12),
        (vec!["explain", expr, &deep], LEVELS, 300),
        (vec!["slice", &deep], LEVELS, 300),
        (vec!["explain", expr, &less, "--all"], FEWER_LEVELS, 1_000),
        (vec!["explain", expr, &less, "--json"], FEWER_LEVELS, 1_000),
        (vec!["slice", &less, "--json"], FEWER_LEVELS, 1_500),
        (vec!["slice", &less, "with", "encoding", expr, "--format", "json"], FEWER_LEVELS, 1_000),
        (vec!["slice", &less, "with", "encoding", expr, "--format", "waterfall"], FEWER_LEVELS, 1_500),
    ] {
        let run = run(&arguments);
        assert_eq!(run.status, 0, "{arguments:?}: {}", run.err);
        assert!(run.out.len() > levels && run.out.len() < levels * bytes_of_each, "{arguments:?}: {}", run.out.len());
    }
}

#[test]
fn pages_grow_in_proportion_to_the_depth() {
    let folder = folder("deep-page");
    for (levels, more) in [(FEWER_LEVELS, &["--all"][..]), (LEVELS, &[])] {
        let bytes = file(&folder, "bytes", nested(levels));
        let page = folder.join("page.html").to_str().expect("UTF-8").to_owned();
        let run = run(&[&["explain", "seoul.script.expr", &bytes, "--html", &page], more].concat());
        assert_eq!(run.status, 0, "{}", run.err);
        let length = fs::metadata(page).unwrap().len();
        assert!(length > 100_000 && length < 1_500 * FEWER_LEVELS as u64, "{length}");
    }
}

#[test]
fn deep_values_that_are_refused_have_short_errors() {
    let folder = folder("deep-refused");
    let expr = "seoul.script.expr";
    let mut bytes = nested(LEVELS);
    let last = bytes.len() - 5;
    bytes[last] = 0x0b;
    let bytes = file(&folder, "bytes", bytes);
    let text = file(&folder, "text", ["[".repeat(LEVELS), "]".repeat(LEVELS - 1)].concat());
    let number = file(&folder, "number", ["[".repeat(LEVELS), "7".into(), "]".repeat(LEVELS)].concat());
    for arguments in [
        vec!["decode", expr, "from", &bytes],
        vec!["explain", expr, &bytes],
        vec!["encode", expr, "from", &text],
        vec!["encode", expr, "from", &number],
    ] {
        let run = run(&arguments);
        assert_eq!(run.status, 1, "{arguments:?}");
        assert!(run.err.len() < 3_000, "{arguments:?}: {}", run.err.len());
    }
    let sliced = run(&["slice", &bytes]);
    assert!(sliced.out.starts_with("What these bytes are is not known"), "{}", &sliced.out[..100]);
    let described = ["list(".repeat(LEVELS), "uint8".into(), ")".repeat(LEVELS)].concat();
    for command in ["describe", "layout"] {
        let run = run(&[command, &described[..100_000]]);
        assert!(run.status == 2 && run.err.contains("as a description"), "{command}: {} {}", run.status, run.err.len());
    }
}

#[test]
fn files_of_many_megabytes_are_refused_with_the_limit() {
    let folder = folder("large");
    let zeros = file(&folder, "zeros", vec![0; 0x0100_0001]);
    let run = run(&["slice", &zeros]);
    assert_eq!(run.status, 1);
    assert!(run.err.contains("16,777,217 bytes") && run.err.contains("at most 16,777,216"), "{}", run.err);
}

#[test]
fn parts_are_shown_in_constant_memory() {
    let folder = folder("parts");
    let zeros = file(&folder, "zeros", vec![0; 1 << 17]);
    // The parts together, and their JSON, take a hundred megabytes.
    for command in [
        format!("slice {zeros} with encoding 'variable_list(uint8)'"),
        format!("slice {zeros} with encoding 'variable_list(uint8)' --json"),
        format!("explain 'variable_list(uint8)' {zeros}"),
        format!("explain 'variable_list(uint8)' {zeros} --json"),
    ] {
        let line = format!("ulimit -v 60000 && tezos-codec {command} | tail -c 60");
        let Output { stdout, stderr, .. } = shell(&line, &folder).output().expect("a shell");
        let (out, err) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
        assert!(
            err.is_empty() && (out.contains("[131071]") || out.contains("uint8 = 0\n") || out.contains("--all")),
            "{command}: {out} {err}"
        );
    }
}

/// The sequences that a terminal obeys: the title of the window, deleting the screen in 7 and 8 bits, erasing, hiding, and text from right to left.
const OBEYED: &str = "\u{1b}]0;title\u{7}\u{1b}[2J\u{9b}2J\u{7f}\r\u{8}\u{1b}[8m\u{202e}\u{2066}\u{200f}";

/// Returns a character that a terminal obeys, other than those of a line and of a colour.
fn obeyed(text: &str) -> Option<char> {
    let mut rest = text.to_owned();
    for colour in ["0", "1", "2", "4"].map(str::to_owned).into_iter().chain((31..37).map(|colour| colour.to_string())) {
        rest = rest.replace(&format!("\u{1b}[{colour}m"), "");
    }
    let is_wrong = |character: &char| {
        character.is_control() && !matches!(character, '\n' | '\t')
            || matches!(character, '\u{200f}' | '\u{202e}' | '\u{2066}')
    };
    rest.chars().find(is_wrong)
}

/// Writes files whose contents and names are full of what a terminal obeys.
fn stage(name: &str) -> PathBuf {
    let folder = folder(name);
    let quoted: String = OBEYED.chars().map(|character| format!("\\u{:04x}", u32::from(character))).collect();
    let ksy = format!(
        "meta: {{id: note, endian: be}}\ndoc: \"{quoted}\"\nenums:\n  e: {{0: {{id: one, doc: \"{quoted}\"}}, 1: two}}\nseq:\n- {{id: \"x{quoted}\", type: u1}}\n\
         - {{id: e, type: u1, enum: e}}\n- {{id: \"{quoted}\", size-eos: true}}\n"
    );
    file(&folder, "note.ksy", ksy);
    file(&folder, "text", [&[0, 0, 0, u8::try_from(OBEYED.len()).unwrap()], OBEYED.as_bytes()].concat());
    file(&folder, "raw", OBEYED);
    file(&folder, "list", format!("{OBEYED}\n00\n"));
    file(&folder, "list.csv", format!("direction,message\n{OBEYED},00\n"));
    file(&folder, "line.jsonl", format!("{{\"dir\":\"Sent\",\"kind\":\"{quoted}\",\"hex\":\"{quoted}\"}}\n"));
    file(&folder, "old.json", format!("{{\"kinds\":[{{\"kind\":\"{quoted}\"}}]}}"));
    let named = OBEYED.replace('/', "");
    file(&folder, &format!("{named}.csv"), "direction,message\nno\n");
    file(&folder, &format!("{named}.ksy"), "no");
    folder
}

#[test]
fn no_command_prints_what_a_terminal_obeys() {
    let stage = stage("obeyed");
    let quoted = OBEYED.replace('\'', "");
    let lines = [
        "decode string from text".to_owned(),
        "decode string from text --compact".into(),
        "decode string from raw --as binary".into(),
        "decode string from raw".into(),
        "decode string from list --lines".into(),
        "decode string from list --lines --as hex".into(),
        "encode string from raw".into(),
        "encode string from list --lines".into(),
        "explain string text".into(),
        "explain string text --json".into(),
        "explain string text --html page.html && cat page.html".into(),
        "explain note.ksy text".into(),
        "slice text".into(),
        "slice text --all".into(),
        "slice text --json".into(),
        "slice raw --as binary --all".into(),
        "slice text with encoding note.ksy".into(),
        "slice text with encoding note.ksy --format waterfall".into(),
        "slice text with encoding note.ksy --format json".into(),
        "decode note.ksy from text".into(),
        "describe note.ksy binary schema".into(),
        "describe note.ksy json schema".into(),
        "describe note.ksy binary schema --format json".into(),
        "dump encoding note.ksy".into(),
        "layout note.ksy --svg".into(),
        "layout note.ksy --markdown".into(),
        "generate note.ksy --count 3".into(),
        "diff note.ksy uint8".into(),
        "check-layouts . --unknown".into(),
        "blocks raw".into(),
        "blocks list".into(),
        "stats list".into(),
        "stats list.csv".into(),
        "stats line.jsonl".into(),
        "stats list --encoding note.ksy".into(),
        "stats .".into(),
        "profile list --compare old.json".into(),
        "replay list.csv".into(),
        "replay line.jsonl".into(),
        format!("replay '{quoted}.csv'"),
        format!("stats '{quoted}.csv'"),
        format!("blocks '{quoted}.csv'"),
        format!("decode '{quoted}' from 00"),
        format!("decode '{quoted}.ksy' from 00"),
        format!("decode string from '{quoted}'"),
        format!("encode string from '{quoted}'"),
        format!("'{quoted}'"),
        format!("--protocol '{quoted}' list encodings"),
    ];
    for line in lines {
        for colours in ["0", "1"] {
            let mut command = shell(&format!("tezos-codec {line}"), &stage);
            let output = command.env("CLICOLOR_FORCE", colours).output().expect("a shell");
            assert!(output.status.code().is_some_and(|code| code < 100), "{line:?}: {}", output.status);
            for text in [output.stdout, output.stderr] {
                let text = String::from_utf8(text).expect("UTF-8");
                assert_eq!(obeyed(&text), None, "{line:?}: {text:?}");
            }
        }
    }
}
