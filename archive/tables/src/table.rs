//! The tables and their columns, made from the schemas of all protocols.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock};

use arrow_schema::{DataType, Field, Fields};
use tezos_encoding::HasEncoding;
use tezos_encoding::schema::{self, Case, Encoding};
use tezos_protocols::header::ShellHeader;
use tezos_protocols::{Protocol, registry};

use crate::names;
use crate::options::Options;
use crate::plan::union;
use crate::shape::{self, Named, Shape, Shapes, arrow_fields};

/// The columns of all tables of operations, in front of those of the encoding. A table has the first of them, up to those of its group.
const KEYS: &[(&str, Shape)] = &[
    ("level", Shape::Int32),
    ("timestamp", Shape::Time),
    ("protocol", Shape::Text),
    ("pass", Shape::Int32),
    ("operation", Shape::Int32),
    ("operation_hash", Shape::Hash),
    // Of the rows of contents:
    ("contents", Shape::Int32),
    // Of internal operations:
    ("internal", Shape::Int32),
    // Of what is inside a receipt:
    ("part", Shape::Text),
    ("status", Shape::Text),
    ("index", Shape::Int32),
];
/// The keys of operations, of contents, of internal operations, and of what is inside a receipt.
pub(crate) const OPERATION_KEYS: usize = 6;
const CONTENTS_KEYS: usize = 7;
pub(crate) const INTERNAL_KEYS: usize = 8;
const SIDE_KEYS: usize = KEYS.len();
const STATUS: usize = SIDE_KEYS - 2;
const HASH: usize = OPERATION_KEYS - 1;

/// The columns of blocks in front of those of the header.
const BLOCK_KEYS: &[(&str, Shape)] =
    &[("hash", Shape::Hash), ("chain_id", Shape::Hash), ("protocol", Shape::Text), ("operations", Shape::Int32)];

/// The columns of refusals.
const REFUSAL_COLUMNS: &[(&str, Shape)] = &[
    ("file", Shape::Text),
    ("offset", Shape::Int64),
    ("level", Shape::Int32),
    ("protocol", Shape::Text),
    ("part", Shape::Text),
    ("path", Shape::Text),
    ("reason", Shape::Text),
];

/// A table.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    pub(crate) name: &'static str,
    /// The number of columns that are keys.
    pub(crate) keys: usize,
    key_columns: Vec<Named>,
    /// The columns of the contents, or of the header of a block.
    pub(crate) contents: Vec<Named>,
    /// The columns of the receipt, or of the metadata of a block.
    pub(crate) receipt: Vec<Named>,
    /// Whether rows are made.
    pub(crate) is_selected: bool,
    /// The indices of the columns of arrow that are not made.
    pub(crate) unselected: BTreeSet<usize>,
}

/// The tables with their columns.
#[derive(Debug, Clone)]
pub(crate) struct Schemas {
    pub(crate) tables: Vec<Table>,
}

/// The table of blocks.
pub const BLOCKS: &str = "blocks";

/// The table of operations of all kinds.
pub(crate) const OPERATIONS: &str = "operations";

/// The table of what is refused.
pub const REFUSALS: &str = "refusals";

impl Schemas {
    /// Returns all tables. They are made once.
    pub(crate) fn new() -> Self {
        static ALL: LazyLock<Schemas> = LazyLock::new(Schemas::of_protocols);
        ALL.clone()
    }

    /// Makes the tables from the schemas of all protocols.
    fn of_protocols() -> Self {
        let mut shapes = Shapes::default();
        let mut kinds: BTreeMap<&'static str, (Vec<Named>, Vec<Named>)> = BTreeMap::new();
        let (mut header, mut metadata, mut operation) = (Vec::new(), Vec::new(), Vec::new());
        // The newest protocol is first, so that a column whose type has changed has the type of today.
        for protocol in Protocol::ALL.iter().rev() {
            let schemas = Encodings::of(*protocol);
            shape::merge(&mut header, shapes.row(schemas.header));
            shape::merge(&mut metadata, shapes.row(schemas.metadata));
            shape::merge(&mut operation, shapes.row(schemas.operation));
            if let Some(message) = schemas.message() {
                let columns = shapes.row(message);
                shapes.add(names::PROOF.1, columns);
            }
            for case in schemas.contents {
                let columns = shapes.row(case.payload);
                match shape::kind_of(case.payload).and_then(names::table_of) {
                    Some(table) => shape::merge(&mut kinds.entry(table).or_default().0, columns),
                    None => shape::merge(&mut operation, columns),
                }
            }
            for case in schemas.receipts {
                if let Some(table) = shape::kind_of(case.payload).and_then(names::table_of) {
                    shape::merge(&mut kinds.entry(table).or_default().1, shapes.receipt(case.payload));
                }
            }
        }
        operation.retain(|named| !names::CONTENTS.contains(&named.name.as_str()));
        let mut tables = vec![
            Table::new(BLOCKS, named(BLOCK_KEYS), header, metadata),
            Table::new(OPERATIONS, keys(OPERATION_KEYS), operation, Vec::new()),
        ];
        tables.extend(
            kinds
                .into_iter()
                .map(|(name, (contents, receipt))| Table::new(name, keys(CONTENTS_KEYS), contents, receipt)),
        );
        tables.extend(shapes.side.into_iter().map(|(name, columns)| {
            let count = if names::is_operation(name) { INTERNAL_KEYS } else { SIDE_KEYS };
            Table::new(name, keys(count), columns, Vec::new())
        }));
        tables.push(Table::new(REFUSALS, named(REFUSAL_COLUMNS), Vec::new(), Vec::new()));
        tables.sort_by_key(|table| table.name);
        Self { tables }
    }

    /// Selects some tables, and some of their columns. What is refused is always in its table.
    pub(crate) fn select(
        &mut self,
        is_table: impl Fn(&str) -> bool,
        is_column: impl Fn(&str, &str) -> bool,
        options: &Options,
    ) {
        for table in self.tables.iter_mut().filter(|table| table.name != REFUSALS) {
            table.is_selected = is_table(table.name);
            let fields = arrow_fields(&table.columns(), options);
            let others = fields.iter().enumerate().filter(|(_, field)| !is_column(table.name, field.name()));
            table.unselected = others.map(|(slot, _)| slot).collect();
        }
    }

    /// Returns true if rows are made of what is inside blocks.
    pub(crate) fn has_operations(&self) -> bool {
        self.tables.iter().any(|table| table.is_selected && !matches!(table.name, BLOCKS | REFUSALS))
    }

    /// Returns true if a selected column has the hash of an operation.
    pub(crate) fn has_hash(&self) -> bool {
        self.tables.iter().any(|table| table.keys >= OPERATION_KEYS && table.name != REFUSALS && table.has_column(HASH))
    }

    /// Returns true if a selected column has the status of what rows are found in.
    pub(crate) fn has_status(&self) -> bool {
        self.tables.iter().any(|table| table.keys == SIDE_KEYS && table.has_column(STATUS))
    }

    /// Returns the index of a table.
    pub(crate) fn index(&self, name: &str) -> Option<usize> {
        self.tables.iter().position(|table| table.name == name)
    }
}

impl Table {
    fn new(name: &'static str, key_columns: Vec<Named>, contents: Vec<Named>, receipt: Vec<Named>) -> Self {
        let keys = key_columns.len();
        Self { name, keys, key_columns, contents, receipt, is_selected: true, unselected: BTreeSet::new() }
    }

    /// Returns the columns. A column of the contents with the name of a key has another name, and so has one of the receipt with the name of
    /// one of the contents.
    pub(crate) fn columns(&self) -> Vec<Named> {
        let mut all = self.key_columns.clone();
        for (columns, prefix) in [(&self.contents, "contents"), (&self.receipt, "receipt")] {
            for named in columns {
                let is_taken = all.iter().any(|known| known.name == named.name);
                let name = if is_taken { format!("{prefix}_{}", named.name) } else { named.name.clone() };
                all.push(Named::new(name, named.shape.clone()));
            }
        }
        all
    }

    /// Returns the fields of arrow that are selected.
    pub(crate) fn fields(&self, options: &Options) -> Fields {
        let fields = arrow_fields(&self.columns(), options);
        fields.iter().enumerate().filter(|(slot, _)| self.has_column(*slot)).map(|(_, field)| field.clone()).collect()
    }

    /// Returns the type of a row, in which columns that are not selected have no values.
    pub(crate) fn row(&self, options: &Options) -> DataType {
        let nothing = |field: &Field| Arc::new(field.clone().with_data_type(DataType::Null));
        let fields = arrow_fields(&self.columns(), options);
        let field = |(slot, field): (usize, &Arc<Field>)| match self.has_column(slot) {
            true => field.clone(),
            false => nothing(field),
        };
        DataType::Struct(fields.iter().enumerate().map(field).collect())
    }

    /// Returns true if the column of arrow with an index is selected.
    pub(crate) fn has_column(&self, slot: usize) -> bool {
        self.is_selected && !self.unselected.contains(&slot)
    }
}

fn named(columns: &[(&str, Shape)]) -> Vec<Named> {
    columns.iter().map(|(name, shape)| Named::new(*name, shape.clone())).collect()
}

fn keys(count: usize) -> Vec<Named> {
    named(KEYS.get(..count).unwrap_or(KEYS))
}

/// The encodings of what blocks consist of, in one protocol.
#[derive(Debug)]
pub(crate) struct Encodings {
    pub(crate) header: &'static Encoding,
    pub(crate) metadata: &'static Encoding,
    pub(crate) operation: &'static Encoding,
    pub(crate) receipt: &'static Encoding,
    pub(crate) contents: &'static [Case],
    pub(crate) receipts: &'static [Case],
    /// The proof of a message of a rollup of WebAssembly.
    pub(crate) proof: &'static Encoding,
}

impl Encodings {
    /// Returns the encodings of a protocol.
    pub(crate) fn of(protocol: Protocol) -> Self {
        // From the registry: an associated constant of a type would be compiled again with the code of all types inside.
        let named = |name: &str| {
            let found = registry::of_protocols()
                .find(|known| known.name == name && (known.since..=known.until).contains(&protocol));
            found.map_or(&Encoding::Empty, |known| schema::at(known.encoding, protocol.revision()))
        };
        let (operation, receipt) = (named("operation.protocol_data"), named("operation_metadata"));
        Self {
            header: named("block_header"),
            metadata: named("block_header_metadata"),
            operation,
            receipt,
            contents: cases_in(operation),
            receipts: cases_in(receipt),
            proof: named("smart_rollup.wasm_2_0_0.output.proof"),
        }
    }

    /// Returns the encoding of the message in a proof.
    fn message(&self) -> Option<&'static Encoding> {
        let message = shape::object(self.proof).iter().find(|field| field.name == names::PROVED);
        message.map(|field| field.encoding)
    }

    /// Returns the encoding of the header of the block at level 0, which has no data of a protocol.
    pub(crate) fn first_header() -> &'static Encoding {
        schema::at(ShellHeader::ENCODING, Protocol::Genesis.revision())
    }
}

/// Returns the cases of the union in the first list of an encoding.
fn cases_in(encoding: &'static Encoding) -> &'static [Case] {
    fn find(encoding: &'static Encoding) -> Option<&'static [Case]> {
        match encoding {
            Encoding::List { item, .. } => union(item).map(|(_, cases)| cases),
            Encoding::Split(split) => find(split.inner),
            _ => (0..).map_while(|index| encoding.child(index)).find_map(find),
        }
    }
    find(encoding).unwrap_or_default()
}
