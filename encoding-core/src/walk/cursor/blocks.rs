//! Opening and closing of blocks, size limits and levels of recursive types.

use super::{Cursor, Refusal, big_endian, little_endian};
use crate::error::ErrorKind;
use crate::prefix::{MAX_SIZE, Prefix};
use crate::schema::INT31_MAX;

/// An open size limit, and the limit around it.
#[derive(Clone, Copy)]
pub struct Limit {
    allowed: usize,
    outer: Option<usize>,
}

impl Cursor<'_> {
    /// Reads a size prefix.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`, `Invalid_int`, `Trailing_zero`.
    pub fn size_prefix(&mut self, prefix: Prefix) -> Result<usize, Refusal> {
        let start = self.offset;
        if let Prefix::Rlp(header) = prefix {
            return self.rlp_header(header);
        }
        if prefix == Prefix::N {
            return self.small_n(prefix.bytes(), i128::try_from(MAX_SIZE).unwrap_or(i128::MAX), "the size of a block");
        }
        let bytes = self.take(prefix.bytes(), "the size of a block")?;
        let size = if prefix.is_little() { little_endian(bytes) } else { big_endian(bytes) };
        if prefix.bytes() == 4 && size > 0x7fff_ffff {
            let value = i128::from(size).wrapping_sub(1 << 32);
            return Err(self.refuse(start, ErrorKind::InvalidInt { min: 0, value, max: INT31_MAX.into() }));
        }
        Ok(usize::try_from(size).unwrap_or(usize::MAX))
    }

    /// Opens a block of `len` bytes, of which not all may have arrived. Returns the number of bytes of the enclosing block that
    /// follow it.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`.
    #[inline]
    pub fn enter(&mut self, len: usize) -> Result<usize, Refusal> {
        self.fits(len, "the block of the declared size")?;
        let after = self.remaining.saturating_sub(len);
        self.remaining = len;
        Ok(after)
    }

    /// Excludes the last `bytes` bytes of the block, which belong to the following fields.
    ///
    /// # Errors
    /// `Not_enough_data` or `Size_limit_exceeded` if the block is shorter.
    #[inline]
    pub fn reserve(&mut self, bytes: usize) -> Result<(), Refusal> {
        match self.remaining.checked_sub(bytes) {
            Some(head) => self.remaining = head,
            None => self.need(bytes, "the following fields")?,
        }
        Ok(())
    }

    /// Closes a block; `after` bytes of the enclosing block follow it.
    ///
    /// # Errors
    /// `Extra_bytes` if bytes of the block are left over.
    #[inline]
    pub fn leave(&mut self, after: usize) -> Result<(), Refusal> {
        self.ended()?;
        self.remaining = after;
        Ok(())
    }

    /// Checks that the block has been read to its end.
    ///
    /// # Errors
    /// `Extra_bytes` if bytes of the block are left over.
    #[inline]
    pub fn ended(&self) -> Result<(), Refusal> {
        match self.remaining {
            0 => Ok(()),
            count => Err(self.refuse(self.offset, ErrorKind::ExtraBytes { count })),
        }
    }

    /// Excludes the size at the end of the block, and returns it.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`, `Invalid_int`.
    pub fn suffix(&mut self, size: Prefix) -> Result<usize, Refusal> {
        self.need(self.remaining, "the block and its size")?;
        self.need(size.bytes(), "the size of a block")?;
        let before = self.remaining.saturating_sub(size.bytes());
        let offset = self.offset.saturating_add(before);
        let mut end = Self { offset, remaining: size.bytes(), allowed: None, ..self.clone() };
        let len = end.size_prefix(size)?;
        self.remaining = before;
        Ok(len)
    }

    /// Opens a size limit of `most` bytes, or of what an enclosing limit still allows.
    #[inline]
    pub fn limit(&mut self, most: usize) -> Limit {
        let outer = self.allowed;
        let allowed = outer.map_or(most, |outer| outer.min(most));
        self.allowed = Some(allowed);
        Limit { allowed, outer }
    }

    /// Closes a size limit.
    #[inline]
    pub fn lift(&mut self, limit: Limit) {
        let read = limit.allowed.saturating_sub(self.allowed.unwrap_or_default());
        self.allowed = limit.outer.map(|outer| outer.saturating_sub(read));
    }

    /// Enters one level of recursive types, of which `limit` are allowed.
    ///
    /// # Errors
    /// `Too_deep`.
    #[inline]
    pub fn descend(&mut self, limit: u32) -> Result<(), Refusal> {
        if self.depth >= limit {
            return Err(self.refuse(self.offset, ErrorKind::TooDeep { limit }));
        }
        self.depth = self.depth.saturating_add(1);
        Ok(())
    }

    /// Leaves the level that [`Cursor::descend`] entered.
    #[inline]
    pub fn ascend(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }
}
