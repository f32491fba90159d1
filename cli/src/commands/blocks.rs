//! `blocks`: decodes blocks down to their operations.

use std::process::ExitCode;

use clap::Args;
use serde_json::Value;
use tezos_messages::hash::ChainId;

use crate::{
    error::Error,
    input,
    inside::{self, Inside},
    output::{self, counted, style::WRONG},
};

/// The offset in a header of the number of protocol changes up to its block.
const PROTO: usize = 4;

/// Decode blocks down to their operations, encode each again and compare the bytes. Print a table of the kinds of operations by count, bytes and time.
///
/// Each line of the file is a JSON object with `chain_id`, `header` and `operations` in hex; the operations are lists, one for each validation
/// pass. For a block of mainnet the protocol follows from the header; for other chains, give it with --protocol.
#[derive(Args)]
#[command(after_help = "Examples:
  tezos-codec blocks blocks.jsonl
  tezos-codec blocks seoul.jsonl --protocol seoul")]
pub(crate) struct Arguments {
    /// The file, or `-` for standard input.
    #[arg(value_name = "FILE")]
    file: String,
}

/// The results for all blocks.
#[derive(Default)]
struct Report {
    blocks: usize,
    inside: Inside,
    failures: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let file = input::content(&arguments.file)?;
    let file = file.ok_or_else(|| Error::new(format_args!("there is no file {}", arguments.file)))?;
    let text = String::from_utf8_lossy(&file);
    let mut report = Report::default();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let block: Value = serde_json::from_str(line)
            .map_err(|error| Error::new(format_args!("line {number} is not JSON: {error}")))?;
        report.block(number, &block)?;
    }
    output::print(&report.text())?;
    Ok(if report.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Report {
    fn block(&mut self, number: usize, block: &Value) -> Result<(), Error> {
        let hex = |value: &Value, what: &str| {
            let bytes = value.as_str().and_then(|text| hex::decode(text).ok());
            bytes
                .ok_or_else(|| Error::new(format_args!("line {number}: expected {what} as text in hexadecimal digits")))
        };
        self.blocks = self.blocks.saturating_add(1);
        let field = |name: &str| block.get(name).unwrap_or(&Value::Null);
        let header = hex(field("header"), "`header`")?;
        let chain = <[u8; 4]>::try_from(hex(field("chain_id"), "`chain_id`")?)
            .map_err(|_| Error::new(format_args!("line {number}: expected a `chain_id` of 4 bytes")))?;
        let protocols = inside::protocols_of(ChainId(chain), header.get(PROTO).copied().unwrap_or_default());
        let Some(likeliest) = protocols.first().copied() else {
            let sentence = "the protocol of this block is not known: give it with --protocol";
            return Err(Error::new(format_args!("line {number}: {sentence}")));
        };
        let protocol = self.inside.header(&protocols, &header).unwrap_or_else(|sentence| {
            self.failures.push(format!("line {number}, header: {sentence}"));
            likeliest
        });
        for (pass, operations) in field("operations").as_array().into_iter().flatten().enumerate() {
            for (index, operation) in operations.as_array().into_iter().flatten().enumerate() {
                if let Err(sentence) = self.inside.operation(&[protocol], &hex(operation, "an operation")?) {
                    self.failures.push(format!("line {number}, operations[{pass}][{index}]: {sentence}"));
                }
            }
        }
        Ok(())
    }

    fn text(&self) -> String {
        let failures: String =
            self.failures.iter().map(|failure| format!("{WRONG}failed{WRONG:#} {failure}\n")).collect();
        let (table, blocks) = (self.inside.table(), counted(self.blocks, "block", "blocks"));
        format!("{table}\n{failures}{blocks}, {}\n", counted(self.failures.len(), "failure", "failures"))
    }
}
