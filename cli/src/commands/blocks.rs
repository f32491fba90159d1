//! `blocks`: decodes blocks down to their operations.

use std::{collections::BTreeMap, process::ExitCode, time::Instant};

use clap::Args;
use serde_json::Value;
use tezos_encoding::Tagged as _;
use tezos_messages::hash::ChainId;
use tezos_protocol::{Protocol, header::FullHeader, operation::Operation};

use crate::{
    error::Error,
    input,
    output::{
        self, counted,
        style::{NAME, WRONG},
    },
    protocols,
};

/// Decode blocks down to their operations, encode each again and compare the bytes: a table of the kinds of operations by count, bytes and time.
///
/// The file has a JSON object on each line, with `chain_id`, `header` and `operations` in hexadecimal digits; the operations are lists, one
/// for each validation pass. The protocol of a block of mainnet is that of its header; for other chains, name it.
#[derive(Args)]
#[command(after_help = "Examples:
  tezos-codec blocks blocks.jsonl
  tezos-codec blocks seoul.jsonl --protocol seoul")]
pub(crate) struct Arguments {
    /// The file; `-` is standard input.
    #[arg(value_name = "FILE")]
    file: String,
}

/// What is counted of a kind of operations.
#[derive(Default)]
struct Tally {
    count: usize,
    bytes: usize,
    nanoseconds: u128,
}

/// What is known of all blocks.
#[derive(Default)]
struct Report {
    blocks: usize,
    kinds: BTreeMap<&'static str, Tally>,
    failures: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let file = input::content(&arguments.file)?;
    let file = file.ok_or_else(|| Error::new(format_args!("there is no file {}", arguments.file)))?;
    let text = String::from_utf8_lossy(&file);
    let mut report = Report::default();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        let block: Value = serde_json::from_str(line)
            .map_err(|error| Error::new(format_args!("line {number} is no JSON: {error}")))?;
        report.block(number, &block)?;
    }
    output::print(&report.text())?;
    Ok(if report.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

impl Report {
    fn block(&mut self, number: usize, block: &Value) -> Result<(), Error> {
        let hex = |value: &Value, what: &str| {
            let bytes = value.as_str().and_then(|text| hex::decode(text).ok());
            bytes.ok_or_else(|| Error::new(format_args!("line {number}: {what} is to be text in hexadecimal digits")))
        };
        self.blocks = self.blocks.saturating_add(1);
        let field = |name: &str| block.get(name).unwrap_or(&Value::Null);
        let header = hex(field("header"), "`header`")?;
        let protocol = protocol(&hex(field("chain_id"), "`chain_id`")?, &header).ok_or_else(|| {
            Error::new(format_args!("line {number}: no protocol is known for this block: name it with --protocol"))
        })?;
        if let Err(sentence) = self.measured("block header", &header, |bytes| {
            let header: FullHeader = protocol.decode(bytes).map_err(|error| error.to_string())?;
            protocol.encode(&header).map_err(|error| error.to_string())
        }) {
            self.failures.push(format!("line {number}, header: {sentence}"));
        }
        for (pass, operations) in field("operations").as_array().into_iter().flatten().enumerate() {
            for (index, operation) in operations.as_array().into_iter().flatten().enumerate() {
                if let Err(sentence) = self.operation(protocol, &hex(operation, "an operation")?) {
                    self.failures.push(format!("line {number}, operations[{pass}][{index}]: {sentence}"));
                }
            }
        }
        Ok(())
    }

    fn operation(&mut self, protocol: Protocol, bytes: &[u8]) -> Result<(), String> {
        let operation: Operation = protocol.decode(bytes).map_err(|error| error.to_string())?;
        let kind = match operation.protocol_data.contents.as_slice() {
            [] => "none",
            [contents] => contents.title(),
            [_, ..] => "several of one account",
        };
        self.measured(kind, bytes, |bytes| {
            let operation: Operation = protocol.decode(bytes).map_err(|error| error.to_string())?;
            protocol.encode(&operation).map_err(|error| error.to_string())
        })
    }

    /// Counts what `round_trip` decodes and encodes again, and how long it takes.
    fn measured(
        &mut self,
        kind: &'static str,
        bytes: &[u8],
        round_trip: impl Fn(&[u8]) -> Result<Vec<u8>, String>,
    ) -> Result<(), String> {
        let start = Instant::now();
        let again = round_trip(bytes)?;
        let took = start.elapsed().as_nanos();
        let tally = self.kinds.entry(kind).or_default();
        tally.count = tally.count.saturating_add(1);
        tally.bytes = tally.bytes.saturating_add(bytes.len());
        tally.nanoseconds = tally.nanoseconds.saturating_add(took);
        if again == bytes { Ok(()) } else { Err("is encoded again with other bytes".into()) }
    }

    fn text(&self) -> String {
        let mut table = output::table(&["kind", "count", "bytes", "each, both ways"]);
        for (kind, Tally { count, bytes, nanoseconds }) in &self.kinds {
            let each = nanoseconds.checked_div(u128::try_from(*count).unwrap_or(u128::MAX)).unwrap_or_default();
            output::add_row(
                &mut table,
                [format!("{NAME}{kind}{NAME:#}"), count.to_string(), bytes.to_string(), output::duration(each as f64)],
            );
        }
        let failures: String =
            self.failures.iter().map(|failure| format!("{WRONG}failed{WRONG:#} {failure}\n")).collect();
        let blocks = counted(self.blocks, "block", "blocks");
        format!(
            "{}\n{failures}{blocks}, {}\n",
            output::lines(table),
            counted(self.failures.len(), "failure", "failures")
        )
    }
}

/// The protocol that is named on the command line, or that of a header of mainnet.
fn protocol(chain: &[u8], header: &[u8]) -> Option<Protocol> {
    let of_header = || {
        let proto = *header.get(4)?;
        let newest = Protocol::of_proto_level(ChainId(chain.try_into().ok()?), proto)?;
        // A block that activates a protocol has its number already, and is of the one before.
        let before = Protocol::of_proto_level(ChainId(chain.try_into().ok()?), proto.saturating_sub(1));
        [Some(newest), before].into_iter().flatten().find(|protocol| protocol.decode::<FullHeader>(header).is_ok())
    };
    protocols::chosen().or_else(of_header)
}
