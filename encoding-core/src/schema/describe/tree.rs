//! Rows as a tree: a size with its block, a flag with its value.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::{Layout, Row};
use crate::schema::Class;
use crate::wire::prefix::Prefix;

/// Rows with what stands in front of them.
#[derive(Clone)]
pub(in crate::schema) enum Item<'d> {
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
    pub(in crate::schema) fn name(&self) -> Option<&'d str> {
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

/// The tree of rows.
pub(in crate::schema) fn items(rows: &[Row]) -> Vec<Item<'_>> {
    let mut items = Vec::new();
    let mut rest = rows;
    while let Some((item, behind)) = next(rest) {
        items.push(item);
        rest = behind;
    }
    items
}

fn next(rows: &[Row]) -> Option<(Item<'_>, &[Row])> {
    let (first, rest) = rows.split_first()?;
    Some(match first {
        Row::Field { name, class, layout } => (Item::Value { name: name.as_deref(), class: *class, layout }, rest),
        Row::Length { rows, prefix, .. } => {
            // So many rows, of which some may be sizes and flags themselves.
            let (inside, behind) = rest.split_at_checked(*rows).unwrap_or((rest, &[]));
            (Item::Block(*prefix, items(inside)), behind)
        }
        Row::Presence { .. } => {
            let (item, behind) = next(rest)?;
            (Item::Optional(Box::new(item)), behind)
        }
    })
}
