//! Rows as a tree: a size with its block, a flag with its value.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{Layout, Row};
use tezos_encoding_core::schema::Class;
use tezos_encoding_core::wire::Prefix;

/// Rows with what stands in front of them.
#[derive(Clone)]
pub(crate) enum Item<'d> {
    Value {
        name: Option<&'d str>,
        class: Class,
        layout: &'d Layout,
    },
    /// A size, then a block.
    Block(Prefix, Vec<Item<'d>>),
    /// A flag, then a value.
    Optional(Box<Item<'d>>),
}

impl<'d> Item<'d> {
    /// The name of the field that it is, if it is one.
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

/// Sizes and flags in front of each other, each for what stands behind it.
pub(crate) const MAX_LEVELS: usize = 64;

/// What a flag is where too many stand in front of each other.
static FLAG: Layout = Layout::Bool;

/// What a size is there.
static SIZE: Layout = Layout::Bytes;

/// The tree of rows. Below [`MAX_LEVELS`], which no text of a description has, sizes and flags are values of their own.
pub(crate) fn items(rows: &[Row]) -> Vec<Item<'_>> {
    items_at(rows, 0)
}

fn items_at(rows: &[Row], level: usize) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    let mut rest = rows;
    while let Some((item, behind)) = next(rest, level) {
        items.push(item);
        rest = behind;
    }
    items
}

fn next(rows: &[Row], level: usize) -> Option<(Item<'_>, &[Row])> {
    let (first, rest) = rows.split_first()?;
    let inside = level.saturating_add(1);
    Some(match first {
        Row::Field { name, class, layout } => (Item::Value { name: name.as_deref(), class: *class, layout }, rest),
        Row::Length { prefix, .. } if level >= MAX_LEVELS => {
            (Item::Value { name: None, class: Class::Fixed(prefix.bytes()), layout: &SIZE }, rest)
        }
        Row::Presence { .. } if level >= MAX_LEVELS => {
            (Item::Value { name: None, class: Class::Fixed(1), layout: &FLAG }, rest)
        }
        Row::Length { rows, prefix, .. } => {
            // So many rows, of which some may be sizes and flags themselves.
            let (block, behind) = rest.split_at_checked(*rows).unwrap_or((rest, &[]));
            (Item::Block(*prefix, items_at(block, inside)), behind)
        }
        Row::Presence { .. } => {
            let (item, behind) = next(rest, inside)?;
            (Item::Optional(Box::new(item)), behind)
        }
    })
}

/// What a size or a flag is open for.
enum Open {
    /// Rows up to this one.
    Rows(usize),
    /// One item.
    Item,
}

/// Sizes and flags that are open, row by row, without a tree.
#[derive(Default)]
pub(super) struct Levels {
    open: Vec<Open>,
    row: usize,
}

impl Levels {
    /// Whether one more row does not go deeper than a tree does.
    pub(super) fn allow(&mut self, row: &Row) -> bool {
        // With a block ends what is open inside of it.
        if let Some(ended) = self.open.iter().position(|open| matches!(open, Open::Rows(end) if *end <= self.row)) {
            self.open.truncate(ended);
            self.end_item();
        }
        self.row = self.row.saturating_add(1);
        match row {
            Row::Field { .. } => self.end_item(),
            Row::Length { rows, .. } => {
                let ends =
                    self.open.iter().rev().find_map(|open| if let Open::Rows(end) = open { Some(*end) } else { None });
                let end = self.row.saturating_add(*rows);
                self.open.push(Open::Rows(ends.map_or(end, |around| around.min(end))));
            }
            Row::Presence { .. } => self.open.push(Open::Item),
        }
        self.open.len() <= MAX_LEVELS
    }

    /// An item ends, and with it the flags in front of it.
    fn end_item(&mut self) {
        while self.open.pop_if(|open| matches!(open, Open::Item)).is_some() {}
    }
}
