//! The cursor of the schema walker: the reference's reader state, kept word for word apart from the hot path's
//! [`crate::Reader`], so that the two can be compared.

use alloc::boxed::Box;

use crate::error::ErrorKind;

/// Bytes left of the block and bytes left of the nearest size limit (`binary_reader.ml`, `state`).
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    message: &'a [u8],
    offset: usize,
    pub(super) remaining: usize,
    pub(super) allowed: Option<usize>,
    pub(super) depth: u32,
}

/// Where the walker stopped, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Bytes of the message before the refused one.
    pub offset: usize,
    /// Why; boxed, because it is passed up from where it is found and is rare.
    pub kind: Box<ErrorKind>,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(message: &'a [u8]) -> Self {
        Self { message, offset: 0, remaining: message.len(), allowed: None, depth: 0 }
    }

    /// Bytes of the message before the next one.
    pub fn offset(&self) -> usize {
        self.offset
    }

    pub(super) fn since(&self, start: usize) -> &'a [u8] {
        self.message.get(start..self.offset).unwrap_or_default()
    }

    /// A refusal of what starts at `offset`.
    pub fn refuse(&self, offset: usize, kind: ErrorKind) -> Refusal {
        Refusal { offset, kind: Box::new(kind) }
    }

    /// Checks that `needed` bytes are there and allowed: first the one, then the other.
    ///
    /// # Errors
    /// `Not_enough_data`, then `Size_limit_exceeded`.
    pub fn need(&self, needed: usize, expected: &'static str) -> Result<(), Refusal> {
        if needed > self.remaining {
            let kind = ErrorKind::NotEnoughData { expected, needed, available: self.remaining };
            return Err(self.refuse(self.offset, kind));
        }
        match self.allowed {
            Some(limit) if needed > limit => {
                Err(self.refuse(self.offset, ErrorKind::SizeLimitExceeded { limit, found: needed }))
            }
            _ => Ok(()),
        }
    }

    /// The next `count` bytes.
    ///
    /// # Errors
    /// As [`Cursor::need`].
    pub fn take(&mut self, count: usize, expected: &'static str) -> Result<&'a [u8], Refusal> {
        self.need(count, expected)?;
        let end = self.offset.saturating_add(count);
        let bytes = self.message.get(self.offset..end).unwrap_or_default();
        self.offset = end;
        self.remaining = self.remaining.saturating_sub(count);
        self.allowed = self.allowed.map(|allowed| allowed.saturating_sub(count));
        Ok(bytes)
    }

    /// The next `bytes` bytes as a big-endian number.
    ///
    /// # Errors
    /// As [`Cursor::need`].
    pub fn unsigned(&mut self, bytes: usize, expected: &'static str) -> Result<u64, Refusal> {
        let bytes = self.take(bytes, expected)?;
        Ok(bytes.iter().fold(0u64, |number, byte| number << 8 | u64::from(*byte)))
    }
}
