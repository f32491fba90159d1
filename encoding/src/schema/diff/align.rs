//! Rows as a tree, and which row of one side stands for which of the other.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use crate::schema::Class;
use crate::schema::describe::{Layout, Row};
use crate::wire::prefix::Prefix;

/// Rows with what stands in front of them.
#[derive(Clone)]
pub(super) enum Item<'d> {
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
    pub(super) fn name(&self) -> Option<&'d str> {
        match self {
            Self::Value { name, .. } => *name,
            Self::Optional(inner) => inner.name(),
            Self::Block(_, items) => match items.as_slice() {
                [one] => one.name(),
                _ => None,
            },
        }
    }

    /// How much two items look like the same one; 0 where they cannot be.
    fn likeness(&self, other: &Self) -> usize {
        let names = match (self.name(), other.name()) {
            (Some(one), Some(other)) if one == other => 8,
            (None, None) => 2,
            _ => 0,
        };
        self.form_likeness(other).saturating_add(names)
    }

    fn form_likeness(&self, other: &Self) -> usize {
        match (self, other) {
            (Self::Value { layout: one, class: a, .. }, Self::Value { layout: other, class: b, .. }) => {
                let alike = core::mem::discriminant(*one) == core::mem::discriminant(*other);
                [alike, alike && a == b, one == other].iter().filter(|it| **it).count()
            }
            (Self::Block(..), Self::Block(..)) | (Self::Optional(_), Self::Optional(_)) => 3,
            _ => 0,
        }
    }
}

/// The tree of rows.
pub(super) fn items(rows: &[Row]) -> Vec<Item<'_>> {
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

/// A pair of items that stand for each other, or one that has no other.
pub(super) enum Pair<'i, 'd> {
    Both(&'i Item<'d>, &'i Item<'d>),
    Removed(&'i Item<'d>),
    Added(&'i Item<'d>),
}

/// Which item stands for which, in order on both sides: the way that has most in common.
pub(super) fn align<'i, 'd>(old: &'i [Item<'d>], new: &'i [Item<'d>]) -> Vec<Pair<'i, 'd>> {
    let width = new.len().saturating_add(1);
    let mut best = vec![0usize; old.len().saturating_add(1).saturating_mul(width)];
    let at = |one: usize, other: usize| one.saturating_mul(width).saturating_add(other);
    let value = |best: &[usize], one: usize, other: usize| best.get(at(one, other)).copied().unwrap_or_default();
    let pair = |best: &[usize], one: usize, other: usize, a: &Item<'d>, b: &Item<'d>| match a.likeness(b) {
        0 => 0,
        likeness => value(best, one.saturating_add(1), other.saturating_add(1)).saturating_add(likeness),
    };
    for (one, a) in old.iter().enumerate().rev() {
        for (other, b) in new.iter().enumerate().rev() {
            let skip = value(&best, one.saturating_add(1), other).max(value(&best, one, other.saturating_add(1)));
            let found = pair(&best, one, other, a, b).max(skip);
            if let Some(place) = best.get_mut(at(one, other)) {
                *place = found;
            }
        }
    }
    let (mut one, mut other, mut pairs) = (0usize, 0usize, Vec::new());
    while let (Some(a), Some(b)) = (old.get(one), new.get(other)) {
        let here = value(&best, one, other);
        if here != 0 && pair(&best, one, other, a, b) == here {
            pairs.push(Pair::Both(a, b));
            one = one.saturating_add(1);
            other = other.saturating_add(1);
        } else if here == value(&best, one.saturating_add(1), other) {
            pairs.push(Pair::Removed(a));
            one = one.saturating_add(1);
        } else {
            pairs.push(Pair::Added(b));
            other = other.saturating_add(1);
        }
    }
    pairs.extend(old.get(one..).unwrap_or_default().iter().map(Pair::Removed));
    pairs.extend(new.get(other..).unwrap_or_default().iter().map(Pair::Added));
    replaced(pairs)
}

/// One item gone and another come at the same place, under no other or the same name: one in the place of the other.
fn replaced<'i, 'd>(pairs: Vec<Pair<'i, 'd>>) -> Vec<Pair<'i, 'd>> {
    let mut joined: Vec<Pair<'i, 'd>> = Vec::new();
    for pair in pairs {
        match (joined.pop(), pair) {
            (Some(Pair::Removed(old)), Pair::Added(new)) if old.name().is_none() || new.name().is_none() => {
                joined.push(Pair::Both(old, new));
            }
            (before, pair) => {
                joined.extend(before);
                joined.push(pair);
            }
        }
    }
    joined
}
