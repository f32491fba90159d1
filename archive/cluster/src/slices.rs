//! Scans whose partitions the scheduler can hand out.
//!
//! A task of Ballista runs some partitions of a plan. The scheduler takes the others out of the plan at its leaves, of which it knows those of files
//! and of batches in memory only. In any other leaf all partitions stay, so that each task would read the whole table. A scan is therefore no leaf
//! here: below it is a batch in memory for each partition, with the number of the partition.

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use async_trait::async_trait;
use datafusion::arrow::array::{AsArray, RecordBatch, UInt32Array};
use datafusion::arrow::datatypes::{DataType, Field, Schema, SchemaRef, UInt32Type};
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::tree_node::TreeNodeRecursion;
use datafusion::common::{Result, Statistics, exec_datafusion_err, internal_datafusion_err, internal_err};
use datafusion::datasource::memory::MemorySourceConfig;
use datafusion::datasource::source::DataSourceExec;
use datafusion::execution::{SendableRecordBatchStream, TaskContext};
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_plan::execution_plan::{ChildrenPropertiesMode, ReplaceChildrenOptions};
use datafusion::physical_plan::metrics::MetricsSet;
use datafusion::physical_plan::statistics::StatisticsArgs;
use datafusion::physical_plan::{
    DisplayAs, DisplayFormatType, ExecutionPlan, ExecutionPlanProperties, Partitioning, PlanProperties,
};
use tezos_archive_sql::{Scan, Table};

/// A table whose scans are [`Slices`].
#[derive(Debug)]
pub(crate) struct Sliced(pub(crate) Table);

#[async_trait]
impl TableProvider for Sliced {
    fn schema(&self) -> SchemaRef {
        self.0.schema()
    }

    fn table_type(&self) -> TableType {
        self.0.table_type()
    }

    fn supports_filters_pushdown(&self, conditions: &[&Expr]) -> Result<Vec<TableProviderFilterPushDown>> {
        self.0.supports_filters_pushdown(conditions)
    }

    async fn scan(
        &self,
        session: &dyn Session,
        projection: Option<&Vec<usize>>,
        conditions: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let scan = self.0.scan(session, projection, conditions, limit).await?;
        let scan = scan.downcast_ref::<Scan>().ok_or_else(|| internal_datafusion_err!("expected a scan"))?;
        let count = u32::try_from(scan.properties().partitioning.partition_count());
        let count = count.map_err(|_| exec_datafusion_err!("there are too many partitions"))?;
        let schema: SchemaRef = Schema::new(vec![Field::new("partition", DataType::UInt32, false)]).into();
        let batch = |number| RecordBatch::try_new(schema.clone(), vec![Arc::new(UInt32Array::from(vec![number]))]);
        let batches = (0..count).map(|number| Ok(vec![batch(number)?])).collect::<Result<Vec<_>>>()?;
        let numbers = MemorySourceConfig::try_new_exec(&batches, schema, None)?;
        Ok(Arc::new(Slices::new(Arc::new(scan.clone()), numbers)))
    }
}

/// Partitions of a scan.
#[derive(Debug, Clone)]
pub(crate) struct Slices {
    scan: Arc<Scan>,
    /// Has a batch with the number of a partition of the scan in each of its own partitions.
    numbers: Arc<dyn ExecutionPlan>,
    properties: Arc<PlanProperties>,
}

impl Slices {
    pub(crate) fn new(scan: Arc<Scan>, numbers: Arc<dyn ExecutionPlan>) -> Self {
        let count = numbers.output_partitioning().partition_count();
        let properties =
            PlanProperties::clone(scan.properties()).with_partitioning(Partitioning::UnknownPartitioning(count));
        Self { scan, numbers, properties: properties.into() }
    }

    pub(crate) fn scan(&self) -> &Scan {
        &self.scan
    }

    /// Returns the partition of the scan that a partition is.
    fn number(&self, partition: usize) -> Option<usize> {
        let source: &dyn Any = self.numbers.downcast_ref::<DataSourceExec>()?.data_source().as_ref();
        let batch = source.downcast_ref::<MemorySourceConfig>()?.partitions().get(partition)?.first()?;
        let number = batch.column_by_name("partition")?.as_primitive_opt::<UInt32Type>()?.iter().next()??;
        usize::try_from(number).ok()
    }
}

impl ExecutionPlan for Slices {
    fn name(&self) -> &'static str {
        "Slices"
    }

    fn properties(&self) -> &Arc<PlanProperties> {
        &self.properties
    }

    fn children(&self) -> Vec<&Arc<dyn ExecutionPlan>> {
        vec![&self.numbers]
    }

    /// The numbers are one for each partition, and cannot be split further.
    fn benefits_from_input_partitioning(&self) -> Vec<bool> {
        vec![false]
    }

    fn replace_children(
        self: Arc<Self>,
        children: Vec<Arc<dyn ExecutionPlan>>,
        _: ReplaceChildrenOptions,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        match children.as_slice() {
            [numbers] => Ok(Arc::new(Self::new(self.scan.clone(), numbers.clone()))),
            _ => internal_err!("expected one child, found {}", children.len()),
        }
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
        let number = self.number(partition);
        self.scan.execute(number.ok_or_else(|| exec_datafusion_err!("there is no partition {partition}"))?, context)
    }

    fn metrics(&self) -> Option<MetricsSet> {
        self.scan.metrics()
    }

    fn statistics_from_inputs(&self, _: &[Arc<Statistics>], of: &StatisticsArgs) -> Result<Arc<Statistics>> {
        self.scan.statistics_from_inputs(&[], of)
    }
}

impl DisplayAs for Slices {
    fn fmt_as(&self, format: DisplayFormatType, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.scan.fmt_as(format, f)
    }
}
