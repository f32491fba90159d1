//! Generates bytes with one mistake.

use alloc::vec::Vec;

/// The mistake in bytes that are almost valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Flaw {
    /// An unknown tag.
    Tag,
    /// An index without a name.
    Name,
    /// An integer outside its range.
    Integer,
    /// A float outside its range.
    Float,
    /// A number of any size with a zero byte at its end.
    TrailingZero,
    /// Invalid UTF-8 in text that must be UTF-8.
    NotUtf8,
    /// A list with one element more than its limit.
    TooManyElements,
    /// A map with the same key twice.
    DuplicateKey,
    /// Bytes that differ from a constant.
    Magic,
    /// A size prefix that is one byte too large.
    SizeTooLarge,
    /// A size prefix that is one byte too small.
    SizeTooSmall,
    /// A number of elements that is one too large.
    CountTooLarge,
    /// A number of elements that is one too small.
    CountTooSmall,
    /// Bytes that end where a nested value starts.
    Truncated,
    /// One byte too many at the end.
    ExtraByte,
}

impl Flaw {
    /// Returns true if readers always refuse such bytes. Otherwise, the bytes may be another valid value.
    pub(super) const fn is_certain(self) -> bool {
        matches!(
            self,
            Self::Tag
                | Self::Name
                | Self::Integer
                | Self::Float
                | Self::TrailingZero
                | Self::NotUtf8
                | Self::TooManyElements
                | Self::DuplicateKey
                | Self::Magic
        )
    }
}

/// Bytes with one mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flawed {
    /// The bytes, which all readers refuse.
    pub bytes: Vec<u8>,
    /// The mistake.
    pub mistake: Flaw,
    /// Its offset. A reader may detect it later, or detect missing bytes earlier.
    pub offset: usize,
}

/// The opportunities for mistakes in a value, and the mistake that is made.
#[derive(Default)]
pub(super) struct Flaws {
    /// The number of opportunities so far.
    pub(super) count: usize,
    /// The index of the opportunity to use.
    pub(super) wanted: Option<usize>,
    /// The mistake made, and its offset.
    pub(super) made: Option<(Flaw, usize)>,
    /// The number of enclosing lazy values, which readers do not decode.
    pub(super) lazy: u32,
    /// The offsets of nested values.
    pub(super) starts: Vec<usize>,
}

impl Flaws {
    /// Returns true if this mistake is to be made here.
    pub(super) fn make(&mut self, mistake: Flaw, offset: usize) -> bool {
        if self.lazy > 0 {
            return false;
        }
        let is_wanted = self.wanted == Some(self.count);
        self.count = self.count.saturating_add(1);
        if is_wanted {
            self.made = Some((mistake, offset));
        }
        is_wanted
    }

    /// Returns true if a mistake was made at or after this offset.
    pub(super) fn is_made_since(&self, offset: usize) -> bool {
        self.made.is_some_and(|(_, made)| made >= offset)
    }

    /// Records that a value starts here.
    pub(super) fn start(&mut self, offset: usize) {
        if self.starts.last() != Some(&offset) {
            self.starts.push(offset);
        }
    }

    /// Records that bytes were inserted at `from`.
    pub(super) fn moved(&mut self, from: usize, by: usize) {
        let offsets = self.starts.iter_mut().chain(self.made.as_mut().map(|(_, offset)| offset));
        offsets.filter(|offset| **offset > from).for_each(|offset| *offset = offset.saturating_add(by));
    }

    /// Discards everything from `from` onwards, which will be generated again.
    pub(super) fn forget(&mut self, from: usize) {
        self.starts.retain(|start| *start < from);
        self.made = self.made.filter(|(_, offset)| *offset < from);
    }
}
