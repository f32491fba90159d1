//! `conformance DIR`: compares this workspace with the reference on a folder of vectors.
//!
//! Every .jsonl file of the folder is run, and the descriptions in its folder `schemas`. `encoding` is a description of an encoding
//! ([`tezos_encoding::schema::grammar`]) or an id, `message` the name of a message between peers. The other fields are what is expected:
//!
//! | fields | expectation |
//! |---|---|
//! | `hex`, `json` | the bytes are read, have this JSON, and are written again as they were; the JSON gives them too |
//! | `hex`, `ok` | the bytes are read, and written again as `reencoded`, or as they were |
//! | `reencoded` | the value is written as these bytes; empty, or with `reencode_error`: it cannot be written |
//! | `json_depth`; `json_error` | the JSON is nested this deep; the value has no JSON |
//! | `depth`, `nodes` | the size of a Micheline expression |
//! | `hex`, `error` | the bytes are refused with this error, or that of `inner`, and the values of `detail` |
//! | `stream_reader` | a reader of streams gives this error ([`stream`]); in a file with this field on some lines, other lines give `error` |
//! | `class` | the size class, the size and the greatest size of the encoding |
//! | `hex`, `slices` | the slices of the bytes |
//! | `value` | the value is written as `hex`, or refused as the reference does |
//! | `note`, `rule`, `found_in` | nothing |
//!
//! Any other field is wrong. The engine `fast` is the Rust types, `walker` the schema alone. An engine that does not know an encoding or
//! cannot do what is expected is not counted in its column. A line passes where an engine agrees and none differs; it is wrong where one
//! differs, and not answered where none answers.
//!
//! JSON and `value` are compared both ways, with the order of fields; the JSON of Micheline, which is not that of its encoding, for the
//! types alone. The vectors have the hashes of messages in hexadecimal digits and times in seconds: these are compared as Octez shows
//! them, in base58check and as dates. Of the exceptions of OCaml functions, the kind is compared and not the text ([`refusal`]).

#![forbid(unsafe_code)]

#[cfg(test)]
mod checks;
mod engine;
mod given;
mod judge;
mod line;
mod octez;
mod ordered;
mod refusal;
mod report;
mod schemas;
#[cfg(test)]
#[path = "../../encoding/tests/common/shared.rs"]
mod shared;
mod stream;
mod streamed;
mod types;
mod words;

use std::{
    env, fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
    process::ExitCode,
    thread,
};

use judge::Verdict;
use line::Line;
use report::{FileScore, Report};

/// Differences that are shown without `--all`.
const SHOWN: usize = 20;

/// Bytes of stack: the vectors have values ten thousand levels deep, which Rust types are read by recursion.
const STACK: usize = 256 << 20;

fn main() -> ExitCode {
    let mut arguments: Vec<_> = env::args_os().skip(1).collect();
    let given = arguments.len();
    arguments.retain(|argument| argument != "--all");
    let shown = if arguments.len() < given { usize::MAX } else { SHOWN };
    let [folder] = arguments.as_slice() else {
        eprintln!("usage: conformance [--all] DIR");
        return ExitCode::from(2);
    };
    let folder = PathBuf::from(folder);
    let thread = thread::Builder::new().stack_size(STACK).spawn(move || compare(&folder));
    let files = thread
        .map_err(|error| error.to_string())
        .and_then(|thread| thread.join().unwrap_or_else(|_| Err("the comparison panicked".to_owned())));
    match files.map(|files| Report { files, shown }) {
        Ok(report) => {
            // A reader that has gone away, as `head` does, is no error.
            let _ = write!(io::stdout().lock(), "{report}");
            if report.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs a folder of vectors; the error is a sentence.
fn compare(folder: &Path) -> Result<Vec<FileScore>, String> {
    let files = files(folder, "jsonl")?;
    if files.is_empty() {
        return Err(format!("{}: there is no .jsonl file in this folder", folder.display()));
    }
    let mut scores = files.iter().map(|file| run(file)).collect::<Result<Vec<_>, _>>()?;
    scores.extend(schemas::run(folder)?);
    Ok(scores)
}

/// The files of a folder with this extension, by name.
fn files(folder: &Path, extension: &str) -> Result<Vec<PathBuf>, String> {
    let at = |error| format!("{}: {error}", folder.display());
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(at)? {
        let path = entry.map_err(at)?.path();
        if path.extension().is_some_and(|found| found == extension) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The text of a file.
fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Runs a file of vectors.
fn run(path: &Path) -> Result<FileScore, String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut score = FileScore::new(name.clone().into_owned());
    let lines = read(path)?;
    // The vectors of some files were not read from streams. In the others, lines without `stream_reader` have the same error for both.
    let from_streams = lines.contains("\"stream_reader\"");
    for (number, text) in (1u64..).zip(lines.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let place = format!("{name}:{number}");
        match Line::parse(text) {
            Ok(line) => {
                let verdicts = engine::find(&line.name).map(|engine| match engine {
                    Ok(engine) => judge::judge(&line, &engine, from_streams),
                    Err(reason) => Verdict::Silent(reason),
                });
                score.add(&place, &line.subject(), verdicts);
            }
            Err(sentence) => score.fail(&place, &sentence),
        }
    }
    Ok(score)
}
