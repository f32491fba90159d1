//! `forge-check`: compares the bytes that a forger of operations writes with ours.

use std::{ffi::OsString, path::PathBuf, process::ExitCode, time::Duration};

use clap::Args;
use tezos_protocols::Protocol;

use crate::{chosen, error::Error, output};

mod forger;
mod operations;
mod report;
mod shrink;

use forger::Forger;
use operations::Operation;
use report::Report;

/// Check a forger of operations, the part of a wallet that turns the JSON of an operation into the bytes to sign: print for each kind how many of its
/// answers are right, refused and wrong, and the smallest operation that shows the fault.
///
/// The forger is a command. It reads an operation on each line of standard input, as the RPC `forge/operations` of Octez takes it: an object with
/// `branch` and `contents`. It answers each with a line on standard output: the bytes in hex, with or without quotes. A line that begins with `!`
/// is a refusal and its reason, an empty one a refusal without a reason. Scripts for the libraries Taquito, pytezos and ConseilJS are in
/// `cli/forgers`.
///
/// The operations are of each kind, half of them at the limits of their fields, half random; then batches of two that were right on their own. The
/// forger is not told the protocol, so the bytes have to be those of the newest protocol that accepts the JSON, or those of --protocol: kinds and
/// fields that exist no longer are of an older one. The protocol in development and drafts are tested only with --protocol.
#[derive(Args)]
#[command(
    override_usage = "tezos-codec forge-check [OPTIONS] -- <COMMAND>...",
    after_help = "Examples:
  tezos-codec forge-check --protocol rio -- tezos-codec encode rio.operation.unsigned from - --lines
  tezos-codec forge-check --operations 0 --from seoul.jsonl -- sed 's/.*/! not today/'

Exit statuses:
  0  No answer is wrong; some operations may be refused.
  1  An answer is wrong, or the forger failed: it cannot be run, ends early, does not answer in
     time, or prints too many lines.
  2  The command line is wrong."
)]
pub(crate) struct Arguments {
    /// The forger and its arguments.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<OsString>,
    /// The number of operations to generate of each kind.
    #[arg(long, value_name = "COUNT", default_value_t = 40)]
    operations: usize,
    /// The seed of the random operations.
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Add the operations of a file, or of the files .bin and .jsonl in a folder: an operation in JSON on each line, or blocks, as `blocks` reads
    /// them.
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    /// The maximum time between two answers; the time until the first includes the start of the forger.
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..))]
    time_limit: u64,
    /// Print one JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let protocols = chosen::protocol().map_or_else(released, |protocol| vec![protocol]);
    let mut operations = operations::generated(&protocols, arguments.operations, arguments.seed);
    if let Some(path) = &arguments.from {
        operations.extend(operations::of_files(path, &protocols)?);
    }
    if operations.is_empty() {
        return Err(Error::new("there are no operations to forge: use a larger --operations, or --from"));
    }
    let forger = Forger::new(&arguments.command, Duration::from_secs(arguments.time_limit));
    let mut report = Report::default();
    let rights = report.ask(&forger, operations)?;
    report.ask(&forger, operations::batches(&rights, arguments.operations, &protocols))?;
    report.shrink(&forger, &protocols)?;
    output::print(&if arguments.json { report.json() } else { report.text() })?;
    report.failure().map_or(Ok(()), |sentence| Err(Error::new(sentence)))?;
    Ok(if report.has_wrong() { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// Returns the protocols that are neither in development nor drafts of a later one, the newest first.
fn released() -> Vec<Protocol> {
    let has_successor =
        |protocol: &Protocol| Protocol::ALL.iter().any(|later| later > protocol && later.number() == protocol.number());
    let all = Protocol::ALL.iter().copied().rev();
    all.filter(|protocol| *protocol != Protocol::Alpha && !has_successor(protocol)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drafts_are_not_released() {
        let released = released();
        assert_eq!(released[..3], [Protocol::Ushuaia, Protocol::Tallinn, Protocol::Seoul]);
        assert_eq!((released.len(), released.last()), (Protocol::ALL.len() - 2, Some(&Protocol::Genesis)));
    }
}
