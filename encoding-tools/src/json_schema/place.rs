//! What is around a value and changes its schema.

use tezos_encoding_core::wire::{MAX_SIZE, Prefix};

/// What is around a value.
#[derive(Clone, Copy)]
pub(super) struct Place {
    /// Whether it is a field, which is left out with its name where it is absent. Elsewhere, also further inside, absent is `null`.
    pub(super) named: bool,
    /// Whether it is a part of an object: the properties of other parts are allowed too.
    pub(super) open: bool,
    /// Bytes that it takes at least, where it goes to the end of the block.
    pub(super) least: usize,
    /// Bytes that it takes at most, where that is less than any block may have.
    pub(super) most: Option<usize>,
}

impl Place {
    /// Nothing is around it.
    pub(super) const ALONE: Self = Self { named: false, open: false, least: 0, most: None };
    /// A field.
    pub(super) const NAMED: Self = Self { named: true, ..Self::ALONE };

    /// The same for what is inside and has other bytes.
    pub(super) const fn unbounded(self) -> Self {
        Self { least: 0, most: None, ..self }
    }

    /// The same for what is further inside than the form of a field.
    pub(super) const fn inside(self) -> Self {
        Self { named: false, ..self }
    }

    /// Inside a block with its size in front or behind.
    pub(super) fn block(self, prefix: Prefix) -> Self {
        let most = self.most.map(|most| most.saturating_sub(prefix.least_bytes()));
        Self { least: self.least.saturating_sub(prefix.bytes()), most, ..self }.at_most(prefix.max())
    }

    /// Inside a limit.
    pub(super) fn at_most(self, limit: usize) -> Self {
        let most = self.most.map_or(limit, |most| most.min(limit));
        Self { most: Some(most).filter(|most| *most < MAX_SIZE), ..self }
    }
}
