//! The opinions of libraries that no one here wrote on operations and Micheline: `@taquito/local-forging`, `@taquito/michel-codec` (npm)
//! and `pytezos` (PyPI). `ci/opinions` runs it.
//!
//! | command | what it does |
//! |---|---|
//! | `opinions ask SHARED` | prints questions: operations and expressions of the folder beside the project, and made ones |
//! | `opinions judge QUESTIONS ANSWERS` | compares the answers of `ask_taquito.js` or of `ask_pytezos.py` with ours |
//!
//! Each question has our bytes and our JSON. A library forges the JSON and parses the bytes; both have to be ours, without any change. What
//! a library is known to do otherwise is in [`differences`], and what it does not know in [`known`]. It fails on any other
//! difference, on a row that is not seen any more, and on a kind of which nothing is compared.

#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "a program that answers on standard output")]

mod ask;
mod data;
mod differences;
mod judge;
mod known;

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;
use std::{env, error, fs};

use serde_json::Value;

fn main() -> Result<ExitCode, Box<dyn error::Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["ask", shared] => {
            let mut out = BufWriter::new(io::stdout().lock());
            ask::questions(Path::new(shared))?.iter().try_for_each(|question| writeln!(out, "{question}"))?;
            out.flush()?;
            Ok(ExitCode::SUCCESS)
        }
        ["judge", questions, answers] => {
            let is_expected = judge::judge(&lines(questions)?, &lines(answers)?)?;
            Ok(if is_expected { ExitCode::SUCCESS } else { ExitCode::FAILURE })
        }
        _ => Err("usage: opinions ask SHARED, or opinions judge QUESTIONS ANSWERS".into()),
    }
}

/// Returns the lines of a file of JSON values.
fn lines(path: &str) -> Result<Vec<Value>, Box<dyn error::Error>> {
    Ok(fs::read_to_string(path)?.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}
