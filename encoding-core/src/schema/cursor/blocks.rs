//! What a walk goes into and leaves again: blocks, size limits, levels of recursive types.

use super::{Cursor, Refusal};
use crate::error::ErrorKind;
use crate::wire::prefix::Prefix;

/// A size limit that a walk has gone into, and the bytes that the one around it allowed.
#[derive(Clone, Copy)]
pub(in crate::schema) struct Limit {
    allowed: usize,
    outer: Option<usize>,
}

impl Cursor<'_> {
    /// Goes into a block of `len` bytes; how many bytes of the one around are behind it.
    #[inline]
    pub(in crate::schema) fn enter(&mut self, len: usize) -> Result<usize, Refusal> {
        self.need(len, "the block that the size announces")?;
        let behind = self.remaining.saturating_sub(len);
        self.remaining = len;
        Ok(behind)
    }

    /// Goes into all of the block but its last `bytes` bytes.
    #[inline]
    pub(in crate::schema) fn reserve(&mut self, bytes: usize) -> Result<(), Refusal> {
        match self.remaining.checked_sub(bytes) {
            Some(head) => self.remaining = head,
            None => self.need(bytes, "the fields behind")?,
        }
        Ok(())
    }

    /// Leaves a block that must have been read to its end; `behind` bytes of the one around are left.
    #[inline]
    pub(in crate::schema) fn leave(&mut self, behind: usize) -> Result<(), Refusal> {
        self.ended()?;
        self.remaining = behind;
        Ok(())
    }

    /// Refuses bytes that are left of the block.
    #[inline]
    pub(in crate::schema) fn ended(&self) -> Result<(), Refusal> {
        match self.remaining {
            0 => Ok(()),
            count => Err(self.refuse(self.offset, ErrorKind::ExtraBytes { count })),
        }
    }

    /// Goes into what stands before the size that ends the block; that size.
    pub(in crate::schema) fn suffix(&mut self, size: Prefix) -> Result<usize, Refusal> {
        self.need(self.remaining, "the block and its size")?;
        self.need(size.bytes(), "the size of a block")?;
        let before = self.remaining.saturating_sub(size.bytes());
        let offset = self.offset.saturating_add(before);
        let mut end = Self { offset, remaining: size.bytes(), allowed: None, ..self.clone() };
        let len = size.check(&mut end)?;
        self.remaining = before;
        Ok(len)
    }

    /// Goes into a limit of `most` bytes, or of those that the one around still allows.
    #[inline]
    pub(in crate::schema) fn limit(&mut self, most: usize) -> Limit {
        let outer = self.allowed;
        let allowed = outer.map_or(most, |outer| outer.min(most));
        self.allowed = Some(allowed);
        Limit { allowed, outer }
    }

    /// Leaves a limit.
    #[inline]
    pub(in crate::schema) fn lift(&mut self, limit: Limit) {
        let read = limit.allowed.saturating_sub(self.allowed.unwrap_or_default());
        self.allowed = limit.outer.map(|outer| outer.saturating_sub(read));
    }

    /// Goes a level further into recursive types, of which there may be `limit`.
    #[inline]
    pub(in crate::schema) fn descend(&mut self, limit: u32) -> Result<(), Refusal> {
        if self.depth >= limit {
            return Err(self.refuse(self.offset, ErrorKind::TooDeep { limit }));
        }
        self.depth = self.depth.saturating_add(1);
        Ok(())
    }

    /// Comes back from it.
    #[inline]
    pub(in crate::schema) fn ascend(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
}
