//! `list encodings`.

use std::{fmt::Write as _, process::ExitCode};

use clap::{Args, Subcommand};

use crate::{encodings, error::Error, output, output::style::NAME};

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
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let What::Encodings = arguments.what;
    let mut out = String::new();
    for named in encodings::all() {
        // Writing to a `String` cannot fail.
        let _ = writeln!(out, "{NAME}{}{NAME:#}:\n  {}", named.id, named.title);
    }
    output::print(&out)?;
    Ok(ExitCode::SUCCESS)
}
