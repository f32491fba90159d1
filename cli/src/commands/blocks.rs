//! `blocks`: decodes blocks down to their operations and receipts.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::Args;
use serde_json::Value;
use tezos_encoding::Decode as _;
use tezos_messages::{
    hash::{ChainId, OperationHash, OperationListListHash, blake2b_256},
    merkle,
};
use tezos_protocols::{Protocol, header::BlockHeader};

use crate::{
    error::Error,
    input,
    inside::{self, Inside},
    output::{self, counted, style::WRONG},
    protocols,
};

mod binary;

/// The offset in a header of the number of protocol changes up to its block.
const PROTO: usize = 4;

/// Decode blocks down to their operations and receipts, encode each again and compare the bytes. Print a table of the kinds by count, bytes and time.
/// The hashes of the operations and of the block are computed and compared too.
///
/// A file holds blocks in binary, one after the other, or a block in JSON on each line. Blocks in binary are the answers of a node to requests with
/// `Accept: application/octet-stream`, which have receipts, or those in the files `floating` and `cemented` of its store. A line of JSON is an object
/// with `chain_id`, `header` and `operations` in hex; the operations are lists, one for each validation pass. Of a folder, the files .bin and .jsonl
/// are read.
///
/// For a block of mainnet the protocol follows from the header. For other chains give it with --protocol; without it, a block in binary is of the newest
/// protocol that accepts it.
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
}

/// The results for all blocks.
#[derive(Default)]
struct Report {
    blocks: usize,
    protocols: BTreeSet<Protocol>,
    inside: Inside,
    failures: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, Error> {
    let mut report = Report::default();
    for argument in &arguments.files {
        let path = Path::new(argument);
        let files = if path.is_dir() { in_folder(path)? } else { vec![argument.clone()] };
        let is_alone = arguments.files.len() == 1 && files.len() == 1;
        for file in files {
            let content = input::content(&file)?;
            let content = content.ok_or_else(|| Error::new(format_args!("there is no file {file}")))?;
            let (before, blocks) = (report.failures.len(), report.blocks);
            report.file(&content).map_err(|error| if is_alone { error } else { error.of_file(&file) })?;
            if report.blocks == blocks {
                return Err(Error::in_file(input::file_name(&file), "there is no block in it"));
            }
            if !is_alone {
                report.failures.iter_mut().skip(before).for_each(|failure| *failure = format!("{file}, {failure}"));
            }
        }
    }
    output::print(&report.text())?;
    Ok(if report.failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
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

/// Returns the files of blocks in a folder, sorted by name.
fn in_folder(folder: &Path) -> Result<Vec<String>, Error> {
    let entries = fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>);
    let mut paths: Vec<PathBuf> =
        entries.map_err(|error| Error::at_path(folder, error))?.iter().map(fs::DirEntry::path).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "bin" || extension == "jsonl"));
    paths.sort();
    if paths.is_empty() {
        return Err(Error::at_path(folder, "there is no file .bin or .jsonl in this folder"));
    }
    Ok(paths.iter().map(|path| path.display().to_string()).collect())
}

impl Report {
    /// Adds the blocks of a file.
    fn file(&mut self, content: &[u8]) -> Result<(), Error> {
        match str::from_utf8(content) {
            Ok(text) if !text.contains('\0') => self.lines(text),
            _ => {
                self.binary(content);
                Ok(())
            }
        }
    }

    /// Adds the blocks of a text, one in each line.
    fn lines(&mut self, text: &str) -> Result<(), Error> {
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let block: Value = serde_json::from_str(line)
                .map_err(|error| Error::new(format_args!("line {number} is not JSON: {error}")))?;
            self.line(number, &block)?;
        }
        Ok(())
    }

    fn line(&mut self, number: usize, block: &Value) -> Result<(), Error> {
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
        self.protocols.insert(protocol);
        let mut hashes = Vec::new();
        for (pass, operations) in field("operations").as_array().into_iter().flatten().enumerate() {
            let mut of_pass = Vec::new();
            for (index, operation) in operations.as_array().into_iter().flatten().enumerate() {
                let operation = hex(operation, "an operation")?;
                of_pass.push(OperationHash(blake2b_256(&operation)));
                if let Err(sentence) = self.inside.operation(&[protocol], &operation) {
                    self.failures.push(format!("line {number}, operations[{pass}][{index}]: {sentence}"));
                }
            }
            hashes.push(of_pass);
        }
        if let (Ok(BlockHeader { level, operations_hash, .. }), true) =
            (BlockHeader::from_bytes(&header), block.get("operations").is_some())
            && let Err(sentence) = check_root(level, &operations_hash, hashes)
        {
            self.failures.push(format!("line {number}: {sentence}"));
        }
        Ok(())
    }

    fn text(&self) -> String {
        let failures: String =
            self.failures.iter().map(|failure| format!("{WRONG}failed{WRONG:#} {failure}\n")).collect();
        let (table, blocks) = (self.inside.table(), counted(self.blocks, "block", "blocks"));
        let protocols: Vec<Protocol> = self.protocols.iter().copied().collect();
        let of = if protocols.is_empty() { String::new() } else { format!(" of {}", protocols::words(&protocols)) };
        format!("{table}\n{failures}{blocks}{of}, {}\n", counted(self.failures.len(), "failure", "failures"))
    }
}
