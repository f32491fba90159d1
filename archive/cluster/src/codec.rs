//! Tables and scans as bytes.
//!
//! The client sends the scheduler a query with its tables, and the scheduler sends executors scans. Both are sent as the path of the chain and its
//! ranges, of which the receiver checks that it has them too. What is not ours is left to the codecs of Ballista.

use std::sync::Arc;

use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
use datafusion::arrow::datatypes::SchemaRef;
use datafusion::catalog::TableProvider;
use datafusion::common::{DataFusionError, Result, TableReference, exec_datafusion_err, not_impl_err, plan_err};
use datafusion::datasource::empty::EmptyTable;
use datafusion::datasource::file_format::FileFormatFactory;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{Extension, LogicalPlan};
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::logical_plan::LogicalExtensionCodec;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};
use serde::{Deserialize, Serialize};
use tezos_archive_sql::{Reads, Scan, Table};
use tezos_archive_store::Range;

use crate::chains::{Chains, Origin};
use crate::slices::{Sliced, Slices};

/// The first byte of a node of a physical plan: a scan, or what Ballista encodes.
const SCAN: u8 = 0;
const BALLISTA: u8 = 1;

/// A table, as the client sends it.
#[derive(Debug, Serialize, Deserialize)]
enum SentTable {
    Chain {
        origin: Origin,
        ranges: Vec<Range>,
        name: String,
    },
    /// A table of an export that has no files.
    Empty,
}

/// A scan, as the scheduler sends it.
#[derive(Debug, Serialize, Deserialize)]
struct SentScan {
    origin: Origin,
    reads: Reads,
}

/// The codec of the client, the scheduler and the executors.
#[derive(Debug, Default)]
pub(crate) struct Codec {
    chains: Chains,
    logical: BallistaLogicalExtensionCodec,
    physical: BallistaPhysicalExtensionCodec,
}

impl LogicalExtensionCodec for Codec {
    fn try_decode(&self, bytes: &[u8], inputs: &[LogicalPlan], context: &TaskContext) -> Result<Extension> {
        self.logical.try_decode(bytes, inputs, context)
    }

    fn try_encode(&self, node: &Extension, bytes: &mut Vec<u8>) -> Result<()> {
        self.logical.try_encode(node, bytes)
    }

    fn try_decode_table_provider(
        &self,
        bytes: &[u8],
        _: &TableReference,
        schema: SchemaRef,
        _: &TaskContext,
    ) -> Result<Arc<dyn TableProvider>> {
        let (origin, ranges, name) = match serde_json::from_slice(bytes).map_err(of_json)? {
            SentTable::Chain { origin, ranges, name } => (origin, ranges, name),
            SentTable::Empty => return Ok(Arc::new(EmptyTable::new(schema))),
        };
        // The tables of a query have to agree on the ranges.
        let chain = self.chains.open(&origin, |found| *found == *ranges)?;
        Ok(Arc::new(Sliced(chain.table(&name)?)))
    }

    fn try_encode_table_provider(
        &self,
        name: &TableReference,
        table: Arc<dyn TableProvider>,
        bytes: &mut Vec<u8>,
    ) -> Result<()> {
        let sent = if let Some(table) = table.downcast_ref::<Table>() {
            let chain = table.chain();
            SentTable::Chain { origin: Origin::of(chain)?, ranges: chain.ranges(), name: table.name().into() }
        } else if table.is::<EmptyTable>() {
            SentTable::Empty
        } else {
            return not_impl_err!("the table {name} cannot be sent to other machines");
        };
        serde_json::to_writer(bytes, &sent).map_err(of_json)
    }

    fn try_decode_file_format(&self, bytes: &[u8], context: &TaskContext) -> Result<Arc<dyn FileFormatFactory>> {
        self.logical.try_decode_file_format(bytes, context)
    }

    fn try_encode_file_format(&self, bytes: &mut Vec<u8>, format: Arc<dyn FileFormatFactory>) -> Result<()> {
        self.logical.try_encode_file_format(bytes, format)
    }
}

impl PhysicalExtensionCodec for Codec {
    fn try_decode(
        &self,
        bytes: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        context: &TaskContext,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        match (bytes.split_first(), inputs) {
            (Some((&SCAN, bytes)), [numbers]) => {
                let SentScan { origin, reads } = serde_json::from_slice(bytes).map_err(of_json)?;
                let chain = self.chains.open(&origin, |found| reads.ranges().all(|range| found.contains(range)))?;
                Ok(Arc::new(Slices::new(Arc::new(Scan::open(&chain, reads)?), numbers.clone())))
            }
            (Some((&BALLISTA, bytes)), _) => self.physical.try_decode(bytes, inputs, context, converter),
            _ => plan_err!("a plan has a node of an unknown kind: all machines need the same version of this program"),
        }
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        bytes: &mut Vec<u8>,
        converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        let Some(slices) = node.downcast_ref::<Slices>() else {
            bytes.push(BALLISTA);
            return self.physical.try_encode(node, bytes, converter);
        };
        let scan = slices.scan();
        bytes.push(SCAN);
        let sent = SentScan { origin: Origin::of(scan.chain())?, reads: scan.reads().clone() };
        serde_json::to_writer(bytes, &sent).map_err(of_json)
    }
}

fn of_json(error: serde_json::Error) -> DataFusionError {
    exec_datafusion_err!("a table or a scan cannot be sent: {error}")
}
