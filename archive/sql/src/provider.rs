//! The tables of a source.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use async_trait::async_trait;
use datafusion::arrow::datatypes::{Schema, SchemaRef};
use datafusion::catalog::{Session, TableProvider};
use datafusion::common::{Result, plan_datafusion_err};
use datafusion::logical_expr::{Expr, TableProviderFilterPushDown, TableType};
use datafusion::physical_plan::ExecutionPlan;
use datafusion::prelude::SessionContext;
use tezos_archive_store::{self as store, Range, Source};
use tezos_archive_tables::{Options, REFUSALS, Rows};

use crate::levels::Levels;
use crate::scan::Scan;

/// The blocks of a source, read again by each query.
#[derive(Debug, Clone)]
pub struct Chain {
    path: PathBuf,
    pub(crate) source: Arc<Source>,
    pub(crate) options: Options,
    is_refused: Arc<AtomicBool>,
}

impl Chain {
    /// Opens the source at a path. Its tables have the form of an export with the same options.
    ///
    /// # Errors
    /// If no blocks are found there, or what they are found by cannot be read.
    pub fn open(path: impl Into<PathBuf>, options: Options) -> Result<Self, store::Error> {
        let path = path.into();
        // The plans of the tables decode what a query needs, so that decoding all of each block before would be done in vain.
        let source = store::open(&path, &store::Options { decode: false, ..store::Options::default() })?;
        let is_refused = Arc::new(AtomicBool::new(!source.refusals().is_empty()));
        Ok(Self { path, source: Arc::new(source), options, is_refused })
    }

    /// Returns the path of the source.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the form of the tables.
    #[must_use]
    pub fn options(&self) -> Options {
        self.options
    }

    /// Returns the ranges of blocks that the source had when it was opened.
    #[must_use]
    pub fn ranges(&self) -> Vec<Range> {
        self.source.ranges()
    }

    /// Returns a table.
    ///
    /// # Errors
    /// If there is no table of this name.
    pub fn table(&self, name: &str) -> Result<Table> {
        let table = self.tables().into_iter().find(|table| table.name == name);
        table.ok_or_else(|| plan_datafusion_err!("there is no table {name}"))
    }

    fn tables(&self) -> Vec<Table> {
        let rows = Rows::new(self.options);
        let table = |(name, schema): (_, Schema)| Table { chain: self.clone(), name, schema: schema.into() };
        rows.names().zip(rows.schemas()).map(table).collect()
    }

    /// Adds the tables to an engine.
    ///
    /// # Errors
    /// If the engine has tables of these names that cannot be replaced.
    pub fn register(&self, engine: &SessionContext) -> Result<()> {
        for table in self.tables() {
            engine.register_table(table.name, Arc::new(table))?;
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
#[derive(Debug, Clone)]
pub struct Table {
    chain: Chain,
    name: &'static str,
    schema: SchemaRef,
}

impl Table {
    /// Returns the chain.
    #[must_use]
    pub fn chain(&self) -> &Chain {
        &self.chain
    }

    /// Returns the name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }
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
        Ok(Arc::new(Scan::new(self, schema, levels, limit, partitions)))
    }
}
