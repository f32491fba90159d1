//! Runs fuzz targets without a fuzzer: `tezos-codec-fuzz-bodies RUNS [TARGET ..]`. Other commands:
//!
//! - `list` prints the names of the targets;
//! - `heap` prints how much heap a decode of each message may take;
//! - `seeds FOLDER` writes the inputs of [`beside`] as seeds for a fuzzer, in one folder for each target.

#![forbid(unsafe_code)]

use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs, io};

use tezos_codec_fuzz_bodies::{Budget, TARGETS, beside, budgets, closest, stable};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.split_first().map(|(first, rest)| (*first, first.parse(), rest)) {
        Some(("heap", ..)) => heap(),
        Some(("list", ..)) => TARGETS.iter().for_each(|target| println!("{}", target.name)),
        Some(("seeds", _, [folder])) => match seeds(Path::new(folder)) {
            Ok(count) => println!("{count} seeds"),
            Err(error) => {
                eprintln!("{folder}: {error}");
                return ExitCode::FAILURE;
            }
        },
        Some((_, Ok(count), names)) => {
            if let Some(unknown) = names.iter().find(|name| !TARGETS.iter().any(|target| target.name == **name)) {
                eprintln!("there is no target `{unknown}`; `list` shows the targets");
                return ExitCode::FAILURE;
            }
            runs(count, names);
        }
        _ => {
            eprintln!("usage: tezos-codec-fuzz-bodies RUNS [TARGET ..] | list | heap | seeds FOLDER");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

/// Prints the budgets as a table in Markdown.
fn heap() {
    println!("| message | for each byte | and |\n|---|---:|---:|");
    for Budget { name, heap, .. } in budgets() {
        println!("| {name} | {} | {} |", heap.per_byte, heap.fixed);
    }
}

/// Runs the targets of these names, or all.
fn runs(count: u64, names: &[&str]) {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../corpus");
    for target in TARGETS.iter().filter(|target| names.is_empty() || names.contains(&&*target.name)) {
        let start = Instant::now();
        stable::runs(target, &stable::corpus(&corpus.join(&target.name)), count, 1);
        let (seconds, heap) = (start.elapsed().as_secs_f32(), closest());
        println!("{}: {count} runs in {seconds:.1} s, at most {heap} % of the heap that is allowed", target.name);
    }
}

/// Writes the inputs of [`beside`] and returns their number.
fn seeds(folder: &Path) -> io::Result<usize> {
    for target in TARGETS.iter() {
        fs::create_dir_all(folder.join(&target.name))?;
    }
    let inputs = beside::inputs();
    for (number, (target, input)) in inputs.iter().enumerate() {
        fs::write(folder.join(target).join(format!("beside-{number:05}")), input)?;
    }
    Ok(inputs.len())
}
