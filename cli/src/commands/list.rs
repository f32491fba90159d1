//! `list encodings`, `list descriptions`.

use std::{fmt::Write as _, process::ExitCode};

use clap::{Args, Subcommand};
use tezos_encoding::schema::grammar;

use crate::{
    encodings,
    error::Error,
    output::{
        self,
        style::{BYTES, NAME},
    },
};

/// List what the tool knows.
#[derive(Args)]
#[command(after_help = EXAMPLE)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    what: What,
}

const EXAMPLE: &str = "Example:\n  tezos-codec list encodings | grep p2p";

#[derive(Subcommand)]
enum What {
    /// List the ids of all encodings, each with a line about it.
    #[command(after_help = EXAMPLE)]
    Encodings,
    /// List how an encoding without an id is described, as an ID on the command line: `list(uint16)`.
    #[command(after_help = DESCRIBED)]
    Descriptions,
}

const DESCRIBED: &str =
    "Example:\n  tezos-codec list descriptions; tezos-codec decode 'list(uint16)' from 0000000400070008";

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    output::print(&match arguments.what {
        What::Encodings => encodings(),
        What::Descriptions => descriptions(),
    })
}

fn encodings() -> String {
    let mut out = String::new();
    for named in encodings::all() {
        // Writing to a `String` cannot fail.
        let _ = writeln!(out, "{NAME}{}{NAME:#}:\n  {}", named.id, named.title);
    }
    out
}

/// The table of the grammar, what it is for above the descriptions, and the text below it.
fn descriptions() -> String {
    let mut out = String::new();
    for line in grammar::DESCRIPTIONS.lines().filter(|line| !line.starts_with("|---")).skip(1) {
        // Writing to a `String` cannot fail.
        let _ = match line.strip_prefix("| ").and_then(|row| row.strip_suffix(" |")?.rsplit_once(" | ")) {
            Some((described, what)) => {
                let [described, what] =
                    [&described.replace("` `", "  "), what].map(|text| text.replace(['`', '\\'], ""));
                writeln!(out, "{NAME}{what}{NAME:#}:\n  {BYTES}{described}{BYTES:#}")
            }
            None => writeln!(out, "{}", line.replace('`', "")),
        };
    }
    out
}
