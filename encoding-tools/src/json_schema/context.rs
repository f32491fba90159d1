//! The context of a value that changes its schema.

use tezos_encoding_core::schema::Extent;
use tezos_encoding_core::wire::{MAX_SIZE, Prefix};

/// The context of a value.
#[derive(Clone, Copy)]
pub(super) struct Context {
    /// Whether it is the value of a field, which is omitted if it is absent. Elsewhere, and inside the value, absence
    /// is `null`.
    pub(super) is_field: bool,
    /// Whether it is part of a merged object, so that the properties of the other parts are allowed too.
    pub(super) is_open: bool,
    /// Its minimum size in bytes, if it extends to the end of its block.
    pub(super) min: usize,
    /// Its maximum size in bytes, if that is less than the maximum of every block.
    pub(super) max: Option<usize>,
}

impl Context {
    /// A value without context.
    pub(super) const ALONE: Self = Self { is_field: false, is_open: false, min: 0, max: None };
    /// The value of a field.
    pub(super) const FIELD: Self = Self { is_field: true, ..Self::ALONE };

    /// Drops the limits, which apply to other bytes than those of the value inside.
    pub(super) const fn unbounded(self) -> Self {
        Self { min: 0, max: None, ..self }
    }

    /// Enters the value of a field.
    pub(super) const fn inside(self) -> Self {
        Self { is_field: false, ..self }
    }

    /// Enters a block whose size precedes or follows it.
    pub(super) fn block(self, prefix: Prefix) -> Self {
        let max = self.max.map(|max| max.saturating_sub(prefix.min_bytes()));
        Self { min: self.min.saturating_sub(prefix.bytes()), max, ..self }.at_most(prefix.max())
    }

    /// Enters a limit.
    pub(super) fn at_most(self, limit: usize) -> Self {
        let max = self.max.map_or(limit, |max| max.min(limit));
        Self { max: Some(max).filter(|max| *max < MAX_SIZE), ..self }
    }

    /// Enters bytes or text.
    pub(super) fn extent(self, extent: Extent) -> Self {
        match extent {
            Extent::Fixed(bytes) => Self { min: bytes, max: Some(bytes), ..self },
            Extent::Rest => self,
        }
    }
}
