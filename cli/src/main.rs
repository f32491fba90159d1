//! `tezos-codec`: a tool for the Tezos peer protocol.
//!
//! | module       | what it does                                                                     |
//! |--------------|----------------------------------------------------------------------------------|
//! | [`commands`] | one file a command                                                               |
//! | [`session`]  | loads a recorded session, opens its chunks, joins its messages                    |
//! | [`registry`] | what the tool can decode, by name: schema, round trip, repeated decode            |
//! | [`grammar`]  | descriptions of encodings, as the reference's vectors write them, made into schemas |
//! | [`output`]   | numbers and tables for people, the progress bar, standard output                  |
//! | [`error`]    | why a command cannot do its work                                                  |

#![forbid(unsafe_code)]

mod commands;
mod error;
mod grammar;
mod output;
mod registry;
mod session;

use std::{alloc::System, process::ExitCode};

use clap::{Parser, Subcommand};
use stats_alloc::{INSTRUMENTED_SYSTEM, StatsAlloc};

/// The system's allocator, with counters.
#[global_allocator]
static ALLOCATOR: &StatsAlloc<System> = &INSTRUMENTED_SYSTEM;

/// A tool for the Tezos peer protocol: what nodes say to each other, and the encrypted session around it.
///
/// Without a recording of your own, start with `tezos-codec replay`: it opens the session that the tool carries.
#[derive(Parser)]
#[command(name = "tezos-codec", version, propagate_version = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Replay(commands::replay::Arguments),
    Record(commands::record::Arguments),
    Conformance(commands::conformance::Arguments),
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Replay(arguments) => commands::replay::run(&arguments),
        Command::Record(arguments) => commands::record::run(&arguments),
        Command::Conformance(arguments) => commands::conformance::run(&arguments),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::FAILURE
    })
}
