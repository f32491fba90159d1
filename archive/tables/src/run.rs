//! Runs plans: reads bytes and appends values to columns.

use std::collections::HashMap;
use std::mem::take;

use tezos_encoding::ErrorKind;
use tezos_encoding::schema::{self, Cursor, Refusal};
use tezos_encoding::wire::Prefix;

use crate::column::{Cell, Column};
use crate::node::{Contents, Leaf, Node};
use crate::number::number;

/// What is known of the row that is read, for its keys.
#[derive(Debug, Clone, Default)]
pub(crate) struct Keys {
    pub(crate) level: i32,
    /// In seconds.
    pub(crate) time: i64,
    pub(crate) protocol: &'static str,
    pub(crate) pass: Option<usize>,
    pub(crate) operation: Option<usize>,
    /// The hash of the operation, as the column has it.
    pub(crate) hash: Option<Vec<u8>>,
    pub(crate) contents: Option<usize>,
    pub(crate) internal: Option<usize>,
    pub(crate) part: &'static str,
    pub(crate) status: Option<&'static str>,
    pub(crate) index: usize,
}

/// The parts of a receipt in which rows of tables inside are found.
const FEE: &str = "metadata";
const RESULT: &str = "result";

/// The tables under construction.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) rows: Vec<Column>,
    /// The number of columns that are keys, for each table; `None` for a table without rows.
    keys_of: Vec<Option<usize>>,
    pub(crate) keys: Keys,
    /// Whether the last refusal is of a receipt.
    pub(crate) in_receipt: bool,
    /// Values for which their column has no place: their offset, and the reason.
    pub(crate) misfits: Vec<Misfit>,
    texts: Vec<HashMap<Vec<u8>, Option<String>>>,
    /// The number of rows of each table at an earlier moment.
    marks: Vec<usize>,
}

/// A walk over bytes that appends to tables.
pub(crate) struct Runner<'t, 'a> {
    pub(crate) tables: &'t mut Tables,
    /// The receipts of the operation that is read, and the plans of their cases.
    pub(crate) receipts: Option<(Cursor<'a>, &'a [(u32, Contents)])>,
}

/// A value for which its column has no place.
#[derive(Debug)]
pub(crate) struct Misfit {
    pub(crate) in_receipt: bool,
    pub(crate) offset: usize,
    pub(crate) reason: String,
}

/// The most texts that are kept of values of one kind.
const MAX_TEXTS: usize = 8192;

type Read = Result<(), Refusal>;

impl Tables {
    pub(crate) fn new(rows: Vec<Column>, keys_of: Vec<Option<usize>>) -> Self {
        let (keys, in_receipt, misfits, texts, marks) = Default::default();
        Self { rows, keys_of, keys, in_receipt, misfits, texts, marks }
    }

    /// Returns true if the rows of a table are made.
    pub(crate) fn has_rows(&self, table: usize) -> bool {
        self.keys_of.get(table).is_some_and(Option::is_some)
    }

    /// Notes the number of rows of each table.
    pub(crate) fn mark(&mut self) {
        self.marks.clear();
        self.marks.extend(self.rows.iter().map(Column::len));
    }

    /// Removes the rows since the last mark.
    pub(crate) fn cut(&mut self) {
        for (table, len) in self.rows.iter_mut().zip(&self.marks) {
            table.truncate(*len);
        }
    }

    /// Ends a row, if the table has rows.
    pub(crate) fn end_row(&self, table: usize, row: &mut Column) {
        if self.has_rows(table) {
            row.end_struct();
        }
    }

    fn push_keys(&self, table: usize, row: &mut Column) {
        let Keys { level, time, protocol, pass, operation, hash, contents, internal, part, status, index } = &self.keys;
        let number = |number: usize| Cell::Number(i128::try_from(number).unwrap_or(i128::MAX));
        let optional = |value: &Option<usize>| value.map_or(Cell::Null, number);
        let cells = [
            Cell::Number((*level).into()),
            Cell::Number(i128::from(*time).saturating_mul(1000)),
            Cell::Text(protocol),
            optional(pass),
            optional(operation),
            hash.as_ref().map_or(Cell::Null, |hash| Cell::Bytes(hash)),
            optional(contents),
            optional(internal),
            Cell::Text(part),
            Cell::of(*status),
            number(*index),
        ];
        let count = self.keys_of.get(table).copied().flatten().unwrap_or_default();
        for (slot, cell) in cells.into_iter().take(count).enumerate() {
            row.child(slot).map(|column| column.push(cell));
        }
    }

    /// Notes the status of the result that is read.
    fn status(&mut self, text: &'static str) {
        if self.keys.part == RESULT && self.keys.status.is_none() && STATUSES.contains(&text) {
            self.keys.status = Some(text);
        }
    }

    fn push(&mut self, start: usize, out: &mut Column, cell: Cell<'_>, reason: &str) {
        if !out.push(cell) {
            let reason = match cell {
                Cell::Number(number) => format!("{reason}: {number}"),
                _ => reason.into(),
            };
            self.misfit(start, reason);
        }
    }

    fn misfit(&mut self, offset: usize, reason: String) {
        self.misfits.push(Misfit { in_receipt: self.in_receipt, offset, reason });
    }

    /// Appends the text of a value, which JSON has in quotes.
    fn push_text<E>(
        &mut self,
        number: usize,
        bytes: &[u8],
        out: &mut Column,
        print: impl FnOnce() -> Result<String, E>,
    ) -> Result<(), E> {
        if self.texts.len() <= number {
            self.texts.resize_with(number.saturating_add(1), HashMap::new);
        }
        let Some(known) = self.texts.get_mut(number) else { return Ok(()) };
        if let Some(text) = known.get(bytes) {
            out.push(Cell::of(text.as_deref()));
            return Ok(());
        }
        let json = print()?;
        let text = json.strip_prefix('"').and_then(|text| text.strip_suffix('"')).map(str::to_owned);
        out.push(Cell::of(text.as_deref()));
        if known.len() >= MAX_TEXTS {
            known.clear();
        }
        known.insert(bytes.to_vec(), text);
        Ok(())
    }
}

impl<'a> Runner<'_, 'a> {
    /// Reads a row of a table by a plan.
    pub(crate) fn row(&mut self, table: usize, at: &mut Cursor<'a>, node: &Node) -> Read {
        self.in_table(table, |runner, row| {
            runner.tables.push_keys(table, row);
            runner.read(at, node, row)?;
            runner.tables.end_row(table, row);
            Ok(())
        })
    }

    /// Takes a table out while it is written, because rows of other tables are found on the way.
    pub(crate) fn in_table(&mut self, table: usize, write: impl FnOnce(&mut Self, &mut Column) -> Read) -> Read {
        let mut row = self.tables.rows.get_mut(table).map(take).unwrap_or_default();
        let read = write(self, &mut row);
        if let Some(place) = self.tables.rows.get_mut(table) {
            *place = row;
        }
        read
    }

    /// Reads a value, or a part of a row that is not ended.
    pub(crate) fn read(&mut self, at: &mut Cursor<'a>, node: &Node, out: &mut Column) -> Read {
        match node {
            Node::Nothing => Ok(()),
            Node::Null => {
                out.push_null();
                Ok(())
            }
            Node::Skip(encoding) => at.skip(encoding).map(drop),
            Node::Leaf(leaf) => self.leaf(at, leaf, out),
            Node::Both(slot, leaf) => self.both(at, *slot, leaf, out),
            Node::Fields(fields) => {
                for (slot, node) in fields {
                    match slot {
                        None => self.read(at, node, out)?,
                        Some(slot) => {
                            let Some(column) = out.child(*slot) else { return Err(no_column(at)) };
                            self.read(at, node, column)?;
                        }
                    }
                }
                Ok(())
            }
            Node::Struct(inner) => {
                self.read(at, inner, out)?;
                out.end_struct();
                Ok(())
            }
            Node::Optional { flag, is_value, inner } => {
                let present = if *flag { at.presence()? } else { at.remaining != 0 };
                match present {
                    true => self.read(at, inner, out)?,
                    false if *is_value => out.push_null(),
                    false => {}
                }
                Ok(())
            }
            Node::List { count, array, item } => {
                let mut count = at.items(*count, *array)?;
                let mut index = 0usize;
                while at.has_item(&mut count, index)? {
                    let Some(items) = out.child(0) else { return Err(no_column(at)) };
                    self.read(at, item, items)?;
                    index = index.saturating_add(1);
                }
                if out.end_list() { Ok(()) } else { Err(no_column(at)) }
            }
            Node::Union { tag, cases } => {
                let start = at.offset();
                let tag = at.union_tag(*tag)?;
                self.read(at, case(cases, tag).ok_or_else(|| at.refuse(start, ErrorKind::NoCaseMatched))?, out)
            }
            Node::Dynamic(prefix, inner) => {
                let len = at.size_prefix(*prefix)?;
                let after = at.enter(len)?;
                self.read(at, inner, out)?;
                at.leave(after)
            }
            Node::Suffixed(size, inner) => {
                let len = at.suffix(*size)?;
                let after = at.enter(len)?;
                self.read(at, inner, out)?;
                at.leave(after)?;
                at.leave(size.bytes())?;
                at.take(size.bytes(), "the size of a block").map(drop)
            }
            Node::Sized(bytes, inner) => {
                let after = at.enter(*bytes)?;
                self.read(at, inner, out)?;
                at.leave(after)
            }
            Node::Reserve(bytes, inner) => {
                at.reserve(*bytes)?;
                self.read(at, inner, out)?;
                at.leave(*bytes)
            }
            Node::Bounded(limit, inner) => {
                let limit = at.limit(*limit);
                self.read(at, inner, out)?;
                at.lift(limit);
                Ok(())
            }
            Node::Padded(bytes, inner) => {
                self.read(at, inner, out)?;
                at.take(*bytes, "padding").map(drop)
            }
            Node::Magic(bytes, inner) => {
                at.magic(bytes, "magic bytes")?;
                self.read(at, inner, out)
            }
            Node::Checked(check, inner) => {
                let start = at.offset();
                self.read(at, inner, out)?;
                at.run_check(check, start)
            }
            Node::Result(inner) => {
                let before = (self.tables.keys.part, self.tables.keys.status);
                self.tables.keys.part = RESULT;
                let read = self.read(at, inner, out);
                (self.tables.keys.part, self.tables.keys.status) = before;
                read
            }
            Node::Proof { value, encoding, row } => {
                let mut proof = at.clone();
                self.read(at, value, out)?;
                let len = proof.size_prefix(Prefix::U30)?;
                proof.enter(len)?;
                let mut end = proof.clone();
                match end.skip(encoding).and_then(|_| end.ended()) {
                    Ok(()) => self.read(&mut proof, row, out),
                    Err(_) => Ok(()),
                }
            }
            Node::Rows { count, array, item } => {
                let outer = self.tables.keys.index;
                let mut count = at.items(*count, *array)?;
                let mut index = 0usize;
                while at.has_item(&mut count, index)? {
                    self.tables.keys.index = index;
                    self.read(at, item, out)?;
                    index = index.saturating_add(1);
                }
                self.tables.keys.index = outer;
                Ok(())
            }
            Node::Row { table, is_operation: false, inner } => self.row(*table, at, inner),
            Node::Row { table, is_operation: true, inner } => {
                let internal = self.tables.keys.internal.replace(self.tables.keys.index);
                let before = (self.tables.keys.part, self.tables.keys.status.take(), take(&mut self.tables.keys.index));
                let read = self.row(*table, at, inner);
                (self.tables.keys.part, self.tables.keys.status, self.tables.keys.index) = before;
                self.tables.keys.internal = internal;
                read
            }
            Node::Contents { count, array, tag, cases } => {
                let mut count = at.items(*count, *array)?;
                let mut index = 0usize;
                while at.has_item(&mut count, index)? {
                    let start = at.offset();
                    let tag = at.union_tag(*tag)?;
                    let case = case(cases, tag).ok_or_else(|| at.refuse(start, ErrorKind::NoCaseMatched))?;
                    self.contents(at, case, index, out)?;
                    index = index.saturating_add(1);
                }
                self.end_receipts()
            }
        }
    }

    fn contents(&mut self, at: &mut Cursor<'a>, contents: &Contents, index: usize, out: &mut Column) -> Read {
        let Some(table) = contents.table else { return self.read(at, &contents.node, out) };
        (self.tables.keys.contents, self.tables.keys.part, self.tables.keys.status) = (Some(index), FEE, None);
        let read = self.in_table(table, |runner, row| {
            runner.tables.push_keys(table, row);
            runner.read(at, &contents.node, row)?;
            runner.receipt(table, row)?;
            runner.tables.end_row(table, row);
            Ok(())
        });
        self.tables.keys.contents = None;
        read
    }

    /// Reads the receipt of the contents that have just been read.
    fn receipt(&mut self, table: usize, row: &mut Column) -> Read {
        let Some((mut at, cases)) = self.receipts.take() else { return Ok(()) };
        self.tables.in_receipt = true;
        let start = at.offset();
        let tag = at.tag(1)?;
        let receipt = case(cases, tag).filter(|case| case.table == Some(table));
        let receipt = receipt.ok_or_else(|| at.refuse(start, ErrorKind::NoCaseMatched))?;
        self.read(&mut at, &receipt.node, row)?;
        self.tables.in_receipt = false;
        self.receipts = Some((at, cases));
        Ok(())
    }

    /// Checks that no receipts are left.
    fn end_receipts(&mut self) -> Read {
        let Some((at, _)) = self.receipts.take() else { return Ok(()) };
        self.tables.in_receipt = true;
        at.ended()?;
        self.tables.in_receipt = false;
        Ok(())
    }

    fn leaf(&mut self, at: &mut Cursor<'a>, leaf: &Leaf, out: &mut Column) -> Read {
        let start = at.offset();
        match leaf {
            Leaf::Status(text) => self.tables.status(text),
            Leaf::Constant(text) => {
                self.tables.status(text);
                self.tables.push(start, out, Cell::Text(text), NOT_TEXT);
            }
            Leaf::Enum(names) => {
                let index = at.name(names)?;
                let name = names.get(index).copied().unwrap_or_default();
                self.tables.push(start, out, Cell::Text(name), NOT_TEXT);
            }
            Leaf::Scalar(scalar) => {
                scalar.check(at)?;
                match number(scalar, at.since(start)) {
                    Some(cell) => self.tables.push(start, out, cell, TOO_LARGE),
                    None => {
                        out.push_null();
                        self.tables.misfit(start, TOO_LARGE.into());
                    }
                }
            }
            Leaf::Seconds(scalar) => {
                scalar.check(at)?;
                let time = match number(scalar, at.since(start)) {
                    Some(Cell::Number(seconds)) => Cell::Number(seconds.saturating_mul(1000)),
                    _ => Cell::Null,
                };
                self.tables.push(start, out, time, "the time has no place in 64 bits of milliseconds");
            }
            Leaf::Bytes(extent) => {
                let bytes = at.extent(*extent, "bytes")?;
                self.tables.push(start, out, Cell::Bytes(bytes), TOO_LONG);
            }
            Leaf::Text(extent, utf8) => {
                let text = at.text(*extent, *utf8)?;
                self.tables.push(start, out, Cell::Bytes(text), NOT_TEXT);
            }
            Leaf::Raw(encoding) => {
                let bytes = at.skip(encoding)?;
                self.tables.push(start, out, Cell::Bytes(bytes), TOO_LONG);
            }
            Leaf::LazyBytes(_) => {
                let bytes = at.take(at.remaining, "lazy value")?;
                self.tables.push(start, out, Cell::Bytes(bytes), TOO_LONG);
            }
            Leaf::Printed(encoding, number) => {
                let bytes = match encoding.fixed_size() {
                    Some(size) => at.take(size, encoding.name())?,
                    None => at.skip(encoding)?,
                };
                let pushed = self.tables.push_text(*number, bytes, out, || schema::to_json(encoding, bytes));
                pushed.map_err(|_| at.refuse(start, ErrorKind::NoCaseMatched))?;
            }
            Leaf::Json(encoding) => {
                let bytes = at.skip(encoding)?;
                match schema::to_json(encoding, bytes) {
                    Ok(json) => self.tables.push(start, out, Cell::Text(&json), TOO_LONG),
                    Err(error) => {
                        out.push_null();
                        self.tables.misfit(start, error.to_string());
                    }
                }
            }
        }
        Ok(())
    }

    fn both(&mut self, at: &mut Cursor<'a>, slot: usize, leaf: &Leaf, out: &mut Column) -> Read {
        let start = at.offset();
        let (bytes, encoding) = match leaf {
            Leaf::Raw(encoding) => (at.skip(encoding)?, *encoding),
            Leaf::LazyBytes(encoding) => (at.take(at.remaining, "lazy value")?, *encoding),
            _ => return Err(no_column(at)),
        };
        let json = schema::to_json(encoding, bytes).map_err(|_| at.refuse(start, ErrorKind::NoCaseMatched))?;
        for (slot, cell) in [(slot, Cell::Bytes(bytes)), (slot.saturating_add(1), Cell::Text(&json))] {
            let Some(column) = out.child(slot) else { return Err(no_column(at)) };
            self.tables.push(start, column, cell, TOO_LONG);
        }
        Ok(())
    }
}

const STATUSES: &[&str] = &["applied", "failed", "skipped", "backtracked"];
const NOT_TEXT: &str = "the text is not UTF-8";
const TOO_LONG: &str = "the bytes are too long for a column";
const TOO_LARGE: &str = "the number has no place in its column";

/// Returns the element with a tag.
fn case<T>(cases: &[(u32, T)], tag: u32) -> Option<&T> {
    let index = cases.binary_search_by_key(&tag, |(tag, _)| *tag).ok()?;
    cases.get(index).map(|(_, case)| case)
}

/// The error for a plan that does not fit its columns, which the tests exclude.
fn no_column(at: &Cursor<'_>) -> Refusal {
    at.refuse(at.offset(), ErrorKind::Overflow)
}
