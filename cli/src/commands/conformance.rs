//! `conformance`: the vectors of the reference, line by line.

use std::{
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
    thread,
};

use clap::Args;

use crate::{error::Error, output};

#[cfg(test)]
mod checks;
mod codec;
mod derived;
mod fast;
mod judge;
mod line;
mod messages;
mod micheline;
mod octez;
mod report;
mod schemas;
mod unwritable;
mod walker;
mod words;

use judge::Engines;
use line::Line;
use report::{FileScore, Report};

/// Differences that are shown, unless the user wants all.
const SHOWN: usize = 20;

/// Compare this tool with the reference on a folder of vectors.
///
/// Every .jsonl file of the folder is run, and the descriptions in its folder `schemas`; what a line asks for follows from its
/// fields. The last line of the output says how many lines agree with the reference; the exit status is 1 where one does not.
#[derive(Args)]
#[command(after_long_help = LINES)]
pub(crate) struct Arguments {
    /// The folder with the vectors.
    #[arg(value_name = "DIR")]
    folder: PathBuf,
    /// Show every difference, not only the first 20.
    #[arg(long)]
    all: bool,
}

/// An example and what the lines ask for, at the end of the long help.
const LINES: &str = "\
Example:
  tezos-codec conformance vectors

What a line asks for:
  hex, json         The bytes are read, and written again as they were.
  hex, ok           The bytes are read, and written again as `reencoded`, or as they were.
  hex, reencoded    The same; where `reencoded` is empty and the bytes are not, the value cannot
                    be written.
  hex, error        The bytes are refused with this error, or with that of `inner`.
  class             The size class, the size and the greatest size of the encoding.
  hex, slices       The parts that the bytes are made of.
  value             The value is written, or refused, as the reference does.

`encoding` is a description of an encoding (`tezos-codec list descriptions`), `message` the name of
a message between peers. The engine `fast` is the Rust types, `walker` the schema alone. JSON and
`value` are compared both ways; that of Micheline, which is not the JSON of its encoding, for the
types alone. The vectors have the hashes of messages in hexadecimal digits and times in seconds:
these are compared as Octez shows them, in base58check and as dates. `stream_reader` is not looked
at.

An engine that does not know an encoding or cannot do what is asked for is not counted in its
column. A line passes where an engine agrees and none differs; a line that no engine answers has
failed.";

/// Bytes of stack: the reference's vectors have values ten thousand levels deep, which Rust types are read by recursion.
const STACK: usize = 256 << 20;

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, || compare(arguments));
        let result = thread.map_err(|error| Error::new(format_args!("cannot start a thread: {error}")))?.join();
        result.unwrap_or_else(|_| Err(Error::new("the comparison was cut short")))
    })
}

fn compare(arguments: &Arguments) -> Result<ExitCode, Error> {
    let files = files(&arguments.folder)?;
    let bar = output::progress("comparing", files.len(), false);
    let mut report = Report::default();
    for file in &files {
        report.add(run_file(file)?);
        bar.inc(1);
    }
    let schemas = arguments.folder.join("schemas");
    if schemas.is_dir() {
        schemas::run(&schemas)?.into_iter().for_each(|score| report.add(score));
    }
    bar.finish_and_clear();
    output::print(&report.text(if arguments.all { usize::MAX } else { SHOWN }))?;
    Ok(if report.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The .jsonl files of a folder, by name.
fn files(folder: &Path) -> Result<Vec<PathBuf>, Error> {
    let entries = fs::read_dir(folder).map_err(|error| Error::at_path(folder, error))?;
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.map_err(|error| Error::at_path(folder, error))?.path();
        if path.extension().is_some_and(|extension| extension == "jsonl") {
            files.push(path);
        }
    }
    files.sort();
    if files.is_empty() {
        return Err(Error::at_path(folder, "there is no .jsonl file in this folder"));
    }
    Ok(files)
}

fn run_file(path: &Path) -> Result<FileScore, Error> {
    let text = fs::read_to_string(path).map_err(|error| Error::at_path(path, error))?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut score = FileScore::new(name.clone().into_owned());
    for (number, text) in (1u64..).zip(text.lines()).filter(|(_, text)| !text.trim().is_empty()) {
        let place = format!("{name}:{number}");
        match Line::parse(text) {
            Ok(line) => score.add(&place, &line.subject(), &judge::judge(&line, &engines(&line))),
            Err(sentence) => score.add_unreadable(&place, &sentence),
        }
    }
    Ok(score)
}

fn engines(line: &Line) -> Engines {
    vec![(fast::NAME, fast::find(&line.target)), (walker::NAME, walker::find(&line.target))]
}
