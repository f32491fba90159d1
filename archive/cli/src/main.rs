//! `tezos-codec-archive`: the blocks of a Tezos chain as tables. `tezos-codec archive` starts it.
#![forbid(unsafe_code)]

mod export;
mod progress;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tezos_archive_tables::{Options, description};

/// Writes the blocks of a Tezos chain as tables, from the files of a node, without a node that runs.
#[derive(Parser)]
#[command(name = "tezos-codec-archive", version, propagate_version = true, after_help = STATUSES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// The meaning of exit statuses, at the end of the help.
const STATUSES: &str = "\
Exit statuses:
  0  Success.
  1  Failure: blocks or parts of them were refused, which are rows of the table `refusals`, or a
     file cannot be read or written.
  2  The command line is wrong.";

#[derive(Subcommand)]
enum Command {
    Export(Box<export::Arguments>),
    /// Print the tables and their columns.
    Schema,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Export(arguments) => export::run(&arguments),
        Command::Schema => {
            print!("{}", description(&Options::default()));
            Ok(ExitCode::SUCCESS)
        }
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::FAILURE
    })
}
