//! Reads ranges of blocks as batches of rows of one table.

use std::vec::IntoIter;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::common::{DataFusionError, Result};
use datafusion::physical_plan::metrics::Count;
use tezos_archive_store::{Block, Blocks, Range, Receipt, Refusal};
use tezos_archive_tables::{REFUSALS, Rows};

use crate::levels::Levels;
use crate::provider::Chain;

/// The bytes of blocks whose rows are a batch.
const BATCH_BYTES: usize = 4 << 20;

/// The rows of one table in ranges of blocks, in batches.
pub(crate) struct Reader {
    chain: Chain,
    /// The index of the table in the batches of `rows`.
    table: Option<usize>,
    schema: SchemaRef,
    levels: Levels,
    rows: Rows,
    ranges: IntoIter<Range>,
    /// The blocks of the range that is read.
    blocks: Option<(Blocks, Levels)>,
    /// Counts what is refused.
    refused: Count,
}

impl Reader {
    /// Creates a reader of the columns of a schema. What the source refused when it was opened is among the rows of the reader `is_first`.
    pub(crate) fn new(
        chain: Chain,
        table: &str,
        schema: SchemaRef,
        levels: Levels,
        ranges: Vec<Range>,
        is_first: bool,
        refused: Count,
    ) -> Self {
        let mut rows = match table {
            // To find what is refused, all columns have to be made.
            REFUSALS => Rows::new(chain.options),
            _ => Rows::select(chain.options, |name| name == table, |_, column| schema.index_of(column).is_ok()),
        };
        if is_first {
            chain.source.refusals().iter().for_each(|refusal| refuse(&mut rows, refusal));
        }
        let table = rows.names().position(|name| name == table);
        Self { chain, table, schema, levels, rows, ranges: ranges.into_iter(), blocks: None, refused }
    }

    /// Reads blocks for a batch. Returns false if these were the last.
    fn fill(&mut self) -> Result<bool> {
        let mut bytes = 0usize;
        while bytes < BATCH_BYTES {
            let Some((blocks, known)) = &mut self.blocks else {
                let Some(range) = self.ranges.next() else { return Ok(false) };
                let levels = range.levels.map_or(Levels::ALL, |(first, last)| Levels { first, last });
                self.blocks = Some((self.chain.source.range(&range), levels));
                continue;
            };
            match blocks.next() {
                Some(Ok(block)) => {
                    bytes = bytes.saturating_add(size(&block));
                    // Where the levels of a range are known, its blocks are in their order.
                    let is_last = *known != Levels::ALL && block.level >= self.levels.last;
                    if self.levels.contains(block.level) {
                        self.rows.push(&block).map_err(DataFusionError::Internal)?;
                    }
                    if is_last {
                        self.blocks = None;
                    }
                }
                Some(Err(refusal)) => refuse(&mut self.rows, &refusal),
                None => self.blocks = None,
            }
        }
        Ok(true)
    }

    /// Returns the rows that have been read.
    fn batch(&mut self) -> Result<RecordBatch> {
        let mut batches = self.rows.finish()?;
        let refusals = self.rows.names().zip(&batches).find(|(name, _)| *name == REFUSALS);
        let refused = refusals.map_or(0, |(_, batch)| batch.num_rows());
        if refused > 0 {
            self.chain.refused();
            self.refused.add(refused);
        }
        let table = self.table.filter(|index| *index < batches.len());
        let batch = table.map(|index| batches.swap_remove(index));
        let batch = batch.ok_or_else(|| DataFusionError::Internal("there is no such table".into()))?;
        let columns = self.schema.fields().iter().map(|field| batch.schema_ref().index_of(field.name()));
        Ok(batch.project(&columns.collect::<Result<Vec<_>, _>>()?)?)
    }
}

impl Iterator for Reader {
    type Item = Result<RecordBatch>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.fill() {
            Err(error) => Some(Err(error)),
            Ok(true) => Some(self.batch()),
            // The rows before the end are a batch too.
            Ok(false) => self.batch().map(|batch| (batch.num_rows() > 0).then_some(batch)).transpose(),
        }
    }
}

/// Adds what the source refused to the rows.
fn refuse(rows: &mut Rows, refusal: &Refusal) {
    rows.refuse(&refusal.place, refusal.level, None, "block", &refusal.path, &refusal.reason);
}

/// Returns the number of bytes of a block.
fn size(block: &Block) -> usize {
    let operations = block.operations.iter().flatten().map(|operation| operation.len());
    let receipts = block.receipts.iter().flatten().flatten().map(|receipt| match receipt {
        Receipt::Metadata(bytes) => bytes.len(),
        Receipt::TooLarge => 0,
    });
    let metadata = block.metadata.as_ref().map_or(0, |metadata| metadata.len());
    operations.chain(receipts).fold(block.header.len().saturating_add(metadata), usize::saturating_add)
}
