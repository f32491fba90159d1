//! Writes the files of a range.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::Schema;
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::errors::ParquetError;
use parquet::file::metadata::SortingColumn;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use sha2::{Digest, Sha256};
use tezos_archive_store::{Block, Refusal};

use super::manifest::{RangeRecord, TableFile};
use super::{Error, Export};
use crate::Rows;
use crate::table::REFUSALS;

/// The bytes of rows in memory before they are encoded.
const ROWS_MAX_BYTES: usize = 8 << 20;

/// The bytes of blocks and of refusals after which the rows in memory are measured again.
const MEASURED_EVERY: usize = 256 << 10;

/// The bytes of encoded rows of all tables of a range before they are a row group of each.
const GROUPS_MAX_BYTES: usize = 96 << 20;

/// The files of a range that is being written.
pub(super) struct RangeWriter<'a> {
    export: &'a Export,
    index: usize,
    /// The folder of the files until they are complete.
    aside: PathBuf,
    rows: &'a mut Rows,
    /// The bytes of blocks and of refusals since the rows were measured.
    unmeasured: usize,
    tables: Vec<Table>,
    record: RangeRecord,
}

/// A table of a range.
struct Table {
    name: &'static str,
    schema: Arc<Schema>,
    file: Option<(PathBuf, ArrowWriter<Hashed>)>,
    rows: u64,
}

impl<'a> RangeWriter<'a> {
    pub(super) fn new(export: &'a Export, index: usize, aside: PathBuf, rows: &'a mut Rows) -> Self {
        let tables = rows.names().zip(rows.schemas());
        let tables =
            tables.map(|(name, schema)| Table { name, schema: Arc::new(schema), file: None, rows: 0 }).collect();
        Self { export, index, aside, rows, unmeasured: 0, tables, record: RangeRecord::default() }
    }

    /// Adds the rows of a block.
    pub(super) fn push(&mut self, block: &Block) -> Result<(), Error> {
        self.rows.push(block).map_err(|error| Error::new(&block.place.source, error))?;
        self.record.blocks = self.record.blocks.saturating_add(1);
        self.record.levels = match self.record.levels {
            None => Some((block.level, block.level)),
            Some((first, last)) => Some((first.min(block.level), last.max(block.level))),
        };
        self.added(block.size())
    }

    /// Adds what the source refused.
    pub(super) fn refuse(&mut self, refusal: &Refusal) -> Result<(), Error> {
        self.rows.refuse(&refusal.place, refusal.level, None, "block", &refusal.path, &refusal.reason);
        self.added(refusal.path.len().saturating_add(refusal.reason.len()))
    }

    /// Encodes the rows in memory if there are enough, given the bytes of which the last ones were made.
    fn added(&mut self, bytes: usize) -> Result<(), Error> {
        self.unmeasured = self.unmeasured.saturating_add(bytes);
        if self.unmeasured < MEASURED_EVERY {
            return Ok(());
        }
        self.unmeasured = 0;
        if self.rows.bytes() >= ROWS_MAX_BYTES { self.write() } else { Ok(()) }
    }

    /// Encodes the rows in memory.
    fn write(&mut self) -> Result<(), Error> {
        let batches = self.rows.finish().map_err(|error| Error::new(&self.aside, error))?;
        for (table, batch) in self.tables.iter_mut().zip(batches) {
            table.write(&batch, &self.aside)?;
        }
        let files = || self.tables.iter().filter_map(|table| table.file.as_ref());
        if files().map(|(_, file)| file.memory_size()).sum::<usize>() >= GROUPS_MAX_BYTES {
            for (path, file) in self.tables.iter_mut().filter_map(|table| table.file.as_mut()) {
                file.flush().map_err(|error| of_parquet(path, error))?;
            }
        }
        Ok(())
    }

    /// Completes the files, and puts them in their places.
    pub(super) fn finish(mut self) -> Result<RangeRecord, Error> {
        self.write()?;
        let (first, last) = self.record.levels.unwrap_or_default();
        let name = format!("{:06}_{first:010}_{last:010}.parquet", self.index);
        let mut files = BTreeMap::new();
        for table in self.tables {
            let Some((path, mut file)) = table.file else { continue };
            file.finish().map_err(|error| of_parquet(&path, error))?;
            let (bytes, sha256) = file.inner_mut().finish().map_err(|error| Error::io(&path, error))?;
            let folder = self.export.out.join(table.name);
            fs::create_dir_all(&folder).map_err(|error| Error::io(&folder, error))?;
            let place = folder.join(&name);
            fs::rename(&path, &place).map_err(|error| Error::io(&place, error))?;
            let path = format!("{}/{name}", table.name);
            if table.name == REFUSALS {
                self.record.refusals = table.rows;
            }
            let file = TableFile { path, levels: self.record.levels, rows: table.rows, bytes, sha256 };
            files.insert(table.name.to_owned(), file);
        }
        Ok(RangeRecord { files, ..self.record })
    }
}

impl Table {
    fn write(&mut self, batch: &RecordBatch, aside: &Path) -> Result<(), Error> {
        if batch.num_rows() == 0 {
            return Ok(());
        }
        if self.file.is_none() {
            fs::create_dir_all(aside).map_err(|error| Error::io(aside, error))?;
            let path = aside.join(format!("{}.parquet", self.name));
            let file = File::create(&path).map_err(|error| Error::io(&path, error))?;
            let writer = ArrowWriter::try_new(Hashed::new(file), self.schema.clone(), Some(properties(&self.schema)));
            self.file = Some((path.clone(), writer.map_err(|error| of_parquet(&path, error))?));
        }
        let Some((path, file)) = &mut self.file else { return Ok(()) };
        file.write(batch).map_err(|error| of_parquet(path, error))?;
        self.rows = self.rows.saturating_add(u64::try_from(batch.num_rows()).unwrap_or(u64::MAX));
        Ok(())
    }
}

/// Returns how a file is written: with statistics of each page, so that a query for a few levels reads few pages.
fn properties(schema: &Schema) -> WriterProperties {
    let level = schema.index_of("level").ok().and_then(|index| i32::try_from(index).ok());
    let sorting = level.map(|column_idx| vec![SortingColumn { column_idx, descending: false, nulls_first: false }]);
    WriterProperties::builder()
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_statistics_enabled(EnabledStatistics::Page)
        .set_sorting_columns(sorting)
        .set_max_row_group_row_count(None)
        .set_created_by(concat!(env!("CARGO_PKG_NAME"), " ", env!("CARGO_PKG_VERSION")).into())
        .build()
}

/// Returns the error of a file, with that of the file system if it is one.
fn of_parquet(path: &Path, error: ParquetError) -> Error {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => Error::io(path, *error),
            Err(error) => Error::new(path, error),
        },
        error => Error::new(path, error),
    }
}

/// A file that is hashed while it is written.
struct Hashed {
    file: BufWriter<File>,
    hash: Sha256,
    bytes: u64,
}

impl Hashed {
    fn new(file: File) -> Self {
        Self { file: BufWriter::with_capacity(1 << 18, file), hash: Sha256::new(), bytes: 0 }
    }

    /// Waits until the file is on the disk. Returns its size and its hash.
    fn finish(&mut self) -> io::Result<(u64, String)> {
        self.file.flush()?;
        self.file.get_ref().sync_all()?;
        Ok((self.bytes, hex(&self.hash.clone().finalize())))
    }
}

impl Write for Hashed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.hash.update(bytes.get(..written).unwrap_or_default());
        self.bytes = self.bytes.saturating_add(u64::try_from(written).unwrap_or(u64::MAX));
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Returns the size and the hash of a file.
pub(super) fn sha256_of(path: &Path) -> io::Result<(u64, String)> {
    let mut file = File::open(path)?;
    let (mut hash, mut bytes, mut buffer) = (Sha256::new(), 0u64, vec![0; 1 << 18]);
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok((bytes, hex(&hash.finalize())));
        }
        hash.update(buffer.get(..read).unwrap_or_default());
        bytes = bytes.saturating_add(u64::try_from(read).unwrap_or(u64::MAX));
    }
}

/// Returns the hash of bytes, in hexadecimal digits.
pub(super) fn sha256(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
