//! `blocks`: decodes blocks down to their operations and receipts.

use std::{
    collections::BTreeSet,
    fs::{self, File},
    io::{BufRead, BufReader, ErrorKind, stdin},
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use serde_json::{Value, json};
use tezos_encoding::Decode as _;
use tezos_messages::{
    hash::{ChainId, OperationHash, OperationListListHash, blake2b_256},
    merkle,
};
use tezos_protocols::{Protocol, header::BlockHeader, operation::Unsigned};

use crate::{
    chosen,
    error::Error,
    input,
    inside::{Inside, Part},
    output::{self, counted, grouped, style::WRONG},
    protocols,
    session::lines::{Lines, TextPosition},
};

mod binary;

/// The maximum number of failures that are printed. Those of other blocks are counted.
const FAILURES_SHOWN: usize = 1_000;

/// Decode blocks down to their operations and receipts, encode each again and compare the bytes. Print a table of the kinds by count, bytes and time.
/// The hashes of the operations and of the block are computed and compared too.
///
/// A file holds blocks in binary, one after the other, or a block in JSON on each line. Blocks in binary are the answers of a node to requests with
/// `Accept: application/octet-stream`, which have receipts, or those in the files `floating` and `cemented` of its store. A line of JSON is an object
/// with `chain_id`, `header` and `operations` in hex; the operations are lists, one for each validation pass. Of a folder, the files .bin and .jsonl
/// are read. Files may be larger than memory: each block, of at most 64 MiB, is read on its own.
///
/// For a block of mainnet the protocol follows from the header. A block of another chain is of the newest protocol that accepts its header and all its
/// operations, or of that of --protocol.
#[derive(Args)]
#[command(after_help = "Examples:
  tezos-codec blocks blocks.jsonl
  tezos-codec blocks seoul.jsonl --protocol seoul
  tezos-codec blocks 2736129.bin
  tezos-codec blocks folder")]
pub(crate) struct Arguments {
    /// Files, folders of them, or `-` for standard input.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<String>,
    /// Print one JSON object instead of a table.
    #[arg(long)]
    json: bool,
}

/// The results for all blocks.
#[derive(Default)]
struct Report {
    blocks: u64,
    protocols: BTreeSet<Protocol>,
    inside: Inside,
    /// The first failures, and the number of all.
    failures: Vec<String>,
    failed: u64,
    /// The file that is read, if there are several.
    file: Option<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let mut report = Report::default();
    for argument in &arguments.files {
        let path = Path::new(argument);
        let files = if path.is_dir() { in_folder(path)? } else { vec![argument.clone()] };
        let is_alone = arguments.files.len() == 1 && files.len() == 1;
        for file in files {
            report.file = (!is_alone).then(|| file.clone());
            let blocks = report.blocks;
            report.file(input::file_name(&file), open(&file)?)?;
            if report.blocks == blocks {
                return Err(Error::in_file(input::file_name(&file), "there is no block in it"));
            }
        }
    }
    output::print(&if arguments.json { report.json() } else { report.text() })?;
    Ok(if report.failed == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Opens a file, or standard input for `-`.
fn open(file: &str) -> Result<Box<dyn BufRead>, Error> {
    if file == "-" {
        return Ok(Box::new(stdin().lock()));
    }
    let opened = File::open(file).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Error::new(format_args!("there is no file {file}")),
        _ => Error::in_file(file, error),
    });
    Ok(Box::new(BufReader::new(opened?)))
}

/// Returns the first protocol that accepts all parts of a block.
fn accepting(protocols: &[Protocol], parts: &[(Part, Vec<u8>)]) -> Option<Protocol> {
    let accepts = |protocol: &Protocol| parts.iter().all(|(part, bytes)| part.is_read_by(*protocol, bytes));
    protocols.iter().copied().find(accepts)
}

/// Checks that the Merkle root of the hashes of the operations, by validation pass, is that of the header. The genesis block, which was never
/// validated, has none.
fn check_root(
    level: i32,
    expected: &OperationListListHash,
    passes: impl IntoIterator<Item = impl IntoIterator<Item = OperationHash>>,
) -> Result<(), String> {
    let root = merkle::operation_list_list_hash(passes.into_iter().map(merkle::operation_list_hash));
    if root == *expected || level == 0 {
        return Ok(());
    }
    Err(format!("the hash of the operations is {root}, and that in the header {expected}"))
}

/// Returns the operations of the blocks in a file, each with its protocol. A block that is refused is an error.
pub(crate) fn operations(name: &str, reader: Box<dyn BufRead>) -> Result<Vec<(Protocol, Unsigned)>, Error> {
    let mut report = Report { inside: Inside::keeping_operations(), ..Report::default() };
    report.file(name, reader)?;
    match report.failures.into_iter().next() {
        Some(failure) => Err(Error::in_file(name, failure)),
        None => Ok(report.inside.into_operations()),
    }
}

/// Returns the files of blocks in a folder, sorted by name. Other entries, such as pipes, are ignored.
pub(crate) fn in_folder(folder: &Path) -> Result<Vec<String>, Error> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut paths: Vec<PathBuf> =
        entries.map_err(|error| Error::at_path(folder, error))?.iter().map(fs::DirEntry::path).collect();
    paths.retain(|path| {
        path.extension().is_some_and(|extension| extension == "bin" || extension == "jsonl") && path.is_file()
    });
    paths.sort();
    if paths.is_empty() {
        return Err(Error::at_path(folder, "there is no file .bin or .jsonl in this folder"));
    }
    Ok(paths.iter().map(|path| path.display().to_string()).collect())
}

impl Report {
    /// Adds the blocks of a file. It is binary if it begins with a control character, as the size of a block does.
    fn file(&mut self, name: &str, mut reader: Box<dyn BufRead>) -> Result<(), Error> {
        let wrong = |error| Error::in_file(name, format_args!("it cannot be read: {error}"));
        match reader.fill_buf().map_err(wrong)? {
            [first, ..] if first.is_ascii_control() && !first.is_ascii_whitespace() => {
                self.binary(&mut reader).map_err(wrong)
            }
            _ => self.lines(name, reader),
        }
    }

    /// Adds the blocks of a text, one in each line.
    fn lines(&mut self, name: &str, reader: Box<dyn BufRead>) -> Result<(), Error> {
        for line in Lines::new(name, reader, TextPosition::default()) {
            let line = line?;
            let added = match serde_json::from_str(&line.text) {
                Ok(block) => self.line(line.number, &block),
                Err(error) => Err(format!("the line is not JSON: {error}")),
            };
            added.map_err(|sentence| Error::in_file(name, sentence).at_line(line.number))?;
        }
        Ok(())
    }

    /// Adds the block in a line. The error is a sentence.
    fn line(&mut self, number: u64, block: &Value) -> Result<(), String> {
        self.blocks = self.blocks.saturating_add(1);
        let header = hex_of(block, "header")?;
        let chain = <[u8; 4]>::try_from(hex_of(block, "chain_id")?);
        let chain = ChainId(chain.map_err(|_| "expected a `chain_id` of 4 bytes")?);
        let protocols = chosen::of_proto(chain, protocols::proto_of(&header));
        let mut parts = vec![(Part::Header, header)];
        let (mut paths, mut hashes) = (vec!["header".to_owned()], Vec::new());
        for (pass, operations) in array(block.get("operations")).enumerate() {
            let mut of_pass = Vec::new();
            for (index, operation) in array(Some(operations)).enumerate() {
                let operation = hex(operation, "an operation")?;
                of_pass.push(OperationHash(blake2b_256(&operation)));
                paths.push(format!("operations[{pass}][{index}]"));
                parts.push((Part::Operation, operation));
            }
            hashes.push(of_pass);
        }
        self.parts_of_line(number, &protocols, &parts, &paths);
        if let Some((_, header)) = parts.first()
            && let (Ok(BlockHeader { level, operations_hash, .. }), true) =
                (BlockHeader::from_bytes(header), block.get("operations").is_some())
            && let Err(sentence) = check_root(level, &operations_hash, hashes)
        {
            self.fail(format!("line {number}: {sentence}"));
        }
        Ok(())
    }

    /// Adds the parts of a block, the header first, with their protocol. It is one of `protocols`, or any if there are none.
    fn parts_of_line(&mut self, number: u64, protocols: &[Protocol], parts: &[(Part, Vec<u8>)], paths: &[String]) {
        let mut likely = if protocols.is_empty() { chosen::possible() } else { protocols.to_vec() };
        if let Some(protocol) = accepting(&likely, parts) {
            likely = vec![protocol];
        }
        for ((part, bytes), path) in parts.iter().zip(paths) {
            match self.inside.part(*part, &likely, bytes) {
                // The operations are of the protocol of the header.
                Ok(protocol) => likely = vec![protocol],
                Err(sentence) => {
                    self.fail(format!("line {number}, {path}: {sentence}"));
                    if !protocols.is_empty() {
                        likely.truncate(1);
                    }
                }
            }
        }
        if let [protocol] = likely.as_slice() {
            self.protocols.insert(*protocol);
        }
    }

    /// Adds a failure.
    fn fail(&mut self, failure: String) {
        self.failed = self.failed.saturating_add(1);
        if self.failures.len() < FAILURES_SHOWN {
            self.failures.push(match &self.file {
                Some(file) => format!("{file}, {failure}"),
                None => failure,
            });
        }
    }

    fn text(&self) -> String {
        let mut failures: String =
            self.failures.iter().map(|failure| format!("{WRONG}failed{WRONG:#} {failure}\n")).collect();
        let shown = u64::try_from(self.failures.len()).unwrap_or(u64::MAX);
        if let Some(more @ 1..) = self.failed.checked_sub(shown) {
            failures.push_str(&format!("and {} more\n", grouped(more)));
        }
        let (table, blocks) = (self.inside.table(), counted(self.blocks, "block", "blocks"));
        let protocols: Vec<Protocol> = self.protocols.iter().copied().collect();
        let of = if protocols.is_empty() { String::new() } else { format!(" of {}", protocols::words(&protocols)) };
        format!("{table}\n{failures}{blocks}{of}, {}\n", counted(self.failed, "failure", "failures"))
    }

    fn json(&self) -> String {
        let protocols: Vec<&str> = self.protocols.iter().map(|protocol| protocol.id()).collect();
        let report = json!({
            "blocks": self.blocks,
            "protocols": protocols,
            "kinds": self.inside.json(),
            "failed": self.failed,
            "failures": self.failures,
        });
        output::json::pretty(&report.to_string())
    }
}

/// Returns the elements of an array; none for another value.
fn array(value: Option<&Value>) -> impl Iterator<Item = &Value> {
    value.and_then(Value::as_array).into_iter().flatten()
}

/// Returns the bytes of a field of a block. The error is a sentence.
fn hex_of(block: &Value, field: &str) -> Result<Vec<u8>, String> {
    hex(block.get(field).unwrap_or(&Value::Null), &format!("`{field}`"))
}

/// Returns the bytes of hex. The error is a sentence.
fn hex(value: &Value, what: &str) -> Result<Vec<u8>, String> {
    let bytes = value.as_str().and_then(|text| hex::decode(text).ok());
    bytes.ok_or_else(|| format!("expected {what} as text in hexadecimal digits"))
}
