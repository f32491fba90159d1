//! Where blocks come from.

use tezos_archive_store::{Blocks, Refusal, Source};

/// Blocks in ranges that can be read at the same time.
pub trait Ranges: Sync {
    /// Returns the first and the last level of each range, if they are known before it is read.
    fn levels(&self) -> Vec<Option<(i32, i32)>>;

    /// Reads the blocks of a range, in order of level; none if there is no such range.
    fn blocks(&self, index: usize) -> Blocks;

    /// Returns what was refused when the source was opened. It is in the table of refusals of the first range.
    fn refusals(&self) -> Vec<Refusal> {
        Vec::new()
    }
}

impl Ranges for Source {
    fn levels(&self) -> Vec<Option<(i32, i32)>> {
        self.ranges().iter().map(|range| range.levels).collect()
    }

    fn blocks(&self, index: usize) -> Blocks {
        match self.ranges().get(index) {
            Some(range) => self.range(range),
            None => Box::new(std::iter::empty()),
        }
    }

    fn refusals(&self) -> Vec<Refusal> {
        Source::refusals(self).to_vec()
    }
}
