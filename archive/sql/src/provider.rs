//! The tables of a source.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::Result;
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::prelude::SessionContext;
use tezos_archive_store::Source;
use tezos_archive_tables::{Options, REFUSALS, Rows};

use crate::levels::Levels;
use crate::scan::Scan;

/// The blocks of a source, read again by each query.
#[derive(Debug, Clone)]
pub struct Chain {
    pub(crate) source: Arc<Source>,
    pub(crate) options: Options,
    is_refused: Arc<AtomicBool>,
}

impl Chain {
    /// Creates the tables of a source. They have the form of an export with the same options.
    #[must_use]
    pub fn new(source: Source, options: Options) -> Self {
        let is_refused = Arc::new(AtomicBool::new(!source.refusals().is_empty()));
        Self { source: Arc::new(source), options, is_refused }
    }

    /// Adds the tables to an engine.
    ///
    /// # Errors
    /// If the engine has tables of these names that cannot be replaced.
    pub fn register(&self, engine: &SessionContext) -> Result<()> {
        let rows = Rows::new(self.options);
        for (name, schema) in rows.names().zip(rows.schemas()) {
            engine.register_table(name, Arc::new(Table { chain: self.clone(), name, schema: schema.into() }))?;
        }
        Ok(())
    }

    /// Returns true if a block, or a part of one, has been refused when the source was opened or by a query. The table `refusals` has all of them.
    #[must_use]
    pub fn is_refused(&self) -> bool {
        self.is_refused.load(Ordering::Relaxed)
    }

    pub(crate) fn refused(&self) {
        self.is_refused.store(true, Ordering::Relaxed);
    }
}

/// A table of a source.
#[derive(Debug)]
struct Table {
    chain: Chain,
    name: &'static str,
    schema: SchemaRef,
}

#[async_trait]
impl TableProvider for Table {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    fn table_type(&self) -> TableType {
        TableType::Base
    }

    /// Conditions on levels decide which files are read. Those of refusals are left to the engine: the level of a refusal need not be known.
    fn supports_filters_pushdown(&self, conditions: &[&Expr]) -> Result<Vec<TableProviderFilterPushDown>> {
        let of = |condition: &&Expr| match Levels::of(condition) {
            Some(_) if self.name != REFUSALS => TableProviderFilterPushDown::Exact,
            _ => TableProviderFilterPushDown::Unsupported,
        };
        Ok(conditions.iter().map(of).collect())
    }

    async fn scan(
        &self,
        session: &dyn Session,
        projection: Option<&Vec<usize>>,
        conditions: &[Expr],
        limit: Option<usize>,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        let levels = conditions.iter().filter_map(Levels::of).fold(Levels::ALL, Levels::and);
        let schema = match projection {
            Some(columns) => self.schema.project(columns)?.into(),
            None => self.schema.clone(),
        };
        let partitions = session.config().target_partitions();
        Ok(Arc::new(Scan::new(self.chain.clone(), self.name, schema, levels, limit, partitions)))
    }
}
