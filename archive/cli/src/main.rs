//! `tezos-codec-archive`: the blocks of a Tezos chain as tables. `tezos-codec archive` and `tezos-codec sql` start it.
#![forbid(unsafe_code)]

mod export;
mod progress;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tezos_archive_sql::command as sql;
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
    Sql(sql::Command),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Export(arguments) => export::run(&arguments),
        Command::Schema => {
            print!("{}", description(&Options::default()));
            Ok(ExitCode::SUCCESS)
        }
        Command::Sql(command) => query(&command),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::FAILURE
    })
}

/// Runs a query, and says whether blocks were refused.
fn query(command: &sql::Command) -> Result<ExitCode, String> {
    let is_refused = sql::run(command, &mut io::stdout().lock()).map_err(|error| error.to_string())?;
    if is_refused {
        eprintln!("note: blocks or parts of them were refused: the table `refusals` says which and why");
    }
    Ok(if is_refused { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}
