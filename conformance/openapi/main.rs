//! The JSON schemas that Octez prints of its own encodings (`docs/api/*-openapi.json`), against the JSON of this project. `ci/openapi` runs it.
//!
//! | command | what it does |
//! |---|---|
//! | `openapi ask` | prints the encodings that have a schema, each with the JSON of values that are made from ours |
//! | `openapi judge QUESTIONS ANSWERS` | compares the answers of `check.py` with what is expected |
//!
//! `check.py` validates our JSON against the schema of the same encoding, with the package `jsonschema` of Python, and makes JSON from the
//! schema. That JSON has to be encoded, decoded and printed unchanged. What is known to differ is in [`differences`]. It fails on any other
//! difference, on a row that is not seen any more, and on an encoding of which nothing is compared.

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "a program that answers on standard output")]

mod ask;
mod differences;
mod judge;
mod rows;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;
use std::{env, error, fs};

use serde_json::Value;

fn main() -> Result<ExitCode, Box<dyn error::Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["ask"] => {
            let mut out = BufWriter::new(io::stdout().lock());
            ask::questions()?.iter().try_for_each(|question| writeln!(out, "{question}"))?;
            out.flush()?;
            Ok(ExitCode::SUCCESS)
        }
        ["judge", questions, answers] => {
            let is_expected = judge::judge(&lines(questions)?, &lines(answers)?)?;
            Ok(if is_expected { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        _ => Err("usage: openapi ask, or openapi judge QUESTIONS ANSWERS".into()),
    }
}

/// Returns the lines of a file of JSON values.
fn lines(path: &str) -> Result<Vec<Value>, Box<dyn error::Error>> {
    Ok(fs::read_to_string(path)?.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}
