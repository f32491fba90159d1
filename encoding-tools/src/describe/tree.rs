//! Rows as a tree: a size prefix contains its block, a presence flag its value.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{Layout, Row};
use tezos_encoding_core::schema::Class;
use tezos_encoding_core::wire::Prefix;

/// A row with the rows that belong to it.
#[derive(Clone, PartialEq)]
pub(crate) enum Item<'d> {
    Value {
        name: Option<&'d str>,
        class: Class,
        layout: &'d Layout,
    },
    /// A size prefix, then its block.
    Block(Prefix, Vec<Item<'d>>),
    /// A presence flag, then its value.
    Optional(Box<Item<'d>>),
}

impl<'d> Item<'d> {
    /// Returns the name of the field, if the item is a single field.
    pub(crate) fn name(&self) -> Option<&'d str> {
        match self {
            Self::Value { name, .. } => *name,
            Self::Optional(inner) => inner.name(),
            Self::Block(_, items) => match items.as_slice() {
                [one] => one.name(),
                _ => None,
            },
        }
    }
}

/// Maximum number of size prefixes and presence flags around a value. Parsed descriptions have no more.
const MAX_LEVELS: usize = 64;

/// Returns the tree of rows. Below [`MAX_LEVELS`], size prefixes and presence flags are treated as values.
pub(crate) fn items(rows: &[Row]) -> Vec<Item<'_>> {
    items_at(rows, 0)
}

fn items_at(mut rows: &[Row], level: usize) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    while let Some((item, rest)) = first(rows, level) {
        items.push(item);
        rows = rest;
    }
    items
}

fn first(rows: &[Row], level: usize) -> Option<(Item<'_>, &[Row])> {
    let (first, rest) = rows.split_first()?;
    let value = |bytes, layout| Item::Value { name: None, class: Class::Fixed(bytes), layout };
    let inside = level.saturating_add(1);
    Some(match first {
        Row::Field { name, class, layout } => (Item::Value { name: name.as_deref(), class: *class, layout }, rest),
        Row::Length { prefix, .. } if level >= MAX_LEVELS => (value(prefix.bytes(), &Layout::Bytes), rest),
        Row::Presence { .. } if level >= MAX_LEVELS => (value(1, &Layout::Bool), rest),
        Row::Length { rows, prefix, .. } => {
            let (block, after) = rest.split_at_checked(*rows).unwrap_or((rest, &[]));
            (Item::Block(*prefix, items_at(block, inside)), after)
        }
        Row::Presence { .. } => {
            let (item, after) = self::first(rest, inside)?;
            (Item::Optional(Box::new(item)), after)
        }
    })
}

/// The size prefixes and presence flags around a row, counted row by row without building a tree.
#[derive(Default)]
pub(super) struct Nesting {
    open: Vec<Open>,
    row: usize,
}

enum Open {
    /// A block up to this row.
    Block(usize),
    /// A presence flag, whose value is one item.
    Flag,
}

impl Nesting {
    /// Adds a row. Returns false if it is nested too deep for a tree.
    pub(super) fn allows(&mut self, row: &Row) -> bool {
        // The end of a block also ends everything that is open inside it.
        if let Some(ended) = self.open.iter().position(|open| matches!(open, Open::Block(end) if *end <= self.row)) {
            self.open.truncate(ended);
            self.end_item();
        }
        self.row = self.row.saturating_add(1);
        match row {
            Row::Field { .. } => self.end_item(),
            Row::Length { rows, .. } => {
                let ends =
                    self.open.iter().filter_map(|open| if let Open::Block(end) = open { Some(*end) } else { None });
                let end = self.row.saturating_add(*rows);
                self.open.push(Open::Block(ends.fold(end, usize::min)));
            }
            Row::Presence { .. } => self.open.push(Open::Flag),
        }
        self.open.len() <= MAX_LEVELS
    }

    /// Ends an item, and the flags before it.
    fn end_item(&mut self) {
        while self.open.pop_if(|open| matches!(open, Open::Flag)).is_some() {}
    }
}
