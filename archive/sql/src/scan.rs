//! Reads a table of a source.

use std::fmt;
use std::sync::Arc;

use datafusion::arrow::array::RecordBatch;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::stats::Precision;
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{Result, Statistics, exec_err, internal_err};
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::physical_expr::{EquivalenceProperties, Partitioning, PhysicalExpr};
use datafusion::physical_plan::execution_plan::{
    Boundedness, ChildrenPropertiesMode, EmissionType, ReplaceChildrenOptions,
};
use datafusion::physical_plan::metrics::{BaselineMetrics, ExecutionPlanMetricsSet, MetricBuilder, MetricsSet};
use datafusion::physical_plan::statistics::StatisticsArgs;
use datafusion::physical_plan::stream::RecordBatchReceiverStream;
use datafusion::physical_plan::{DisplayAs, DisplayFormatType, ExecutionPlan, PlanProperties};
use serde::{Deserialize, Serialize};
use tezos_archive_store::Range;
use tezos_archive_tables::{BLOCKS, REFUSALS};

use crate::levels::{LEVEL, Levels};
use crate::provider::{Chain, Table};
use crate::reader::Reader;

/// The batches that wait for the query.
const WAITING: usize = 2;

/// The metric of a scan that counts the blocks, or parts of them, that it refused.
pub const REFUSED: &str = "refused";

/// The part of a plan that reads a table.
#[derive(Debug, Clone)]
pub struct Scan {
    chain: Chain,
    reads: Reads,
    properties: Arc<PlanProperties>,
    metrics: ExecutionPlanMetricsSet,
}

/// What a scan reads of a chain. With it, another process that has the same blocks can run the scan.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Reads {
    table: String,
    columns: Vec<String>,
    levels: Levels,
    /// The maximum number of rows of each partition.
    limit: Option<usize>,
    /// The ranges that each partition reads, one after the other.
    partitions: Vec<Vec<Range>>,
}

impl Reads {
    /// Returns the ranges of all partitions.
    pub fn ranges(&self) -> impl Iterator<Item = &Range> {
        self.partitions.iter().flatten()
    }
}

impl Scan {
    pub(crate) fn new(
        table: &Table,
        schema: SchemaRef,
        levels: Levels,
        limit: Option<usize>,
        partitions: usize,
    ) -> Self {
        let mut ranges = table.chain().ranges();
        ranges.retain(|range| within(range, levels).is_none_or(|within| within.count() > 0));
        let reads = Reads {
            table: table.name().into(),
            columns: schema.fields().iter().map(|field| field.name().clone()).collect(),
            levels,
            limit,
            partitions: split(ranges, levels, partitions),
        };
        Self::of(table.chain().clone(), schema, reads)
    }

    /// Creates a scan that another process planned.
    ///
    /// # Errors
    /// If the chain has no such table, or the table no such columns.
    pub fn open(chain: &Chain, reads: Reads) -> Result<Self> {
        let schema = chain.table(&reads.table)?.schema();
        let columns = reads.columns.iter().map(|column| schema.index_of(column));
        let schema = schema.project(&columns.collect::<Result<Vec<_>, _>>()?)?;
        Ok(Self::of(chain.clone(), schema.into(), reads))
    }

    fn of(chain: Chain, schema: SchemaRef, reads: Reads) -> Self {
        let properties = PlanProperties::new(
            EquivalenceProperties::new(schema),
            Partitioning::UnknownPartitioning(reads.partitions.len()),
            EmissionType::Incremental,
            Boundedness::Bounded,
        );
        Self { chain, reads, properties: properties.into(), metrics: ExecutionPlanMetricsSet::new() }
    }

    /// Returns the chain.
    #[must_use]
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// Returns what is read.
    #[must_use]
    pub fn reads(&self) -> &Reads {
        &self.reads
    }
}

/// Returns which of the levels a range has; `None` if its levels are not known.
fn within(range: &Range, levels: Levels) -> Option<Levels> {
    range.levels.map(|(first, last)| Levels { first, last }.and(levels))
}

/// Splits ranges into at most a number of partitions of adjoining ranges, with about as many blocks each. There is at least one partition.
fn split(ranges: Vec<Range>, levels: Levels, partitions: usize) -> Vec<Vec<Range>> {
    let blocks = |range: &Range| within(range, levels).map_or(1, Levels::count).max(1);
    let each = ranges.iter().map(blocks).sum::<usize>().div_ceil(partitions.max(1)).max(1);
    let (mut all, mut before) = (vec![Vec::new()], 0usize);
    for range in ranges {
        // A range belongs where its middle is.
        let middle = before.saturating_add(blocks(&range) >> 1);
        before = before.saturating_add(blocks(&range));
        let is_next = middle.checked_div(each).is_some_and(|index| index >= all.len());
        match all.last_mut() {
            Some(last) if !is_next || last.is_empty() => last.push(range),
            _ => all.push(vec![range]),
        }
    }
    all
}

impl ExecutionPlan for Scan {
    fn name(&self) -> &'static str {
        "Scan"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        Vec::new()
    }

    fn replace_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
        _: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        if children.is_empty() { Ok(self) } else { internal_err!("a scan has no children") }
    }

    fn with_new_children(self: Arc<Self>, children: Vec<Arc<dyn ExecutionPlan>>) -> Result<Arc<dyn ExecutionPlan>> {
        self.replace_children(children, ReplaceChildrenOptions::new(ChildrenPropertiesMode::Recompute))
    }

    fn apply_expressions(
        &self,
        _: &mut dyn FnMut(&Arc<dyn PhysicalExpr>) -> Result<TreeNodeRecursion>,
    ) -> Result<TreeNodeRecursion> {
        Ok(TreeNodeRecursion::Continue)
    }

    fn execute(&self, partition: usize, context: Arc<TaskContext>) -> Result<SendableRecordBatchStream> {
        let Reads { table, columns: _, levels, limit, partitions } = &self.reads;
        let Some(ranges) = partitions.get(partition).cloned() else {
            return exec_err!("there is no partition {partition} of {table}");
        };
        let refused = MetricBuilder::new(&self.metrics).counter(REFUSED, partition);
        let chain = self.chain.clone();
        let reader = Reader::new(chain, table, self.schema(), *levels, ranges, partition == 0, refused);
        let mut stream = RecordBatchReceiverStream::builder(self.schema(), WAITING);
        let (sender, metrics) = (stream.tx(), BaselineMetrics::new(&self.metrics, partition));
        let (limit, rows) = (limit.unwrap_or(usize::MAX), context.session_config().batch_size());
        stream.spawn_blocking(move || {
            let _timer = metrics.elapsed_compute().timer();
            let mut left = limit;
            // A query that has ended takes no more batches.
            for batch in reader.take_while(|_| !sender.is_closed()) {
                for batch in pieces(&batch?, rows, left) {
                    left = left.saturating_sub(batch.num_rows());
                    metrics.record_output(batch.num_rows());
                    if sender.blocking_send(Ok(batch)).is_err() {
                        return Ok(());
                    }
                }
                if left == 0 {
                    break;
                }
            }
            Ok(())
        });
        Ok(stream.build())
    }

    fn metrics(&self) -> Option<MetricsSet> {
        Some(self.metrics.clone_inner())
    }

    /// The number of blocks and their levels are known if those of the files are. They are estimates, because blocks may be refused.
    fn statistics_from_inputs(&self, _: &[Arc<Statistics>], of: &StatisticsArgs) -> Result<Arc<Statistics>> {
        let Reads { table, columns: _, levels, limit, partitions } = &self.reads;
        let ranges = match of.partition() {
            Some(partition) => partitions.get(partition).cloned().unwrap_or_default(),
            None => partitions.concat(),
        };
        let schema = self.schema();
        let mut statistics = Statistics::new_unknown(&schema);
        let within = ranges.iter().map(|range| within(range, *levels)).collect::<Option<Vec<_>>>();
        let Some(within) = within.filter(|_| table != REFUSALS) else { return Ok(statistics.into()) };
        if table == BLOCKS {
            let blocks = within.iter().map(|levels| levels.count()).fold(0, usize::saturating_add);
            statistics.num_rows = Precision::Inexact(blocks.min(limit.unwrap_or(usize::MAX)));
        }
        let level = schema.index_of(LEVEL).ok().and_then(|index| statistics.column_statistics.get_mut(index));
        let estimate = |level: Option<i32>| level.map_or(Precision::Absent, |level| Precision::Inexact(level.into()));
        if let Some(level) = level {
            level.min_value = estimate(within.iter().map(|levels| levels.first).min());
            level.max_value = estimate(within.iter().map(|levels| levels.last).max());
        }
        Ok(statistics.into())
    }
}

impl DisplayAs for Scan {
    fn fmt_as(&self, _: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Reads { table, columns, levels, limit, partitions } = &self.reads;
        write!(f, "Scan: table={table}, ranges={}, partitions={}", self.reads.ranges().count(), partitions.len())?;
        if *levels != Levels::ALL {
            write!(f, ", levels={}..={}", levels.first, levels.last)?;
        }
        if let Some(limit) = limit {
            write!(f, ", limit={limit}")?;
        }
        write!(f, ", columns=[{}]", columns.join(", "))
    }
}

/// Splits the first `limit` rows of a batch into batches of at most `rows`.
fn pieces(batch: &RecordBatch, rows: usize, limit: usize) -> impl Iterator<Item = RecordBatch> {
    let count = batch.num_rows().min(limit);
    (0..count).step_by(rows.max(1)).map(move |start| batch.slice(start, rows.min(count.saturating_sub(start))))
}
