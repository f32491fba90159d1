//! `tezos-codec-cluster`: queries over the blocks of a Tezos chain on several machines, by Ballista.
//!
//! It is a program of its own, because only those who have several machines need its servers and the 70 crates below them. `tezos-codec-archive`
//! opens no port.
#![forbid(unsafe_code)]

mod chains;
mod client;
mod codec;
mod nodes;
mod order;
mod slices;

use std::io;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use env_logger::Env;
use tezos_archive_sql::command;
use tokio::runtime::Builder;

use crate::client::Cluster;
use crate::nodes::{Address, Executor, Scheduler};

/// The stack of a thread. Plans are trees, which are planned and decoded by recursion.
const STACK_BYTES: usize = 32 << 20;

/// Queries the blocks of a Tezos chain on several machines.
///
/// A scheduler gives the work to executors. All of them, and the machine on which the query is started, have the blocks under the same path, such as
/// on a file system that they share.
#[derive(Parser)]
#[command(name = "tezos-codec-cluster", version, propagate_version = true, after_help = STATUSES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// The meaning of exit statuses and of a variable, at the end of the help.
const STATUSES: &str = "\
Exit statuses:
  0  Success.
  1  Failure: blocks or parts of them were refused, which are rows of the table `refusals`, a file
     cannot be read, or another machine cannot be reached.
  2  The command line is wrong.

RUST_LOG chooses what the scheduler and the executors log, such as `debug`: by default `info`.";

#[derive(Subcommand)]
enum Command {
    Scheduler(Scheduler),
    Executor(Executor),
    Sql(Query),
}

/// Run a query over the blocks of a node's store, of a snapshot or of files, or over exported tables.
///
/// What is refused of blocks is not in the result, but in the table `refusals`: a note names it, and the exit status is 1. `--threads` is the number
/// of partitions into which a table is cut: give as many as all executors have cores. `--memory` is that of this process.
#[derive(Args)]
struct Query {
    #[command(flatten)]
    scheduler: Address,
    #[command(flatten)]
    command: command::Command,
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Scheduler(scheduler) => serve(nodes::schedule(scheduler)),
        Command::Executor(executor) => serve(nodes::execute(executor)),
        Command::Sql(query) => run(&query),
    };
    result.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::FAILURE
    })
}

/// Runs a scheduler or an executor.
fn serve(server: impl Future<Output = ballista_core::error::Result<()>>) -> Result<ExitCode, String> {
    env_logger::init_from_env(Env::default().default_filter_or("info"));
    let runtime = Builder::new_multi_thread().enable_all().thread_stack_size(STACK_BYTES).build();
    runtime.map_err(|error| error.to_string())?.block_on(server).map_err(|error| error.to_string())?;
    Ok(ExitCode::SUCCESS)
}

/// Runs a query, and prints a note if blocks were refused.
fn run(query: &Query) -> Result<ExitCode, String> {
    let cluster = Cluster { url: query.scheduler.url() };
    let is_refused = command::run_on(&cluster, &query.command, &mut io::stdout().lock());
    if is_refused.map_err(|error| error.to_string())? {
        eprintln!("note: blocks or parts of them were refused: the table `refusals` has them, each with the reason");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}
