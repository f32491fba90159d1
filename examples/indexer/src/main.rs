//! Tables from the blocks of a node, in binary.
//!
//! ```text
//! curl -s -H 'Accept: application/octet-stream' NODE/chains/main/blocks/head > head.bin
//! cargo run -p indexer -- transfers Seoul head.bin
//! ```

mod tasks;

use std::error::Error;
use std::io::{self, Read, Write};
use std::process::ExitCode;
use std::{env, fs};

use tezos_protocols::Protocol;
use tezos_protocols::block::BlockAnswer;

const USAGE: &str = "\
indexer operations PROTOCOL [FILE ..]             position, hash, kind and status of each operation
indexer transfers PROTOCOL [FILE ..]              hash, source, destination and mutez of each executed transfer
indexer balances PROTOCOL [FILE ..]               what each account gained or lost, in mutez
indexer changes PROTOCOL [FILE ..]                changes of big maps, and events
indexer calls ENTRYPOINT PROTOCOL [FILE ..]       source, contract and argument of each executed call; of FA2's `transfer` also
                                                  contract, token, sender, receiver and amount
indexer json PROTOCOL [FILE ..]                   the block in JSON

PROTOCOL is its name, number or hash. A FILE, or standard input, is the answer of a node to a request for a block,
`/chains/main/blocks/ID`, with `Accept: application/octet-stream`.";

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        // The reader of a pipe, such as `head`, has enough.
        Err(error)
            if error.downcast_ref().is_some_and(|error: &io::Error| error.kind() == io::ErrorKind::BrokenPipe) =>
        {
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("indexer: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut out = io::stdout().lock();
    let (task, entrypoint, protocol, files) = match &*arguments {
        [] | ["help" | "--help"] => return Ok(writeln!(out, "{USAGE}")?),
        ["calls", entrypoint, protocol, files @ ..] => ("calls", *entrypoint, *protocol, files),
        [task, protocol, files @ ..] => (*task, "", *protocol, files),
        _ => return Err(format!("unknown command, or not its arguments\n{USAGE}").into()),
    };
    let protocol: Protocol = protocol.parse().map_err(|error| format!("{protocol}: {error}"))?;
    let blocks = if files.is_empty() { &["-"] } else { files };
    for file in blocks {
        let rows = index(task, entrypoint, protocol, &read(file)?).map_err(|error| format!("{file}: {error}"))?;
        for row in rows {
            writeln!(out, "{row}")?;
        }
    }
    Ok(())
}

/// Returns the rows of a block.
fn index(task: &str, entrypoint: &str, protocol: Protocol, bytes: &[u8]) -> Result<Vec<String>, Box<dyn Error>> {
    let BlockAnswer(block): BlockAnswer = protocol.decode(bytes)?;
    match task {
        "operations" => Ok(tasks::operations(&block)),
        "transfers" => Ok(tasks::transfers(&block)),
        "balances" => Ok(tasks::balances(&block)),
        "changes" => Ok(tasks::changes(&block)),
        "calls" => tasks::calls(&block, entrypoint),
        "json" => Ok(vec![protocol.to_json(&block)?]),
        _ => Err(format!("unknown command {task}\n{USAGE}").into()),
    }
}

/// Reads a file; `-` is standard input.
fn read(file: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    if file == "-" {
        let mut bytes = Vec::new();
        io::stdin().lock().read_to_end(&mut bytes)?;
        return Ok(bytes);
    }
    Ok(fs::read(file).map_err(|error| format!("{file}: {error}"))?)
}
