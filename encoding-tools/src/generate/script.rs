//! Scripted choices, to try all alternatives in turn.

use alloc::vec;
use alloc::vec::Vec;

/// Makes the first choice everywhere except at the decisions of `path`, and records the number of alternatives.
pub(super) struct Script {
    /// Indices of decisions, each with the alternative to choose.
    pub(super) path: Vec<(usize, usize)>,
    pub(super) decisions: Vec<Decision>,
    /// Indices of the decisions on which the current values depend.
    open: Vec<usize>,
    /// The number of enclosing values for which only the simplest choices are made.
    simplified: u32,
    /// The number of enclosing values that are generated at random.
    left: u32,
}

pub(super) struct Decision {
    /// The number of alternatives.
    pub(super) count: usize,
    /// The index of the first later decision that does not depend on this one.
    pub(super) end: usize,
}

impl Script {
    pub(super) fn new(path: Vec<(usize, usize)>) -> Self {
        Self { path, decisions: Vec::new(), open: Vec::new(), simplified: 0, left: 0 }
    }

    pub(super) fn is_followed(&self) -> bool {
        self.left == 0
    }

    /// Chooses one of `count` alternatives.
    pub(super) fn choose(&mut self, count: usize) -> usize {
        if self.simplified > 0 || count < 2 {
            return 0;
        }
        let here = self.decisions.len();
        self.open.push(here);
        self.decisions.push(Decision { count, end: here });
        self.path.iter().find(|(decision, _)| *decision == here).map_or(0, |(_, choice)| *choice)
    }

    /// Chooses one of several values; of equal ones, only the first is considered.
    pub(super) fn among<T: Copy>(&mut self, values: &[T], is_equal: fn(&T, &T) -> bool, otherwise: T) -> T {
        let mut distinct: Vec<T> = Vec::new();
        for value in values {
            if !distinct.iter().any(|known| is_equal(known, value)) {
                distinct.push(*value);
            }
        }
        let index = self.choose(distinct.len());
        distinct.get(index).copied().unwrap_or(otherwise)
    }

    /// Chooses among zero, the largest number of each length and the one after it.
    pub(super) fn number(&mut self, first: u32, is_signed: bool, max: usize) -> (bool, Vec<u8>) {
        let lengths = u32::try_from(max.min(37)).unwrap_or(37);
        let mut powers: Vec<(u32, bool)> = vec![(0, true)];
        for length in 0..lengths {
            let exponent = length.saturating_mul(7).saturating_add(first);
            powers.push((exponent, true));
            if length.saturating_add(1) < lengths {
                powers.push((exponent, false));
            }
        }
        if lengths == 37 {
            powers.extend([(256, true), (256, false)]);
        }
        let positive = powers.len();
        let index = self.choose(if is_signed { positive.saturating_mul(2) } else { positive });
        let chosen = powers.get(index.checked_rem(positive).unwrap_or_default());
        let (exponent, less_one) = chosen.copied().unwrap_or((0, true));
        (index >= positive, power(exponent, less_one))
    }

    /// Chooses text of one character, or invalid UTF-8.
    pub(super) fn text(&mut self, count: usize, is_utf8: bool) -> Vec<u8> {
        let fillers = ["a", "\"", "\u{0}", "é", "\u{10ffff}"];
        let alternatives = fillers.len().saturating_add(usize::from(!is_utf8));
        let choice = self.choose(if count == 0 { 1 } else { alternatives });
        let Some(filler) = fillers.get(choice) else { return vec![0xff; count] };
        let mut text = filler.repeat(count.checked_div(filler.len()).unwrap_or_default()).into_bytes();
        text.resize(count, b'a');
        text
    }

    pub(super) fn open(&self) -> usize {
        self.open.len()
    }

    pub(super) fn close(&mut self, open: usize) {
        let end = self.decisions.len();
        for index in self.open.split_off(open.min(self.open.len())) {
            if let Some(decision) = self.decisions.get_mut(index) {
                decision.end = end;
            }
        }
    }

    pub(super) fn simplify(&mut self, begins: bool) {
        self.simplified = if begins { self.simplified.saturating_add(1) } else { self.simplified.saturating_sub(1) };
    }

    pub(super) fn leave(&mut self, begins: bool) {
        self.left = if begins { self.left.saturating_add(1) } else { self.left.saturating_sub(1) };
    }
}

/// Returns 2 to the power of `exponent`, or one less.
pub(super) fn power(exponent: u32, less_one: bool) -> Vec<u8> {
    let bytes = usize::try_from(exponent >> 3).unwrap_or_default();
    let top = 1u8 << (exponent & 7);
    let mut magnitude = vec![if less_one { 0xff } else { 0 }; bytes];
    magnitude.push(if less_one { top.saturating_sub(1) } else { top });
    magnitude
}
