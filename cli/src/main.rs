//! `tezos-codec`: a command-line tool that shows what Tezos bytes mean.
//!
//! | module        | what it does                                                                        |
//! |---------------|-------------------------------------------------------------------------------------|
//! | [`commands`]  | the commands, one file for each                                                     |
//! | [`ids`]       | the arguments for encodings: ids, descriptions, layouts, files                      |
//! | [`chosen`]    | the protocol given on the command line                                              |
//! | [`words`]     | the fixed words between the arguments of a command, such as `from`                  |
//! | [`input`]     | reads bytes and JSON from an argument, a file or standard input                     |
//! | [`inside`]    | decodes block headers and operations with their protocol and counts them by kind    |
//! | [`measure`]   | measures the time of a piece of work, in batches                                    |
//! | [`output`]    | colours, JSON, formatted numbers and tables, progress bars, standard output         |
//! | [`peers`]     | sessions with peers over the network                                                |
//! | [`session`]   | reads recorded sessions, decrypts their chunks, joins these into messages           |
//! | [`stream`]    | tallies inputs larger than memory on all cores; runs can be interrupted and resumed |
//! | [`registry`]  | the Rust types of whole messages: schema, round trip, time, allocations             |
//! | [`error`]     | the errors of commands                                                              |
//!
//! What the packages of other languages need too is in `tezos-codec-inspect`.

#![forbid(unsafe_code)]

mod chosen;
mod commands;
mod error;
#[cfg(test)]
mod golden;
mod ids;
mod input;
mod inside;
mod measure;
mod output;
mod peers;
mod registry;
mod session;
mod stream;
mod words;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use tezos_codec_inspect::{encodings, guess, hints, nested, numbers, protocols, read, reason, tokens};
use tezos_protocols::Protocol;

/// Shows what bytes of Tezos mean: messages between peers, operations, blocks.
///
/// Commands that take an ID know every encoding that `list encodings` shows, and are used as those of `octez-codec`. If you have no bytes of your
/// own, start with `tezos-codec replay`, which decodes the sample session of the tool.
#[derive(Parser)]
#[command(name = "tezos-codec", version, propagate_version = true, after_help = STATUSES)]
struct Arguments {
    /// The protocol for ids without one, such as `operation`: its name (`seoul`), number, id (`023-PtSeouLo`) or hash.
    #[arg(long, global = true, value_name = "PROTOCOL", value_parser = chosen::Name, hide_possible_values = true)]
    protocol: Option<Protocol>,
    /// Print colours: always, never, or only to a terminal and if `NO_COLOR` is not set.
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = output::Colours::Auto, hide_possible_values = true)]
    color: output::Colours,
    #[command(subcommand)]
    command: Command,
}

/// The meaning of exit statuses and the commands of another program, at the end of the help.
const STATUSES: &str = "\
Exit statuses:
  0  Success.
  1  Failure: bytes or JSON are refused, a file cannot be read, a session has failures, a layout
     differs.
  2  The command line is wrong: an unknown command, an unknown id, one argument too many.
  3  `diff`: the schemas do not meet --require.

Commands of the program tezos-codec-archive, if it is installed:
  archive  Export the blocks of a node's store, a snapshot or RPC as tables.
  sql      Query them.";

#[derive(Subcommand)]
enum Command {
    List(commands::list::Arguments),
    Dump(commands::dump::Arguments),
    Describe(commands::describe::Arguments),
    Decode(commands::convert::Decode),
    Encode(commands::convert::Encode),
    Display(commands::convert::Display),
    Slice(commands::slice::Arguments),
    Explain(commands::explain::Arguments),
    Export(commands::export::Arguments),
    Generate(commands::generate::Arguments),
    Diff(commands::diff::Arguments),
    History(commands::history::Arguments),
    Layout(commands::layout::Arguments),
    CheckLayouts(commands::check_layouts::Arguments),
    ForgeCheck(commands::forge_check::Arguments),
    Blocks(commands::blocks::Arguments),
    Stats(commands::stats::Arguments),
    Profile(commands::profile::Arguments),
    Replay(commands::replay::Arguments),
    Record(commands::record::Arguments),
    Connect(commands::connect::Arguments),
    Listen(commands::listen::Arguments),
    Pcap(commands::pcap::Arguments),
    Completions(commands::shell::Completions),
    Man(commands::shell::Manual),
}

fn main() -> ExitCode {
    let result = match commands::archive::run(std::env::args_os().skip(1)) {
        Some(done) => done,
        None => run(),
    };
    result.unwrap_or_else(|error| {
        output::complain(&error);
        ExitCode::FAILURE
    })
}

/// Runs a command of this program.
fn run() -> Result<ExitCode, error::Error> {
    // An argument that is not UTF-8 is refused by the parser.
    chosen::find(std::env::args_os().map(|argument| argument.to_string_lossy().into_owned()));
    let command = match Arguments::try_parse() {
        Ok(arguments) => {
            arguments.color.apply();
            arguments.command
        }
        Err(error) => return Ok(output::usage(&error)),
    };
    match command {
        Command::List(arguments) => commands::list::run(&arguments),
        Command::Dump(arguments) => commands::dump::run(&arguments),
        Command::Describe(arguments) => commands::describe::run(&arguments),
        Command::Decode(arguments) => commands::convert::decode(&arguments),
        Command::Encode(arguments) => commands::convert::encode(&arguments),
        Command::Display(arguments) => commands::convert::display(&arguments),
        Command::Slice(arguments) => commands::slice::run(&arguments),
        Command::Explain(arguments) => commands::explain::run(&arguments),
        Command::Export(arguments) => commands::export::run(&arguments),
        Command::Generate(arguments) => commands::generate::run(&arguments),
        Command::Diff(arguments) => commands::diff::run(&arguments),
        Command::History(arguments) => commands::history::run(&arguments),
        Command::Layout(arguments) => commands::layout::run(&arguments),
        Command::CheckLayouts(arguments) => commands::check_layouts::run(&arguments),
        Command::ForgeCheck(arguments) => commands::forge_check::run(&arguments),
        Command::Blocks(arguments) => commands::blocks::run(&arguments),
        Command::Stats(arguments) => commands::stats::run(&arguments),
        Command::Profile(arguments) => commands::profile::run(&arguments),
        Command::Replay(arguments) => commands::replay::run(&arguments),
        Command::Record(arguments) => commands::record::run(&arguments),
        Command::Connect(arguments) => commands::connect::run(&arguments),
        Command::Listen(arguments) => commands::listen::run(&arguments),
        Command::Pcap(arguments) => commands::pcap::run(&arguments),
        Command::Completions(arguments) => commands::shell::completions::<Arguments>(&arguments),
        Command::Man(arguments) => commands::shell::manual::<Arguments>(&arguments),
    }
}
