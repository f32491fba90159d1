//! Matches old rows to new rows.

use alloc::vec;
use alloc::vec::Vec;

use crate::describe::tree::Item;

impl Item<'_> {
    /// Returns true if two values have equal rows. No other item is more similar to either.
    fn is_equal(&self, other: &Self) -> bool {
        matches!(self, Self::Value { .. }) && self == other
    }

    /// Returns true if two values have the same layout and size class, or if neither item is a value.
    fn has_layout_of(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Value { layout: one, class: a, .. }, Self::Value { layout: other, class: b, .. }) => {
                one == other && a == b
            }
            _ => true,
        }
    }

    /// Returns the similarity of two items; 0 if they cannot correspond.
    fn likeness(&self, other: &Self) -> usize {
        let names = match (self.name(), other.name()) {
            (Some(one), Some(other)) if one == other => 8,
            (None, None) => 2,
            // Different names and different layouts: they are different fields.
            (Some(_), Some(_)) if !self.has_layout_of(other) => return 0,
            _ => 0,
        };
        let layouts = match (self, other) {
            (Self::Value { layout: one, class: a, .. }, Self::Value { layout: other, class: b, .. }) => {
                let alike = core::mem::discriminant(*one) == core::mem::discriminant(*other);
                [alike, alike && a == b, one == other].iter().filter(|it| **it).count()
            }
            (Self::Block(..), Self::Block(..)) | (Self::Optional(_), Self::Optional(_)) => 3,
            _ => 0,
        };
        layouts.saturating_add(names)
    }
}

/// Two items that correspond, or one without a counterpart.
pub(super) enum Pair<'i, 'd> {
    Both(&'i Item<'d>, &'i Item<'d>),
    Removed(&'i Item<'d>),
    Added(&'i Item<'d>),
}

type Pairs<'i, 'd> = Vec<Pair<'i, 'd>>;

/// Maximum number of pairs of items that are compared to find the best alignment: 512 rows with 512 others.
const MAX_PAIRS: usize = 1 << 18;

/// Aligns items in order on both sides, either to maximize the total similarity or, if there are too many, one by one.
/// Equal items at the start always correspond, and if there are too many, so do those at the end.
pub(super) fn align<'i, 'd>(old: &'i [Item<'d>], new: &'i [Item<'d>]) -> Pairs<'i, 'd> {
    let equal = old.iter().zip(new).take_while(|(a, b)| a.is_equal(b)).count();
    let ((front, old), (new_front, new)) = (old.split_at(equal), new.split_at(equal));
    let is_few = |old: &[Item<'d>], new: &[Item<'d>]| old.len().saturating_mul(new.len()) <= MAX_PAIRS;
    let equal = match is_few(old, new) {
        true => 0,
        false => old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a.is_equal(b)).count(),
    };
    let (old, back) = old.split_at(old.len().saturating_sub(equal));
    let (new, new_back) = new.split_at(new.len().saturating_sub(equal));
    let mut pairs = both(front, new_front);
    if is_few(old, new) {
        best(old, new, &mut pairs);
    } else {
        one_by_one(old, new, &mut pairs);
    }
    pairs.append(&mut both(back, new_back));
    replaced(pairs)
}

fn both<'i, 'd>(old: &'i [Item<'d>], new: &'i [Item<'d>]) -> Pairs<'i, 'd> {
    old.iter().zip(new).map(|(old, new)| Pair::Both(old, new)).collect()
}

fn one_by_one<'i, 'd>(old: &'i [Item<'d>], new: &'i [Item<'d>], pairs: &mut Pairs<'i, 'd>) {
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

/// The maximum total similarity of the items from an old and a new index onwards.
struct Scores {
    width: usize,
    scores: Vec<usize>,
}

impl Scores {
    fn index(&self, old: usize, new: usize) -> usize {
        old.saturating_mul(self.width).saturating_add(new)
    }

    fn get(&self, old: usize, new: usize) -> usize {
        self.scores.get(self.index(old, new)).copied().unwrap_or_default()
    }

    /// Returns the score if the items at these indices correspond; 0 if they cannot.
    fn of_pair(&self, (old, a): (usize, &Item<'_>), (new, b): (usize, &Item<'_>)) -> usize {
        match a.likeness(b) {
            0 => 0,
            likeness => self.get(old.saturating_add(1), new.saturating_add(1)).saturating_add(likeness),
        }
    }
}

fn best<'i, 'd>(old: &'i [Item<'d>], new: &'i [Item<'d>], pairs: &mut Pairs<'i, 'd>) {
    let width = new.len().saturating_add(1);
    let mut scores = Scores { width, scores: vec![0; old.len().saturating_add(1).saturating_mul(width)] };
    for (i, a) in old.iter().enumerate().rev() {
        for (j, b) in new.iter().enumerate().rev() {
            let skip = scores.get(i.saturating_add(1), j).max(scores.get(i, j.saturating_add(1)));
            let score = scores.of_pair((i, a), (j, b)).max(skip);
            let index = scores.index(i, j);
            scores.scores.get_mut(index).into_iter().for_each(|known| *known = score);
        }
    }
    let (mut i, mut j) = (0usize, 0usize);
    while let (Some(a), Some(b)) = (old.get(i), new.get(j)) {
        let score = scores.get(i, j);
        let (pair, steps) = if score != 0 && scores.of_pair((i, a), (j, b)) == score {
            (Pair::Both(a, b), (1, 1))
        } else if score == scores.get(i.saturating_add(1), j) {
            (Pair::Removed(a), (1, 0))
        } else {
            (Pair::Added(b), (0, 1))
        };
        pairs.push(pair);
        (i, j) = (i.saturating_add(steps.0), j.saturating_add(steps.1));
    }
    pairs.extend(old.iter().skip(i).map(Pair::Removed));
    pairs.extend(new.iter().skip(j).map(Pair::Added));
}

/// Joins a removed item and the added one after it, unless both have names: one replaces the other.
fn replaced<'i, 'd>(pairs: Pairs<'i, 'd>) -> Pairs<'i, 'd> {
    let mut joined: Pairs<'i, 'd> = Vec::new();
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
