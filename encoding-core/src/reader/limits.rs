//! The caller's limits on depth and heap.

use super::Reader;
use crate::fault::{Fault, FaultKind};

/// Limits that the caller sets for one call; by default, only the limits of each type apply.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// Maximum number of levels of recursive types. A smaller limit set by the attribute `depth` of a type still
    /// applies.
    pub max_depth: Option<u32>,
}

impl Limits {
    /// Allows at most `levels` levels of recursive types, or fewer if a type's `depth` is smaller.
    #[must_use]
    pub const fn with_max_depth(mut self, levels: u32) -> Self {
        self.max_depth = Some(levels);
        self
    }
}

impl Reader<'_> {
    /// Charges `bytes` bytes to the caller's heap budget, if there is one. Hand-written readers call it before they
    /// allocate.
    ///
    /// # Errors
    /// `Heap_exceeded`.
    #[inline]
    pub fn charge(&self, bytes: usize) -> Result<(), Fault> {
        match self.heap {
            None => Ok(()),
            Some(heap) => heap.take(bytes, self.input),
        }
    }

    /// Returns true if the caller set a heap budget.
    #[inline]
    pub(crate) const fn has_budget(&self) -> bool {
        self.heap.is_some()
    }

    /// Charges what a vector that is filled element by element allocates, now that it has `len` elements: four elements
    /// for the first one, and the next doubling for each power of two from four on.
    #[inline]
    pub(crate) fn charge_growth<T>(&self, len: usize) -> Result<(), Fault> {
        match self.heap {
            Some(heap) if len.is_power_of_two() && len != 2 => {
                heap.take(len.max(4).saturating_mul(size_of::<T>()), self.input)
            }
            _ => Ok(()),
        }
    }

    /// Enters one level of a recursive type whose limit is `limit` levels.
    ///
    /// # Errors
    /// `Too_deep`.
    #[inline]
    pub fn enter(&mut self, limit: u32) -> Result<(), Fault> {
        let limit = if self.max_depth < limit { self.max_depth } else { limit };
        if self.depth >= limit {
            return Err(self.too_deep(limit));
        }
        self.depth = self.depth.saturating_add(1);
        Ok(())
    }

    /// Checks that the caller allows one more level below `open` levels that were read without recursion. If the caller
    /// set no limit, `u32::MAX` levels are allowed.
    ///
    /// # Errors
    /// `Too_deep`.
    #[inline]
    pub(crate) fn allow(&self, open: usize) -> Result<(), Fault> {
        let open = u32::try_from(open).unwrap_or(u32::MAX).saturating_add(self.depth);
        if open >= self.max_depth { Err(self.too_deep(self.max_depth)) } else { Ok(()) }
    }

    /// Returns the fault for a level beyond `limit`.
    #[cold]
    #[inline(never)]
    fn too_deep(&self, limit: u32) -> Fault {
        Fault::with_detail(FaultKind::TooDeep, self.input, usize::try_from(limit).unwrap_or(usize::MAX))
    }

    /// Leaves the level that [`Reader::enter`] entered.
    #[inline]
    pub fn leave(&mut self) {
        // Cannot underflow after `enter`. A checked subtraction would cost a recursive tree 2 % of its instructions.
        self.depth = self.depth.wrapping_sub(1);
    }
}
