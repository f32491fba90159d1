//! The cursor of the schema walker, which has the state of the reference's reader. It is separate from
//! [`crate::Reader`] of the hot path, so that the two can be tested against each other.

mod blocks;
mod cases;
mod items;
mod rlp;

use alloc::borrow::Cow;
use alloc::boxed::Box;

use crate::error::ErrorKind;
use crate::prefix::Prefix;
use crate::revision::Revision;
use crate::schema::{Check, Extent, TagSize};
use crate::walk::bson;

pub use blocks::Limit;
pub use items::ItemCount;

/// A position in a message, with the open blocks and size limits (`binary_reader.ml`, `state`).
#[derive(Clone, Debug)]
pub struct Cursor<'a> {
    message: &'a [u8],
    offset: usize,
    /// The number of bytes to the end of the block.
    pub remaining: usize,
    /// The number of bytes to the nearest size limit, if there is one.
    pub allowed: Option<usize>,
    depth: u32,
    /// The revision of the format of the bytes.
    pub revision: Revision,
}

/// The position and reason of a refusal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The offset of the refused byte.
    pub offset: usize,
    /// The reason. Boxed, because errors are rare and results are passed up through many functions.
    pub kind: Box<ErrorKind>,
}

impl Refusal {
    /// The bytes needed from the offset on, where the block has them but they have not arrived.
    pub(crate) fn waits(&self) -> Option<usize> {
        match *self.kind {
            ErrorKind::NotEnoughData { needed, available, .. } if needed <= available => Some(needed),
            _ => None,
        }
    }
}

/// Reads bytes as a big-endian number.
pub fn big_endian(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// Reads bytes as a little-endian number.
pub(crate) fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte))
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at the start of a message.
    pub fn new(message: &'a [u8]) -> Self {
        Self { message, offset: 0, remaining: message.len(), allowed: None, depth: 0, revision: Revision::NEWEST }
    }

    /// A cursor at the start of a value of at most `max_bytes` bytes, none of which has arrived.
    pub(crate) fn of_stream(max_bytes: usize, revision: Revision) -> Self {
        Self { remaining: max_bytes, revision, ..Self::new(&[]) }
    }

    /// Returns the same position in `message`, which is the same bytes, and those that have arrived since.
    pub(crate) fn over<'n>(&self, message: &'n [u8]) -> Cursor<'n> {
        Cursor { message, ..*self }
    }

    /// The bytes that have arrived, before the position and after it.
    pub(crate) fn message(&self) -> &'a [u8] {
        self.message
    }

    /// The bytes of the block that have arrived and are not read.
    pub(super) fn block(&self) -> &'a [u8] {
        let arrived = self.message.get(self.offset..).unwrap_or_default();
        arrived.get(..self.remaining).unwrap_or(arrived)
    }

    /// The number of levels of recursive types that are open.
    pub(super) fn depth(&self) -> u32 {
        self.depth
    }

    /// Returns the offset of the next byte.
    #[inline]
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the bytes from offset `start` to the next byte.
    pub fn since(&self, start: usize) -> &'a [u8] {
        self.message.get(start..self.offset).unwrap_or_default()
    }

    /// Returns a refusal of what starts at `offset`.
    pub fn refuse(&self, offset: usize, kind: ErrorKind) -> Refusal {
        Refusal { offset, kind: Box::new(kind) }
    }

    /// Checks that `needed` bytes are left in the block, then that they are within the size limit. Of a stream, they may not have
    /// arrived.
    ///
    /// # Errors
    /// `Not_enough_data`, then `Size_limit_exceeded`.
    #[inline]
    pub fn fits(&self, needed: usize, expected: &'static str) -> Result<(), Refusal> {
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

    /// Checks that `needed` bytes fit and have arrived.
    ///
    /// # Errors
    /// The errors of [`Cursor::fits`]; `Not_enough_data`, with no fewer bytes available than needed, where they have not arrived.
    #[inline]
    pub fn need(&self, needed: usize, expected: &'static str) -> Result<(), Refusal> {
        self.fits(needed, expected)?;
        self.arrived(needed, expected)
    }

    /// Checks that `needed` bytes of the block have arrived: a message has arrived in full, of a stream maybe only a part of the value.
    ///
    /// # Errors
    /// The errors of [`Cursor::need`], for bytes that have not arrived.
    #[inline]
    pub(crate) fn arrived(&self, needed: usize, expected: &'static str) -> Result<(), Refusal> {
        if needed <= self.message.len().saturating_sub(self.offset) {
            return Ok(());
        }
        let kind = ErrorKind::NotEnoughData { expected, needed, available: self.remaining };
        Err(self.refuse(self.offset, kind))
    }

    /// Consumes the next `count` bytes.
    ///
    /// # Errors
    /// The errors of [`Cursor::need`].
    #[inline]
    pub fn take(&mut self, count: usize, expected: &'static str) -> Result<&'a [u8], Refusal> {
        self.need(count, expected)?;
        let end = self.offset.saturating_add(count);
        let bytes = self.message.get(self.offset..end).unwrap_or_default();
        self.offset = end;
        self.remaining = self.remaining.saturating_sub(count);
        self.allowed = self.allowed.map(|allowed| allowed.saturating_sub(count));
        Ok(bytes)
    }

    /// Consumes the next `bytes` bytes as a big-endian number.
    ///
    /// # Errors
    /// The errors of [`Cursor::need`].
    #[inline]
    pub fn unsigned(&mut self, bytes: usize, expected: &'static str) -> Result<u64, Refusal> {
        let bytes = self.take(bytes, expected)?;
        Ok(big_endian(bytes))
    }

    /// Reads an `n` of at most `bytes` bytes and at most `max`; one that `usize` cannot hold becomes `usize::MAX`.
    ///
    /// # Errors
    /// The errors of [`Cursor::need`]; `Trailing_zero`; `Size_limit_exceeded` above `bytes`; `Invalid_int` above `max`.
    pub fn small_n(&mut self, bytes: usize, max: i128, expected: &'static str) -> Result<usize, Refusal> {
        let start = self.offset;
        let value = self.small_bits(bytes, 7, expected)?;
        if i128::from(value) > max {
            return Err(self.refuse(start, ErrorKind::InvalidInt { min: 0, value: value.into(), max }));
        }
        Ok(usize::try_from(value).unwrap_or(usize::MAX))
    }

    /// Reads a number of at most `bytes` bytes, from the lowest `first` bits of the first byte and seven bits of each
    /// following byte.
    ///
    /// # Errors
    /// The errors of [`Cursor::small_n`], without `Invalid_int`.
    pub fn small_bits(&mut self, bytes: usize, first: u32, expected: &'static str) -> Result<i64, Refusal> {
        let limit = self.limit(bytes);
        let (mut number, mut shift, mut width) = (0i64, 0u32, first);
        loop {
            let at = self.offset;
            let byte = self.unsigned(1, expected)?;
            if byte == 0 && shift != 0 {
                return Err(self.refuse(at, ErrorKind::TrailingZero));
            }
            let low = i64::try_from(byte & (1u64 << width).saturating_sub(1)).unwrap_or_default();
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

    /// Consumes a fixed number of bytes, or all bytes to the end of the block.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`.
    #[inline]
    pub fn extent(&mut self, extent: Extent, expected: &'static str) -> Result<&'a [u8], Refusal> {
        let bytes = match extent {
            Extent::Fixed(bytes) => bytes,
            Extent::Rest => self.remaining,
        };
        self.take(bytes, expected)
    }

    /// Consumes text.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`; `Invalid_utf8` if `utf8` is set.
    #[inline]
    pub fn text(&mut self, extent: Extent, utf8: bool) -> Result<&'a [u8], Refusal> {
        let start = self.offset;
        let text = self.extent(extent, "string")?;
        match utf8 && core::str::from_utf8(text).is_err() {
            true => Err(self.refuse(start, ErrorKind::InvalidUtf8)),
            false => Ok(text),
        }
    }

    /// Checks that the bytes from offset `start` onwards are one BSON document.
    ///
    /// # Errors
    /// `Exception_raised_in_user_function`, as in the reference.
    pub fn check_bson(&self, start: usize) -> Result<(), Refusal> {
        bson::check(self.since(start)).map_err(|message| {
            let message = Cow::Borrowed(message);
            self.refuse(start, ErrorKind::UserFunction { function: "json", message })
        })
    }

    /// Consumes the constant bytes before a value.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`, `Magic`.
    pub fn magic(&mut self, expected: &'static [u8], name: &'static str) -> Result<&'a [u8], Refusal> {
        let start = self.offset;
        let found = self.take(expected.len(), name)?;
        match found == expected {
            true => Ok(found),
            false => Err(self.refuse(start, ErrorKind::Magic { expected, found: found.to_vec() })),
        }
    }

    /// Consumes the tag of a union.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`; `Invalid_item`.
    #[inline]
    pub fn union_tag(&mut self, tag: TagSize) -> Result<u32, Refusal> {
        match tag {
            TagSize::Rlp(rlp) => self.rlp_tag(rlp),
            fixed => self.tag(fixed.bytes()),
        }
    }

    /// Consumes a tag of `bytes` bytes, at most four.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`.
    #[inline]
    pub fn tag(&mut self, bytes: usize) -> Result<u32, Refusal> {
        Ok(u32::try_from(self.unsigned(bytes, "the tag")?).unwrap_or(u32::MAX))
    }

    /// Consumes the index of one of `names`.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`, `No_case_matched`.
    #[inline]
    pub fn name(&mut self, names: &[&str]) -> Result<usize, Refusal> {
        let start = self.offset;
        let index = self.unsigned(Prefix::for_count(names.len()).bytes(), "enum")?;
        let index = usize::try_from(index).ok().filter(|index| *index < names.len());
        index.ok_or_else(|| self.refuse(start, ErrorKind::NoCaseMatched))
    }

    /// Consumes a presence flag: any non-zero byte stands for present.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`.
    #[inline]
    pub fn presence(&mut self) -> Result<bool, Refusal> {
        Ok(self.unsigned(1, "the presence flag")? != 0)
    }

    /// Calls a user-supplied function with the bytes from offset `start` onwards.
    ///
    /// # Errors
    /// The refusal of the function.
    pub fn run_check(&self, check: &Check, start: usize) -> Result<(), Refusal> {
        check.accept(self.since(start), self.revision).map_err(|refusal| self.refuse(start, refusal))
    }
}
