//! `export`: writes the tables of a source to a folder.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::ExitCode;
use std::thread::available_parallelism;

use clap::{Args, ValueEnum};
use tezos_archive_store::{Options as SourceOptions, open};
use tezos_archive_tables::export::{Export, Manifest, Selection};
use tezos_archive_tables::{Hashes, MichelineForm, Options, Rows};
use tezos_protocols::Protocol;

use crate::progress::Meter;

/// Write the blocks of a source to files of Parquet, a folder for each table.
///
/// A run that was ended goes on where it was: start it again with the same arguments. `manifest.json` is written last; it has the number of rows of
/// each table and the hash of each file. `tezos-codec-archive schema` prints the tables and their columns.
#[derive(Args)]
#[command(after_help = "Examples:
  tezos-codec archive export --store ~/.tezos-node --out tables
  tezos-codec archive export --snapshot mainnet.rolling --out tables --select blocks,transactions
  tezos-codec archive export --json blocks.jsonl --out tables --levels 100..200
  tezos-codec archive export --rpc http://localhost:8732 --out tables --select transactions.level,transactions.amount")]
pub(crate) struct Arguments {
    #[command(flatten)]
    source: SourceArguments,
    /// The folder of the tables. It is created if it does not exist.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Tables, or columns of tables, separated by commas. All by default.
    #[arg(long, value_name = "TABLE[.COLUMN],..", default_value = "")]
    select: Selection,
    /// The first and the last level, such as `100..200`. Either may be left out.
    #[arg(long, value_name = "FIRST..LAST", value_parser = levels, allow_hyphen_values = true)]
    levels: Option<(i32, i32)>,
    /// Hashes, addresses, keys and signatures as text or as bytes.
    #[arg(long, value_name = "FORM", value_enum, default_value_t = HashesForm::Base58)]
    hashes: HashesForm,
    /// Micheline as bytes, as JSON in columns whose names end in `_json`, or as both.
    #[arg(long, value_name = "FORM", value_enum, default_value_t = Micheline::Bytes)]
    micheline: Micheline,
    /// Parquet alone, or with a log of Delta Lake in each folder of a table, also of a table without rows.
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = TableFormat::Parquet)]
    table_format: TableFormat,
    /// The number of ranges that are read at the same time. By default, the number of processors.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// The protocol of blocks whose header does not tell it, such as those of a test network: `seoul` or `023-PtSeouLo`.
    #[arg(long, value_name = "PROTOCOL", value_parser = protocol)]
    protocol: Option<Protocol>,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
struct SourceArguments {
    /// The data directory of a node, its folder `store`, or the folder of a chain.
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    /// A snapshot: a file or a folder.
    #[arg(long, value_name = "PATH")]
    snapshot: Option<PathBuf>,
    /// A file with the JSON of a block on each line, or a folder of such files.
    #[arg(long, value_name = "PATH")]
    json: Option<PathBuf>,
    /// A file with binary answers of a node one after the other, or a folder of such files.
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
    /// The address of a node.
    #[arg(long, value_name = "URL")]
    rpc: Option<PathBuf>,
}

/// The form of hashes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum HashesForm {
    Base58,
    Binary,
}

/// The form of Micheline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Micheline {
    Bytes,
    Json,
    Both,
}

/// What describes the files of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TableFormat {
    Parquet,
    Delta,
}

fn levels(text: &str) -> Result<(i32, i32), String> {
    let (first, last) = text.split_once("..").ok_or("expected two levels with `..` between them")?;
    let level = |text: &str, default| match text {
        "" => Ok(default),
        text => text.parse().map_err(|_| format!("expected a level, found {text}")),
    };
    let (first, last) = (level(first, 0)?, level(last, i32::MAX)?);
    if first <= last { Ok((first, last)) } else { Err(format!("{first} is greater than {last}")) }
}

fn protocol(text: &str) -> Result<Protocol, String> {
    let found = Protocol::ALL.iter().find(|protocol| {
        protocol.id() == text || protocol.name().eq_ignore_ascii_case(text) || protocol.hashes().contains(&text)
    });
    found.copied().ok_or_else(|| format!("{text} is not a protocol"))
}

pub(crate) fn run(arguments: &Arguments) -> Result<ExitCode, String> {
    let options = Options {
        hashes: match arguments.hashes {
            HashesForm::Base58 => Hashes::Base58,
            HashesForm::Binary => Hashes::Binary,
        },
        micheline: match arguments.micheline {
            Micheline::Bytes => MichelineForm::Bytes,
            Micheline::Json => MichelineForm::Json,
            Micheline::Both => MichelineForm::Both,
        },
    };
    let selection = Selection { levels: arguments.levels, ..arguments.select.clone() };
    let rows = Rows::new(options);
    selection.check(rows.names().zip(rows.schemas()))?;
    let SourceArguments { store, snapshot, json, binary, rpc } = &arguments.source;
    let path = [store, snapshot, json, binary, rpc].into_iter().find_map(Option::as_ref);
    let path = path.ok_or("expected a source")?;
    let source = open(path, &source_options(arguments)).map_err(|error| error.to_string())?;
    let export = Export {
        out: arguments.out.clone(),
        source: path.to_string_lossy().into_owned(),
        options,
        selection,
        threads: arguments.threads.or(available_parallelism().ok()).map_or(1, NonZeroUsize::get),
    };
    let meter = Meter::new();
    let manifest = export.run(&source, &|progress| meter.tell(progress)).map_err(|error| error.to_string());
    meter.end();
    let manifest = manifest?;
    if arguments.table_format == TableFormat::Delta {
        export.write_delta(&manifest).map_err(|error| error.to_string())?;
    }
    eprintln!("{}", summary(&manifest));
    Ok(if manifest.refusals == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns how the source is read. The tables decode all parts themselves.
fn source_options(arguments: &Arguments) -> SourceOptions {
    SourceOptions { protocol: arguments.protocol, decode: false, levels: arguments.levels, ..SourceOptions::default() }
}

fn summary(manifest: &Manifest) -> String {
    let rows: u64 = manifest.tables.values().map(|table| table.rows).sum();
    let files: usize = manifest.tables.values().map(|table| table.files.len()).sum();
    let mut text =
        format!("{} blocks: {rows} rows in {files} files of {} tables", manifest.blocks, manifest.tables.len());
    if manifest.refusals > 0 {
        text.push_str(&format!("; {} refusals are in the table `refusals`", manifest.refusals));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_two_numbers() {
        assert_eq!((levels("3..5"), levels("..5"), levels("3..")), (Ok((3, 5)), Ok((0, 5)), Ok((3, i32::MAX))));
        for wrong in ["3", "5..3", "a..b", "99999999999..", ".."] {
            assert_eq!(levels(wrong).is_err(), wrong != "..", "{wrong}");
        }
    }
}
