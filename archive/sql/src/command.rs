//! The command that runs a query.

use std::fmt;
use std::fs;
use std::future::Future;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use datafusion::arrow::array::{Array, RecordBatch, StringArray};
use datafusion::arrow::csv;
use datafusion::arrow::error::ArrowError;
use datafusion::arrow::json::LineDelimitedWriter;
use datafusion::arrow::util::display::{ArrayFormatter, FormatOptions};
use datafusion::arrow::util::pretty::pretty_format_batches_with_schema;
use datafusion::datasource::empty::EmptyTable;
use datafusion::error::DataFusionError;
use datafusion::execution::runtime_env::{RuntimeEnv, RuntimeEnvBuilder};
use datafusion::physical_plan::{ExecutionPlan, SendableRecordBatchStream, execute_stream};
use datafusion::prelude::{ParquetReadOptions, SessionConfig, SessionContext};
use futures::StreamExt;
use tezos_archive_store as store;
use tezos_archive_tables::{Options, Rows};
use tokio::runtime::{Builder, Runtime};

use crate::{Chain, functions};

/// Runs a query over the blocks of a node's store, of a snapshot or of files, or over exported tables.
///
/// What is refused of blocks is not in the result, but in the table `refusals`: a note names it, and the exit status is 1.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub struct Command {
    /// The query
    #[arg(required_unless_present = "file")]
    query: Option<String>,
    /// Reads the query from a file
    #[arg(long, value_name = "FILE", conflicts_with = "query")]
    file: Option<PathBuf>,
    #[command(flatten)]
    from: Origin,
    /// The form of the result
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// The maximum memory of sorts, joins and groups, which go to temporary files beyond it
    #[arg(long, value_name = "MIB", default_value_t = 1024)]
    memory: usize,
    /// The number of threads: by default one for each core
    #[arg(long, value_name = "NUMBER")]
    threads: Option<usize>,
}

const EXAMPLES: &str = "\
Examples:
  The five contracts that are called most, from a node's own files:
    tezos-codec sql --store ~/.tezos-node \"select destination, count(*) as calls from transactions group by 1 order by 2 desc limit 5\"
  The tables and their columns:
    tezos-codec sql --store ~/.tezos-node \"select table_name, column_name, data_type from information_schema.columns\"
  Exported files:
    tezos-codec sql --parquet tables --format csv --file archive/queries/volume_by_day.sql";

/// Where the blocks are.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct Origin {
    /// The data directory of a node, its store, or the directory of a chain
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    /// A snapshot
    #[arg(long, value_name = "FILE")]
    snapshot: Option<PathBuf>,
    /// A file or a directory of files with blocks in JSON or in binary
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// A directory to which tables were exported
    #[arg(long, value_name = "DIR")]
    parquet: Option<PathBuf>,
}

/// The form of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A table with borders. All rows are kept in memory until the last
    Table,
    /// Values separated by commas, below the names of the columns
    Csv,
    /// An object for each row, on a line
    Json,
}

/// Why a query has no result.
#[derive(Debug)]
pub enum Error {
    /// The source cannot be opened.
    Source(store::Error),
    /// The query is wrong, or ended with an error.
    Query(DataFusionError),
    /// A file cannot be read, or the result cannot be written.
    Io(String, io::Error),
}

/// An engine that executes queries.
pub trait Engine {
    /// Creates a session.
    ///
    /// # Errors
    /// If the engine cannot be used.
    fn session(&self, config: SessionConfig, runtime: Arc<RuntimeEnv>) -> datafusion::error::Result<SessionContext>;

    /// Returns true if other processes refused a part of the blocks while they executed a plan.
    ///
    /// # Errors
    /// If this is not known.
    fn is_refused(&self, plan: &dyn ExecutionPlan) -> impl Future<Output = datafusion::error::Result<bool>>;
}

/// The threads of this process.
#[derive(Debug)]
struct Threads;

impl Engine for Threads {
    fn session(&self, config: SessionConfig, runtime: Arc<RuntimeEnv>) -> datafusion::error::Result<SessionContext> {
        Ok(SessionContext::new_with_config_rt(config, runtime))
    }

    async fn is_refused(&self, _: &dyn ExecutionPlan) -> datafusion::error::Result<bool> {
        Ok(false)
    }
}

/// Runs a query and writes its result. Returns true if a part of the blocks was refused.
///
/// # Errors
/// If the blocks are not found, the query is wrong or ends with an error, or the result cannot be written.
pub fn run(command: &Command, out: &mut dyn Write) -> Result<bool, Error> {
    run_on(&Threads, command, out)
}

/// Runs a query on an engine and writes its result. Returns true if a part of the blocks was refused.
///
/// # Errors
/// If the blocks are not found, the query is wrong or ends with an error, or the result cannot be written.
pub fn run_on(engine: &impl Engine, command: &Command, out: &mut dyn Write) -> Result<bool, Error> {
    let query = command.query()?;
    let (session, chain) = command.open(engine)?;
    let runtime = command.runtime()?;
    let is_refused = runtime.block_on(async {
        if let Some(folder) = &command.from.parquet {
            register_parquet(&session, folder).await?;
        }
        let result = session.sql(&query).await?;
        let task = Arc::new(result.task_ctx());
        let plan = result.create_physical_plan().await?;
        write(execute_stream(plan.clone(), task)?, command.format, out).await?;
        // An export has its refusals in a table alone.
        let Some(chain) = chain else { return Ok(false) };
        Ok::<_, Error>(chain.is_refused() || engine.is_refused(plan.as_ref()).await?)
    })?;
    out.flush().map_err(of_result)?;
    Ok(is_refused)
}

impl Command {
    fn query(&self) -> Result<String, Error> {
        match (&self.query, &self.file) {
            (Some(query), _) => Ok(query.clone()),
            (None, Some(file)) => {
                fs::read_to_string(file).map_err(|error| Error::Io(file.display().to_string(), error))
            }
            (None, None) => Ok(String::new()),
        }
    }

    /// Returns a session with the functions, and with the tables of a source that is no export.
    fn open(&self, engine: &impl Engine) -> Result<(SessionContext, Option<Chain>), Error> {
        let mut config = SessionConfig::new().with_information_schema(true);
        if let Some(threads) = self.threads {
            config = config.with_target_partitions(threads.max(1));
        }
        let runtime = RuntimeEnvBuilder::new().with_memory_limit(self.memory.saturating_mul(1 << 20), 1.0);
        let mut session = engine.session(config, runtime.build_arc()?)?;
        functions::register(&mut session)?;
        let Origin { store, snapshot, json, parquet: _ } = &self.from;
        let Some(path) = store.as_ref().or(snapshot.as_ref()).or(json.as_ref()) else { return Ok((session, None)) };
        let chain = Chain::open(path, Options::default()).map_err(Error::Source)?;
        chain.register(&session)?;
        Ok((session, Some(chain)))
    }

    fn runtime(&self) -> Result<Runtime, Error> {
        let mut builder = Builder::new_multi_thread();
        if let Some(threads) = self.threads {
            builder.worker_threads(threads.max(1));
        }
        builder.enable_all().build().map_err(|error| Error::Io("threads".into(), error))
    }
}

/// Adds the tables of an export. Tables without rows have no files.
async fn register_parquet(session: &SessionContext, folder: &Path) -> Result<(), Error> {
    fs::read_dir(folder).map_err(|error| Error::Io(folder.display().to_string(), error))?;
    let rows = Rows::new(Options::default());
    for (name, schema) in rows.names().zip(rows.schemas()) {
        let files = folder.join(name);
        if files.is_dir() {
            session.register_parquet(name, files.to_string_lossy(), ParquetReadOptions::default()).await?;
        } else {
            session.register_table(name, Arc::new(EmptyTable::new(schema.into())))?;
        }
    }
    Ok(())
}

/// Writes the rows as they come, except those of a table with borders, whose widths depend on all of them.
async fn write(mut result: SendableRecordBatchStream, format: Format, out: &mut dyn Write) -> Result<(), Error> {
    let schema = result.schema();
    match format {
        Format::Table => {
            let mut batches: Vec<RecordBatch> = Vec::new();
            while let Some(batch) = result.next().await {
                batches.push(batch?);
            }
            writeln!(out, "{}", pretty_format_batches_with_schema(schema, &batches)?).map_err(of_result)
        }
        Format::Csv => {
            let mut writer = csv::WriterBuilder::new().with_header(true).build(out);
            // Without rows, the names of the columns are still written.
            writer.write(&flat(&RecordBatch::new_empty(schema))?)?;
            while let Some(batch) = result.next().await {
                writer.write(&flat(&batch?)?)?;
            }
            Ok(())
        }
        Format::Json => {
            let mut writer = LineDelimitedWriter::new(out);
            while let Some(batch) = result.next().await {
                writer.write(&batch?)?;
            }
            Ok(writer.finish()?)
        }
    }
}

/// Replaces lists and structs by their texts, because CSV has none.
fn flat(batch: &RecordBatch) -> Result<RecordBatch, Error> {
    let options = FormatOptions::default();
    let mut columns = Vec::new();
    for (field, column) in batch.schema_ref().fields().iter().zip(batch.columns()) {
        if !field.data_type().is_nested() {
            columns.push((field.name(), column.clone()));
            continue;
        }
        let formatter = ArrayFormatter::try_new(column, &options)?;
        let text = |row: usize| column.is_valid(row).then(|| formatter.value(row).to_string());
        columns.push((field.name(), Arc::new((0..column.len()).map(text).collect::<StringArray>())));
    }
    Ok(RecordBatch::try_from_iter_with_nullable(columns.into_iter().map(|(name, column)| (name, column, true)))?)
}

fn of_result(error: io::Error) -> Error {
    Error::Io("the result".into(), error)
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Source(error) => error.fmt(f),
            Self::Query(error) => error.fmt(f),
            Self::Io(what, error) => write!(f, "{what}: {error}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Source(error) => Some(error),
            Self::Query(error) => Some(error),
            Self::Io(_, error) => Some(error),
        }
    }
}

impl From<DataFusionError> for Error {
    fn from(error: DataFusionError) -> Self {
        Self::Query(error)
    }
}

impl From<ArrowError> for Error {
    fn from(error: ArrowError) -> Self {
        Self::Query(error.into())
    }
}
