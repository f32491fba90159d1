//! Counts sizes in bounded memory.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The maximum number of different sizes that are counted exactly.
const EXACT_MAX: usize = 4_096;

/// The number of leading bits of a size that are kept when sizes are rounded.
const BITS: u32 = 11;

/// The count of each size. The number of sizes, their sum, minimum and maximum are always exact. The sizes between them are exact as long
/// as there are at most 4,096 different ones; with more, sizes above 2,047 are rounded up by less than 0.1 %. Whether they are rounded
/// depends only on the sizes, not on the order in which they are added.
///
/// A histogram of the crate `hdrhistogram` would allocate memory for all possible sizes, which is too much for each field of each kind in
/// each batch of messages.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Sizes {
    counts: BTreeMap<u64, u64>,
    rounded: bool,
    count: u64,
    total: u64,
    min: u64,
    max: u64,
}

impl Sizes {
    /// Adds a size.
    pub(super) fn add(&mut self, size: u64) {
        self.min = if self.count == 0 { size } else { self.min.min(size) };
        self.max = self.max.max(size);
        self.count = self.count.saturating_add(1);
        self.total = self.total.saturating_add(size);
        self.add_counts(size, 1);
    }

    /// Adds all sizes of `other`.
    pub(super) fn merge(&mut self, other: Self) {
        if other.count == 0 {
            return;
        }
        self.min = if self.count == 0 { other.min } else { self.min.min(other.min) };
        self.max = self.max.max(other.max);
        self.count = self.count.saturating_add(other.count);
        self.total = self.total.saturating_add(other.total);
        if other.rounded {
            self.round();
        }
        for (size, count) in other.counts {
            self.add_counts(size, count);
        }
    }

    fn add_counts(&mut self, size: u64, count: u64) {
        let size = if self.rounded { rounded(size) } else { size };
        let counts = self.counts.entry(size).or_default();
        *counts = counts.saturating_add(count);
        if self.counts.len() > EXACT_MAX {
            self.round();
        }
    }

    fn round(&mut self) {
        if self.rounded {
            return;
        }
        self.rounded = true;
        for (size, count) in std::mem::take(&mut self.counts) {
            self.add_counts(size, count);
        }
    }

    /// Returns the number of sizes.
    pub(super) const fn count(&self) -> u64 {
        self.count
    }

    /// Returns the sum of the sizes.
    pub(super) const fn total(&self) -> u64 {
        self.total
    }

    /// Returns the smallest size that at least this fraction of the sizes does not exceed.
    pub(super) fn quantile(&self, part: f64) -> u64 {
        let rank = (self.count as f64 * part).ceil() as u64;
        if rank <= 1 {
            return self.min;
        }
        let mut until = 0_u64;
        let at = self.counts.iter().find(|(_, count)| {
            until = until.saturating_add(**count);
            until >= rank
        });
        at.map_or(self.max, |(size, _)| *size).min(self.max)
    }
}

/// Returns the largest size with the same [`BITS`] leading bits.
const fn rounded(size: u64) -> u64 {
    let bits = u64::BITS.saturating_sub(size.leading_zeros());
    let rest = (1_u64 << bits.saturating_sub(BITS)).saturating_sub(1);
    size | rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(all: impl IntoIterator<Item = u64>) -> Sizes {
        let mut sizes = Sizes::default();
        all.into_iter().for_each(|size| sizes.add(size));
        sizes
    }

    #[test]
    fn quantiles_are_sizes_that_were_seen() {
        let few = sizes([5, 1, 9, 3]);
        assert_eq!([0.0, 0.25, 0.5, 0.95, 1.0].map(|part| few.quantile(part)), [1, 1, 3, 9, 9]);
        assert_eq!((few.count(), few.total()), (4, 18));
        assert_eq!(sizes([]).quantile(0.5), 0);
    }

    #[test]
    fn many_sizes_take_little_memory_and_are_nearly_exact() {
        let many = sizes((0..1_000_000).map(|n| n * 17));
        assert!(many.counts.len() < 16_000, "{}", many.counts.len());
        assert_eq!((many.count(), many.total()), (1_000_000, 17 * 999_999 * 500_000));
        assert_eq!((many.quantile(0.0), many.quantile(1.0)), (0, 17 * 999_999));
        for part in [0.001, 0.25, 0.5, 0.95] {
            let (exact, found) = (17.0 * (1e6 * part - 1.0), many.quantile(part) as f64);
            assert!(found >= exact && found <= exact * 1.001, "{part}: {found}, not {exact}");
        }
        assert_eq!(
            [0, 1, 2047, 2048, 2049, 4095, 4096, u64::MAX].map(rounded),
            [0, 1, 2047, 2049, 2049, 4095, 4099, u64::MAX]
        );
    }

    #[test]
    fn up_to_4096_sizes_are_exact() {
        let exact = sizes((0..4096).map(|n| 3000 + n * 2));
        assert!(!exact.rounded && exact.counts.len() == 4096);
        // Sizes that were seen already do not count.
        let mut again = exact.clone();
        again.merge(sizes([3000, 3000]));
        assert!(!again.rounded && again.count() == 4098);
        let mut more = exact.clone();
        more.add(1);
        assert!(more.rounded && more.counts.len() < 4096);
        assert_eq!((more.quantile(0.0), more.count(), more.total()), (1, 4097, exact.total() + 1));
        // The median of 4,096 sizes is the 2,048th, that of 4,097 the 2,049th.
        assert_eq!((exact.quantile(0.5), more.quantile(0.5)), (3000 + 2 * 2047, rounded(3000 + 2 * 2047)));
        assert_eq!((exact.quantile(1.0), exact.quantile(0.0)), (3000 + 2 * 4095, 3000));
        let mut merged = Sizes::default();
        merged.merge(sizes([7]));
        merged.merge(Sizes::default());
        merged.merge(sizes([5, 9]));
        assert_eq!((merged.min, merged.max, merged.count(), merged.total()), (5, 9, 3, 21));
    }

    #[test]
    fn the_order_of_merging_does_not_matter() {
        let parts: Vec<Sizes> = (0..7_u64).map(|part| sizes((0..900).map(|n| n * n * (part + 1)))).collect();
        let merge = |order: &[usize]| {
            let mut all = Sizes::default();
            order.iter().for_each(|part| all.merge(parts[*part].clone()));
            all
        };
        let (mut one, mut other) = (merge(&[0, 1, 2, 3]), merge(&[6, 5]));
        assert!(!merge(&[0, 1]).rounded);
        one.merge(merge(&[4, 5, 6]));
        other.merge(merge(&[3, 4, 2, 0, 1]));
        assert!(one.rounded);
        assert_eq!(one, other);
    }
}
