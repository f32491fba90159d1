//! Blocks and lists.

use alloc::format;
use alloc::vec;

use super::{Budget, Made, Maker};
use crate::generate::Unmade;
use crate::generate::flaws::Flaw;
use tezos_encoding_core::schema::{Class, Count, Encoding, Keys, RlpHeader};
use tezos_encoding_core::wire::Prefix;

/// Maximum number of elements of a list that is made one element too long.
const MAX_TOO_MANY: usize = 10_000;

impl Maker<'_, '_> {
    pub(super) fn suffixed(&mut self, size: Prefix, inner: &'static Encoding, budget: Budget) -> Made {
        let (start, inside) = (self.out.len(), budget.less(size.bytes()));
        if budget.is_exact && inside.max > size.max() {
            return budget.unfillable();
        }
        self.value(inner, inside.at_most(size.max()))?;
        let (len, end) = (self.written(start), self.out.len());
        let len = match () {
            () if len < size.max() && self.flaws.make(Flaw::SizeTooLarge, end) => len.saturating_add(1),
            () if len > 0 && self.flaws.make(Flaw::SizeTooSmall, end) => len.saturating_sub(1),
            () => len,
        };
        size.put(len, &mut self.out);
        Ok(())
    }

    pub(super) fn block(&mut self, prefix: Prefix, inner: &'static Encoding, budget: Budget) -> Made {
        let start = self.out.len();
        let width = match prefix {
            Prefix::N | Prefix::Rlp(_) => {
                (1..=prefix.bytes()).find(|width| prefix.width(budget.max.saturating_sub(*width)) <= *width)
            }
            fixed => Some(fixed.bytes()),
        };
        let inside = budget.less(width.unwrap_or(prefix.bytes()));
        if budget.is_exact && inside.max > prefix.max() {
            return budget.unfillable();
        }
        self.out.extend_from_slice(prefix.placeholder());
        let content = self.out.len();
        self.value(inner, inside.at_most(prefix.max()))?;
        if let (Prefix::Rlp(RlpHeader::Number), Some(first @ 0)) = (prefix, self.out.get_mut(content)) {
            *first = 1;
        }
        let len = self.written(content);
        let mut size = len;
        if len < prefix.max() && self.flaws.make(Flaw::SizeTooLarge, start) {
            size = len.saturating_add(1);
        }
        if len > 0 && self.flaws.make(Flaw::SizeTooSmall, start) {
            size = len.saturating_sub(1);
        }
        prefix.fill(size, &mut self.out, start);
        if !prefix.is_fixed() {
            self.flaws.moved(start, prefix.width(size));
        }
        Ok(())
    }

    pub(super) fn list(&mut self, item: &'static Encoding, count: Count, budget: Budget) -> Made {
        match count {
            Count::Exactly(n) => self.items(item, n, budget),
            Count::ToEnd { min, max } => {
                let n = self.count(item, (min, max.unwrap_or(usize::MAX)), budget)?;
                let over = max.and_then(|max| max.checked_add(1)).filter(|over| *over <= MAX_TOO_MANY);
                let over = over.filter(|_| !budget.is_exact && self.min_sizes.of(item).is_some());
                match over.filter(|_| self.flaws.make(Flaw::TooManyElements, self.out.len())) {
                    Some(over) => {
                        let is_minimal = core::mem::replace(&mut self.is_minimal, true);
                        let made = self.items(item, over, Budget { max: usize::MAX, is_exact: false });
                        self.is_minimal = is_minimal;
                        made
                    }
                    None => self.items(item, n, budget),
                }
            }
            Count::Prefixed { prefix, max } => {
                let (start, max) = (self.out.len(), max.unwrap_or(prefix.max()).min(prefix.max()));
                // If there are no bytes for more, the number takes one byte.
                let (width, max) = match prefix {
                    Prefix::N if budget.max < prefix.bytes() || budget.is_exact => (1, max.min(0x7f)),
                    prefix => (prefix.bytes(), max),
                };
                let n = self.count(item, (0, max), budget.less(width))?;
                let mut count = n;
                for (wrong, mistake, is_possible) in [
                    (n.saturating_add(1), Flaw::CountTooLarge, n < max),
                    (n.saturating_sub(1), Flaw::CountTooSmall, n > 0),
                    (max.saturating_add(1), Flaw::TooManyElements, max < prefix.max() && prefix != Prefix::N),
                ] {
                    if is_possible && self.flaws.make(mistake, start) {
                        count = wrong;
                    }
                }
                prefix.put(count, &mut self.out);
                let written = self.written(start);
                self.items(item, n, budget.less(written))
            }
        }
    }

    /// Chooses the number of elements, from `min` to `max` and as many as fit.
    pub(super) fn count(
        &mut self,
        item: &'static Encoding,
        (min, max): (usize, usize),
        budget: Budget,
    ) -> Result<usize, Unmade> {
        let fit = match self.min_sizes.of(item) {
            Some(bytes) => budget.max.checked_div(bytes.max(1)).unwrap_or_default().min(max),
            None => 0,
        };
        match (budget.is_exact, item.size().class) {
            (true, Class::Fixed(_)) => Ok(fit),
            (true, _) if budget.max > 0 && fit == 0 => budget.unfillable(),
            (true, _) => Ok(self.choices.length(budget.max.min(1).max(min), fit.max(min))),
            (false, _) if self.is_minimal => Ok(min),
            (false, _) => Ok(self.choices.length(min, fit.max(min))),
        }
    }

    pub(super) fn items(&mut self, item: &'static Encoding, count: usize, budget: Budget) -> Made {
        let start = self.out.len();
        let min_size = self.min_sizes.of(item).unwrap_or_default();
        let is_fixed = matches!(item.size().class, Class::Fixed(_));
        for (index, others) in (0..count).rev().enumerate() {
            let left = budget.less(self.written(start)).less(others.saturating_mul(min_size));
            let is_exact = budget.is_exact && others == 0 && !is_fixed;
            self.simplified(index > 0, |maker| maker.value(item, Budget { is_exact, ..left }))?;
        }
        Ok(())
    }

    pub(super) fn pairs(&mut self, item: &'static Encoding, keys: Keys, budget: Budget) -> Made {
        let start = self.out.len();
        let header = Prefix::U30.bytes();
        let Some(min_size) = self.min_sizes.of(item).filter(|min| !budget.is_exact || *min <= budget.max) else {
            return Ok(());
        };
        let pair = min_size.saturating_add(header).saturating_add(2);
        let fit = budget.max.checked_div(pair).unwrap_or_default().min(99);
        let count = match (budget.is_exact, self.is_minimal) {
            (true, _) => budget.max.min(1),
            (false, true) => 0,
            (false, false) => self.choices.length(0, fit),
        };
        // Numbers of equal length, so that the keys are sorted like those of a map.
        let digits = if count > 10 { 2 } else { 1 };
        let name = |index: usize| format!("{index:0digits$}").into_bytes();
        for (index, others) in (0..count).rev().enumerate() {
            let left = budget.less(self.written(start)).less(others.saturating_mul(pair)).less(header);
            let key = match (budget.is_exact, item.size().class) {
                // The only key of an exact block fills it.
                (true, Class::Fixed(bytes)) => vec![b'k'; left.max.saturating_sub(bytes)],
                _ if index == 1 && keys.distinct && self.flaws.make(Flaw::DuplicateKey, self.out.len()) => name(0),
                _ => name(index),
            };
            Prefix::U30.put(key.len(), &mut self.out);
            let left = left.less(key.len());
            self.out.extend(key);
            self.simplified(index > 0, |maker| maker.value(item, left))?;
        }
        Ok(())
    }
}
