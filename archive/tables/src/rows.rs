//! Blocks as rows.

use std::sync::Arc;

use arrow_array::{RecordBatch, cast::AsArray};
use arrow_schema::{ArrowError, Schema};
use tezos_archive_store::{Block, Place, Receipt};
use tezos_encoding::ErrorKind;
use tezos_encoding::schema::{self, Cursor, Encoding, Refusal};
use tezos_encoding::wire::Prefix;
use tezos_hashes::hash::{OperationHash, blake2b_256};
use tezos_protocols::Protocol;

use crate::column::{Cell, Column};
use crate::node::{Contents, Node};
use crate::options::{Hashes, Options};
use crate::plan::Compiler;
use crate::run::{Keys, Misfit, Runner, Tables};
use crate::table::{BLOCKS, Encodings, OPERATIONS, REFUSALS, Schemas};

/// The plans of a protocol.
#[derive(Debug)]
struct Plans {
    encodings: Encodings,
    header: Node,
    /// The plan of the block at level 0.
    first_header: Node,
    metadata: Node,
    operation: Node,
    receipts: Vec<(u32, Contents)>,
    /// Whether anything comes of receipts.
    has_receipts: bool,
}

/// The tables under construction.
#[derive(Debug)]
pub struct Rows {
    schemas: Arc<Schemas>,
    options: Options,
    plans: Vec<Option<Arc<Plans>>>,
    printed: usize,
    /// Whether a column has the hashes of operations.
    has_hash: bool,
    tables: Tables,
    blocks: usize,
    operations: usize,
    refusals: usize,
}

/// The branch of an operation.
const BRANCH_BYTES: usize = 32;

impl Rows {
    /// Creates the tables, without rows.
    #[must_use]
    pub fn new(options: Options) -> Self {
        Self::of(Schemas::new(), options)
    }

    /// Creates some of the tables with some of their columns, given the name of a table and of a column. Values of other columns are passed over,
    /// other tables have no rows, and receipts of which nothing is a column are not read. What is refused is always a row of `refusals`.
    #[must_use]
    pub fn select(options: Options, is_table: impl Fn(&str) -> bool, is_column: impl Fn(&str, &str) -> bool) -> Self {
        let mut schemas = Schemas::new();
        schemas.select(is_table, is_column, &options);
        Self::of(schemas, options)
    }

    fn of(schemas: Schemas, options: Options) -> Self {
        let schemas = Arc::new(schemas);
        let rows = schemas.tables.iter().map(|table| Column::new(&table.row(&options))).collect();
        let keys_of = schemas.tables.iter().map(|table| table.is_selected.then_some(table.keys)).collect();
        let index = |name| schemas.index(name).unwrap_or(usize::MAX);
        let [blocks, operations, refusals] = [BLOCKS, OPERATIONS, REFUSALS].map(index);
        let tables = Tables::new(rows, keys_of);
        let has_hash = schemas.has_hash();
        Self { schemas, options, plans: Vec::new(), printed: 0, has_hash, tables, blocks, operations, refusals }
    }

    /// Returns the names of the tables, in the order of [`Rows::finish`].
    pub fn names(&self) -> impl Iterator<Item = &'static str> + '_ {
        self.schemas.tables.iter().map(|table| table.name)
    }

    /// Returns the schema of each table.
    pub fn schemas(&self) -> impl Iterator<Item = Schema> + '_ {
        self.schemas.tables.iter().map(|table| Schema::new(table.fields(&self.options)))
    }

    /// Returns the number of bytes of all rows, about.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.tables.rows.iter().map(Column::bytes).sum()
    }

    /// Returns the rows of all tables, and leaves the tables empty.
    ///
    /// # Errors
    /// If the columns of a table have different lengths, which no bytes bring about.
    pub fn finish(&mut self) -> Result<Vec<RecordBatch>, ArrowError> {
        let mut batches = Vec::new();
        for (column, table) in self.tables.rows.iter_mut().zip(&self.schemas.tables) {
            let batch = RecordBatch::from(AsArray::as_struct(&column.finish()?).clone());
            let selected = (0..batch.num_columns()).filter(|slot| table.has_column(*slot)).collect::<Vec<_>>();
            batches.push(if selected.len() == batch.num_columns() { batch } else { batch.project(&selected)? });
        }
        Ok(batches)
    }

    /// Adds the rows of a block. What is not decoded is a row of the refusals.
    ///
    /// # Errors
    /// If there is no plan of the protocol, which no bytes bring about.
    pub fn push(&mut self, block: &Block) -> Result<(), String> {
        let plans = self.plans(block.protocol)?;
        self.header(block, &plans);
        if !self.schemas.has_operations() {
            return Ok(());
        }
        for (pass, operations) in block.operations.iter().enumerate() {
            for (index, bytes) in operations.iter().enumerate() {
                let receipt = block.receipts.as_ref().and_then(|all| all.get(pass)?.get(index));
                self.operation(block, &plans, (pass, index), bytes, receipt);
            }
        }
        Ok(())
    }

    /// Adds a refusal.
    pub fn refuse(
        &mut self,
        place: &Place,
        level: Option<i32>,
        protocol: Option<Protocol>,
        part: &str,
        path: &str,
        reason: &str,
    ) {
        let file = place.source.to_string_lossy();
        let cells = [
            Cell::Text(&file),
            Cell::Number(place.offset.into()),
            level.map_or(Cell::Null, |level| Cell::Number(level.into())),
            protocol.map_or(Cell::Null, |protocol| Cell::Text(protocol.id())),
            Cell::Text(part),
            Cell::Text(path),
            Cell::Text(reason),
        ];
        if let Some(table) = self.tables.rows.get_mut(self.refusals) {
            for (slot, cell) in cells.into_iter().enumerate() {
                table.child(slot).map(|column| column.push(cell));
            }
            table.end_struct();
        }
    }

    fn plans(&mut self, protocol: Protocol) -> Result<Arc<Plans>, String> {
        let index = Protocol::ALL.iter().position(|known| *known == protocol).unwrap_or_default();
        if self.plans.len() <= index {
            self.plans.resize_with(Protocol::ALL.len().max(index.saturating_add(1)), || None);
        }
        if let Some(plans) = self.plans.get(index).and_then(Option::as_ref) {
            return Ok(plans.clone());
        }
        let plans = Arc::new(self.compile(protocol)?);
        if let Some(place) = self.plans.get_mut(index) {
            *place = Some(plans.clone());
        }
        Ok(plans)
    }

    fn compile(&mut self, protocol: Protocol) -> Result<Plans, String> {
        let schemas = self.schemas.clone();
        let encodings = Encodings::of(protocol);
        let has_status = schemas.has_status();
        let (options, proof, printed) = (self.options, encodings.proof, self.printed);
        let mut compiler = Compiler { schemas: &schemas, options, proof, printed, has_status };
        let table = |index: usize| schemas.tables.get(index).ok_or("there is no such table");
        let (blocks, operations) = (table(self.blocks)?, table(self.operations)?);
        let of = |what: &'static str| move |error: String| format!("{}, {what}: {error}", protocol.id());
        let receipts = compiler.cases(encodings.receipts, true).map_err(of("receipt"))?;
        let plans = Plans {
            header: compiler.row(encodings.header, blocks).map_err(of("header"))?,
            first_header: compiler.row(Encodings::first_header(), blocks).map_err(of("header"))?,
            metadata: compiler.receipt(encodings.metadata, blocks).map_err(of("metadata"))?,
            operation: compiler.row(encodings.operation, operations).map_err(of("operation"))?,
            has_receipts: !receipts.iter().all(|(_, receipt)| receipt.node.is_idle()),
            receipts,
            encodings,
        };
        self.printed = compiler.printed;
        Ok(plans)
    }

    /// Adds the row of the block. Without its header the block has none.
    fn header(&mut self, block: &Block, plans: &Plans) {
        let time = timestamp(&block.header);
        self.tables.keys =
            Keys { level: block.level, time, protocol: block.protocol.id(), part: "block", ..Keys::default() };
        let first = block.level == 0;
        let encoding = if first { Encodings::first_header() } else { plans.encodings.header };
        if plans.header.is_idle() && plans.metadata.is_idle() && !self.tables.has_rows(self.blocks) {
            return;
        }
        self.tables.mark();
        let written = self.block(block, plans, block.metadata.as_deref());
        let Err((is_metadata, refusal)) = written else {
            return self.misfits(block, "header", encoding, &block.header);
        };
        self.tables.cut();
        if !is_metadata {
            return self.refusal(block, "header", encoding, &block.header, &refusal);
        }
        let metadata = block.metadata.as_deref().unwrap_or_default();
        self.refusal(block, "metadata", plans.encodings.metadata, metadata, &refusal);
        if let Err((_, refusal)) = self.block(block, plans, None) {
            self.tables.cut();
            self.refusal(block, "header", encoding, &block.header, &refusal);
        }
    }

    fn block(&mut self, block: &Block, plans: &Plans, metadata: Option<&[u8]>) -> Result<(), (bool, Refusal)> {
        let operations = block.operations.iter().map(Vec::len).sum::<usize>();
        let base58 = self.options.hashes == Hashes::Base58;
        let hash = if base58 { block.hash.to_string().into_bytes() } else { block.hash.0.to_vec() };
        let chain = if base58 { block.chain_id.to_string().into_bytes() } else { block.chain_id.0.to_vec() };
        let table = self.blocks;
        let header = if block.level == 0 { &plans.first_header } else { &plans.header };
        let mut in_metadata = false;
        let mut runner = Runner { tables: &mut self.tables, receipts: None };
        let read = runner.in_table(table, |runner, row| {
            let cells = [
                Cell::Bytes(&hash),
                Cell::Bytes(&chain),
                Cell::Text(block.protocol.id()),
                Cell::Number(i128::try_from(operations).unwrap_or(i128::MAX)),
            ];
            for (slot, cell) in cells.into_iter().enumerate().filter(|_| runner.tables.has_rows(table)) {
                row.child(slot).map(|column| column.push(cell));
            }
            let mut at = cursor(&block.header, block.protocol);
            runner.read(&mut at, header, row)?;
            // The first block has a header without a meaning in a protocol.
            if block.level != 0 {
                at.ended()?;
            }
            if let Some(metadata) = metadata {
                in_metadata = true;
                runner.tables.in_receipt = true;
                let mut at = cursor(metadata, block.protocol);
                runner.read(&mut at, &plans.metadata, row)?;
                at.ended()?;
            }
            runner.tables.end_row(table, row);
            Ok(())
        });
        self.tables.in_receipt = false;
        read.map_err(|refusal| (in_metadata, refusal))
    }

    fn operation(
        &mut self,
        block: &Block,
        plans: &Plans,
        (pass, index): (usize, usize),
        bytes: &[u8],
        receipt: Option<&Receipt>,
    ) {
        let known = || block.operation_hashes.as_ref().and_then(|all| all.get(pass)?.get(index).copied());
        let hash = self.has_hash.then(|| known().unwrap_or_else(|| OperationHash(blake2b_256(bytes))));
        let hash = hash.map(|hash| match self.options.hashes {
            Hashes::Base58 => hash.to_string().into_bytes(),
            Hashes::Binary => hash.0.to_vec(),
        });
        let keys = &mut self.tables.keys;
        (keys.pass, keys.operation, keys.hash) = (Some(pass), Some(index), hash);
        let receipt = match receipt {
            Some(Receipt::Metadata(bytes)) if plans.has_receipts => Some(bytes.as_ref()),
            _ => None,
        };
        let place = || format!("operations[{pass}][{index}]");
        self.tables.mark();
        let Err(refusal) = self.one(block, plans, bytes, receipt) else {
            return self.misfits_of(block, plans, place, bytes, receipt);
        };
        let place = place();
        self.tables.cut();
        let body = bytes.get(BRANCH_BYTES..).unwrap_or_default();
        if !std::mem::take(&mut self.tables.in_receipt) {
            return self.refusal(block, &place, plans.encodings.operation, body, &refusal);
        }
        let receipt = receipt.unwrap_or_default();
        self.refusal(block, &format!("{place}.receipt"), plans.encodings.receipt, receipt, &refusal);
        if let Err(refusal) = self.one(block, plans, bytes, None) {
            self.tables.cut();
            self.refusal(block, &place, plans.encodings.operation, body, &refusal);
        }
    }

    /// Adds the rows of an operation.
    fn one(&mut self, block: &Block, plans: &Plans, bytes: &[u8], receipt: Option<&[u8]>) -> Result<(), Refusal> {
        let table = self.operations;
        let mut runner = Runner { tables: &mut self.tables, receipts: None };
        runner.receipts = match receipt {
            Some(receipt) => {
                runner.tables.in_receipt = true;
                let at = receipts(cursor(receipt, block.protocol))?;
                runner.tables.in_receipt = false;
                at.map(|at| (at, plans.receipts.as_slice()))
            }
            None => None,
        };
        let mut at = cursor(bytes, block.protocol);
        at.take(BRANCH_BYTES, "the branch")?;
        runner.row(table, &mut at, &plans.operation)?;
        at.ended()
    }

    fn misfits(&mut self, block: &Block, part: &str, encoding: &'static Encoding, bytes: &[u8]) {
        for misfit in std::mem::take(&mut self.tables.misfits) {
            self.unplaced(block, part, encoding, bytes, &misfit);
        }
    }

    fn misfits_of(
        &mut self,
        block: &Block,
        plans: &Plans,
        place: impl Fn() -> String,
        bytes: &[u8],
        receipt: Option<&[u8]>,
    ) {
        for mut misfit in std::mem::take(&mut self.tables.misfits) {
            if misfit.in_receipt {
                let part = format!("{}.receipt", place());
                self.unplaced(block, &part, plans.encodings.receipt, receipt.unwrap_or_default(), &misfit);
            } else {
                let body = bytes.get(BRANCH_BYTES..).unwrap_or_default();
                misfit.offset = misfit.offset.saturating_sub(BRANCH_BYTES);
                self.unplaced(block, &place(), plans.encodings.operation, body, &misfit);
            }
        }
    }

    /// Adds a refusal of a value for which its column has no place. Its path is that of the slice at its offset.
    fn unplaced(&mut self, block: &Block, part: &str, encoding: &'static Encoding, bytes: &[u8], misfit: &Misfit) {
        let slice = schema::slices(encoding, bytes).take_while(|slice| slice.offset <= misfit.offset).last();
        let path = slice.map(|slice| slice.short_path().to_string()).unwrap_or_default();
        self.refuse(&block.place, Some(block.level), Some(block.protocol), part, &path, &misfit.reason);
    }

    /// Adds a refusal of bytes that are not decoded. The reason is that of the schema; only if it accepts the bytes, that of the plan.
    fn refusal(&mut self, block: &Block, part: &str, encoding: &'static Encoding, bytes: &[u8], refusal: &Refusal) {
        self.tables.misfits.clear();
        let (path, reason) = match schema::to_json(encoding, bytes) {
            Err(error) => (error.path().to_string(), error.to_string()),
            Ok(_) => (String::new(), format!("byte {}: {}", refusal.offset, refusal.kind)),
        };
        self.refuse(&block.place, Some(block.level), Some(block.protocol), part, &path, &reason);
    }
}

fn cursor(bytes: &[u8], protocol: Protocol) -> Cursor<'_> {
    let mut at = Cursor::new(bytes);
    at.revision = protocol.revision();
    at
}

/// Returns the receipts of an operation: `None` if it has none.
fn receipts(mut at: Cursor<'_>) -> Result<Option<Cursor<'_>>, Refusal> {
    if at.tag(1)? == 1 {
        return at.ended().map(|()| None);
    }
    let size = at.size_prefix(Prefix::U30)?;
    let after = at.enter(size)?;
    if after != 0 {
        at.remaining = after;
        return Err(at.ended().err().unwrap_or_else(|| at.refuse(at.offset(), ErrorKind::Overflow)));
    }
    Ok(Some(at))
}

/// Returns the time in the header of a block, in seconds: it follows the level, the number of the protocol and the predecessor.
fn timestamp(header: &[u8]) -> i64 {
    const AT: usize = 4 + 1 + 32;
    header.get(AT..).and_then(<[u8]>::first_chunk).map_or(0, |bytes| i64::from_be_bytes(*bytes))
}
