//! Which row of one side stands for which of the other.

use alloc::vec;
use alloc::vec::Vec;

use crate::describe::tree::Item;

impl Item<'_> {
    /// Whether two values are the same in all that a row says. No other item is more like either.
    fn is_equal(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Value { name, class, layout },
                Self::Value { name: other_name, class: other_class, layout: other_layout },
            ) => name == other_name && class == other_class && layout == other_layout,
            _ => false,
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

/// A pair of items that stand for each other, or one that has no other.
pub(super) enum Pair<'i, 'd> {
    Both(&'i Item<'d>, &'i Item<'d>),
    Removed(&'i Item<'d>),
    Added(&'i Item<'d>),
}

/// Pairs of items that are looked at for the way that has most in common: 512 rows in the place of 512 others.
const MAX_PAIRS: usize = 1 << 18;

/// Which item stands for which, in order on both sides: the way that has most in common, or row by row where there are too many to
/// look for it. What is equal at the front is never looked at, and what is equal at the end only among few rows.
pub(super) fn align<'i, 'd>(old: &'i [Item<'d>], new: &'i [Item<'d>]) -> Vec<Pair<'i, 'd>> {
    let same = old.iter().zip(new).take_while(|(a, b)| a.is_equal(b)).count();
    let ((front, old), (other_front, new)) = (old.split_at(same), new.split_at(same));
    let mut pairs: Vec<_> = front.iter().zip(other_front).map(|(a, b)| Pair::Both(a, b)).collect();
    if old.len().saturating_mul(new.len()) <= MAX_PAIRS {
        best(old, new, &mut pairs);
        return replaced(pairs);
    }
    let same = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a.is_equal(b)).count();
    let (old, back) = old.split_at(old.len().saturating_sub(same));
    let (new, other_back) = new.split_at(new.len().saturating_sub(same));
    if old.len().saturating_mul(new.len()) <= MAX_PAIRS {
        best(old, new, &mut pairs);
    } else {
        in_turn(old, new, &mut pairs);
    }
    pairs.extend(back.iter().zip(other_back).map(|(a, b)| Pair::Both(a, b)));
    replaced(pairs)
}

/// Row by row.
fn in_turn<'i, 'd>(old: &'i [Item<'d>], new: &'i [Item<'d>], pairs: &mut Vec<Pair<'i, 'd>>) {
    for (a, b) in old.iter().zip(new) {
        if a.likeness(b) == 0 {
            pairs.extend([Pair::Removed(a), Pair::Added(b)]);
        } else {
            pairs.push(Pair::Both(a, b));
        }
    }
    pairs.extend(old.iter().skip(new.len()).map(Pair::Removed));
    pairs.extend(new.iter().skip(old.len()).map(Pair::Added));
}

/// The way that has most in common, of all.
fn best<'i, 'd>(old: &'i [Item<'d>], new: &'i [Item<'d>], pairs: &mut Vec<Pair<'i, 'd>>) {
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
    let (mut one, mut other) = (0usize, 0usize);
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
