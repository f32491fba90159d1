//! Transcripts of every command. `tests/transcripts/*.txt` have the typed commands after `$ `, their output, lines of
//! standard error after `! `, and the exit status if it is not 0. The pages of the book have such commands too.
//!
//! `BLESS=1 cargo test -p tezos-codec --test all transcripts` rewrites them; review the result. `trycmd` is not used: it turns
//! backslashes into slashes and has more dependencies than the tool.

use std::{
    env, fs,
    path::{Path, PathBuf},
    thread,
};

use crate::common::shell;

/// Runs `command` in a shell and returns what it prints, then the exit status if it is not 0.
fn run(command: &str) -> String {
    let here = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts"));
    let output = shell(command, here).env_remove("CLICOLOR_FORCE").env_remove("COLUMNS").output().expect("a shell");
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    let mut printed = out;
    for line in err.lines() {
        printed.push_str(format!("! {line}").trim_end());
        printed.push('\n');
    }
    match output.status.code() {
        Some(0) => printed,
        Some(status) => format!("{printed}[exit status {status}]\n"),
        None => format!("{printed}[ended by a signal]\n"),
    }
}

/// Runs the commands of a transcript and returns the transcript with their current output.
fn again(transcript: &str) -> String {
    let commands = transcript.lines().filter_map(|line| line.strip_prefix("$ "));
    let runs: Vec<String> = commands.map(|command| format!("$ {command}\n{}", run(command))).collect();
    assert!(!runs.is_empty(), "the transcript has no command");
    runs.join("\n")
}

/// Runs the commands in the `console` blocks of a Markdown text and returns the text with their current output.
fn again_in_markdown(text: &str) -> String {
    const START: &str = "```console\n";
    let mut parts = text.split(START);
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (block, behind) = part.split_once("```").expect("the end of a block");
        out.push_str(&format!("{START}{}```{behind}", again(block)));
    }
    out
}

fn transcripts() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/transcripts");
    let files = fs::read_dir(folder).expect("the transcripts").map(|entry| entry.expect("a file").path());
    let mut files: Vec<PathBuf> = files.filter(|path| path.extension().is_some_and(|it| it == "txt")).collect();
    files.sort();
    files
}

/// Returns the paths of the pages of the book, of which the README is one.
fn documents() -> Vec<PathBuf> {
    let docs = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs"));
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).expect("the list of pages");
    let links = summary.split("](").skip(1).filter_map(|link| link.split(')').next());
    links.map(|link| docs.join(link)).collect()
}

#[test]
fn documents_show_the_output_of_their_commands() {
    let (mut commands, mut different) = (0, Vec::new());
    for file in documents() {
        let expected = fs::read_to_string(&file).expect("text");
        commands += expected.matches("\n$ tezos-codec ").count();
        let found = again_in_markdown(&expected);
        if found == expected {
            continue;
        }
        if env::var_os("BLESS").is_some() {
            fs::write(&file, &found).expect("the document is written");
        } else {
            let line = expected.lines().zip(found.lines()).find(|(expected, found)| expected != found);
            different.push(format!("{}: {line:?}", file.display()));
        }
    }
    assert!(commands >= 8, "{commands} commands in the documents");
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn transcripts_show_the_output_of_their_commands() {
    let files = transcripts();
    let texts = |file: &PathBuf| {
        let expected = fs::read_to_string(file).expect("text");
        (again(&expected), expected)
    };
    // Two at once: most of the time goes into the start of the tool.
    let texts: Vec<(String, String)> = thread::scope(|scope| {
        let (one, other) = files.split_at(files.len() / 2);
        let one = scope.spawn(|| one.iter().map(texts).collect::<Vec<_>>());
        let other: Vec<_> = other.iter().map(texts).collect();
        one.join().expect("the commands run").into_iter().chain(other).collect()
    });
    let mut different = Vec::new();
    for (file, (found, expected)) in files.iter().zip(texts) {
        if env::var_os("BLESS").is_some() {
            fs::write(file, &found).expect("the transcript is written");
        } else if found != expected {
            let lines = expected.lines().zip(found.lines()).enumerate();
            let line = lines.into_iter().find(|(_, (expected, found))| expected != found);
            different.push(format!("{}: {line:?}", file.display()));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn transcripts_have_good_and_bad_input_for_every_command() {
    let help = run("tezos-codec --help");
    let listed = help.split("Commands:\n").nth(1).and_then(|behind| behind.split("\n\n").next()).expect("the commands");
    let names =
        listed.lines().filter(|line| !line.starts_with("   ")).filter_map(|line| line.split_whitespace().next());
    let names: Vec<&str> = names.filter(|name| *name != "help").collect();
    assert!(names.len() >= 16, "{names:?}");
    let texts = transcripts().into_iter().map(|file| fs::read_to_string(file).expect("text"));
    let texts = texts.collect::<Vec<_>>().join("\n");
    for name in names {
        let typed = format!("tezos-codec {name} ");
        let shown =
            texts.split("\n$ ").filter(|shown| format!("{} ", shown.lines().next().unwrap_or("")).contains(&typed));
        let is_bad = |shown: &&str| shown.contains("\n[exit status ");
        let (bad, good): (Vec<&str>, Vec<&str>) = shown.partition(is_bad);
        assert!(!bad.is_empty() && !good.is_empty(), "{name}: {} good, {} bad", good.len(), bad.len());
    }
}
