//! The cursor of the schema walker: the reference's reader state, kept word for word apart from the hot path's
//! [`crate::Reader`], so that the two can be compared.

mod blocks;
mod forms;
mod items;

use alloc::boxed::Box;

use crate::error::ErrorKind;

pub use blocks::Limit;
pub use items::ItemCount;

/// Bytes left of the block and bytes left of the nearest size limit (`binary_reader.ml`, `state`).
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    message: &'a [u8],
    offset: usize,
    /// Bytes to the end of the block.
    pub remaining: usize,
    /// Bytes that the nearest size limit still allows, if there is one.
    pub allowed: Option<usize>,
    depth: u32,
}

/// Where the walker stopped, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// Bytes of the message before the refused one.
    pub offset: usize,
    /// Why; boxed, because it is passed up from where it is found and is rare.
    pub kind: Box<ErrorKind>,
}

/// The number that the bytes are, the most significant first.
pub fn big_endian(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// The number that the bytes are, the least significant first.
pub fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

impl<'a> Cursor<'a> {
    /// A cursor at the start of a message.
    pub fn new(message: &'a [u8]) -> Self {
        Self { message, offset: 0, remaining: message.len(), allowed: None, depth: 0 }
    }

    /// Bytes of the message before the next one.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// The bytes between `start` and the next one.
    pub fn since(&self, start: usize) -> &'a [u8] {
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
        Ok(big_endian(bytes))
    }

    /// A natural number of at most `bytes` bytes and at most `max`, as `n` has it.
    ///
    /// # Errors
    /// As [`Cursor::need`]; `Trailing_zero`, `Size_limit_exceeded` past the bytes, `Invalid_int` past the maximum.
    pub fn small_n(&mut self, bytes: usize, max: i128, expected: &'static str) -> Result<usize, Refusal> {
        let start = self.offset;
        let value = self.small_bits(bytes, 7, expected)?;
        match usize::try_from(value) {
            Ok(size) if i128::from(value) <= max => Ok(size),
            _ => Err(self.refuse(start, ErrorKind::InvalidInt { min: 0, value: value.into(), max })),
        }
    }

    /// Reads the bits of a number of at most `bytes` bytes: the lowest `first` bits of the first byte and seven of each other.
    ///
    /// # Errors
    /// As [`Cursor::small_n`], without `Invalid_int`.
    pub fn small_bits(&mut self, bytes: usize, first: u32, expected: &'static str) -> Result<i64, Refusal> {
        let limit = self.limit(bytes);
        let (mut number, mut shift, mut width) = (0i64, 0u32, first);
        loop {
            let at = self.offset;
            let byte = self.unsigned(1, expected)?;
            if byte == 0 && shift != 0 {
                return Err(self.refuse(at, ErrorKind::TrailingZero));
            }
            let mask = if shift == 0 { (1u64 << first).saturating_sub(1) } else { 0x7f };
            let low = i64::try_from(byte & mask).unwrap_or_default();
            number |= low.checked_shl(shift).unwrap_or_default();
            shift = shift.saturating_add(width);
            width = 7;
            if byte < 0x80 {
                break;
            }
        }
        self.lift(limit);
        Ok(number)
    }
}
