//! `conformance DIR`: compares this workspace with the reference on a folder of vectors.
//!
//! It runs every .jsonl file of the folder, and the descriptions in its folder `schemas`. The field `encoding` of a line has the
//! description of an encoding ([`tezos_encoding::schema::grammar`]) or an id, `message` the name of a peer message. The other fields
//! are the expectation:
//!
//! | fields | expectation |
//! |---|---|
//! | `hex`, `json` | the bytes are accepted and have this JSON; both the value and the JSON encode to the same bytes again |
//! | `hex`, `ok` | the bytes are accepted; the value encodes to `reencoded` if the line has it, else to the same bytes again |
//! | `reencoded` | the bytes that the value encodes to; if empty, or with `reencode_error`, the value cannot be encoded |
//! | `json_depth`; `json_error` | the JSON is nested this deep; the value has no JSON |
//! | `depth`, `nodes` | the size of a Micheline expression |
//! | `hex`, `error` | the bytes are refused with this error, or the one named by `inner`, and the values of `detail` |
//! | `stream_reader` | the stream reader's error ([`stream`]); if only some lines of a file have this field, it is `error` on the others |
//! | `class` | the size class, the fixed size and the maximum size of the encoding |
//! | `hex`, `slices` | the slices of the bytes |
//! | `value` | the value encodes to `hex`, or is refused with `error` |
//! | `note`, `rule`, `found_in` | nothing: they are for the reader of the file |
//!
//! Any other field is an error. Two engines are compared: `fast` uses the Rust types, `walker` the schema alone. A line counts for an
//! engine only if the engine knows the encoding and can do what the line expects. A line passes if one engine agrees and none differs;
//! it is wrong if one differs, and not answered if it counts for neither.
//!
//! JSON is compared in both directions and with the order of its fields. The JSON of Micheline differs from that of its encoding, so only
//! the types are compared on it. The vectors have the hashes of messages in hexadecimal and times in seconds; these are converted to
//! what Octez shows, base58check and dates. For exceptions of OCaml functions, the kind is compared and not the text ([`refusal`]).

#![forbid(unsafe_code)]

#[cfg(test)]
mod checks;
mod engine;
mod given;
mod judge;
mod line;
mod lookup;
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

/// Number of failures that are shown without `--all`.
const SHOWN: usize = 20;

/// Size of the stack in bytes. The vectors have values of ten thousand levels, which the types read by recursion.
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
            // It is no error if the reader has closed the pipe, as `head` does.
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

/// Returns the files of a folder with this extension, sorted by name.
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

/// Reads the text of a file.
fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// Runs a file of vectors.
fn run(path: &Path) -> Result<FileScore, String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut score = FileScore::new(name.clone().into_owned());
    let lines = read(path)?;
    // Some files have no results of the stream reader. In the others, a line without `stream_reader` has one error for both readers.
    let from_streams = lines.contains("\"stream_reader\"");
    for (number, text) in (1u64..).zip(lines.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let place = format!("{name}:{number}");
        match Line::parse(text) {
            Ok(line) => {
                let verdicts = lookup::engines(&line.name).map(|engine| match engine {
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
