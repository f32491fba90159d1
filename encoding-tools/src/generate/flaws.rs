//! One thing that is wrong in bytes.

use alloc::vec::Vec;

/// What is wrong with bytes that are almost those of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mistake {
    /// A tag that no case has.
    Tag,
    /// An index that no name has.
    Name,
    /// An integer outside of its range.
    Integer,
    /// A float outside of its range.
    Float,
    /// A number of any size with a zero byte at its end.
    TrailingZero,
    /// Text that is not UTF-8, for a type that wants it.
    NotUtf8,
    /// A list of one element more than it may have.
    TooManyElements,
    /// A map with the same key twice.
    DuplicateKey,
    /// Other bytes than those that stand in front of a value.
    Magic,
    /// A block whose size is said to be one byte more than it is.
    SizeTooLarge,
    /// A block whose size is said to be one byte less than it is.
    SizeTooSmall,
    /// A list whose number of elements is said to be one more than it is.
    CountTooLarge,
    /// A list whose number of elements is said to be one less than it is.
    CountTooSmall,
    /// The bytes end where a part of the value starts.
    Truncated,
    /// One byte too many at the end.
    ExtraByte,
}

impl Mistake {
    /// Whether a reader refuses the bytes wherever the mistake is; where not, they may be those of another value.
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

/// Bytes with one thing wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flawed {
    /// The bytes, which no reader takes.
    pub bytes: Vec<u8>,
    /// What is wrong.
    pub mistake: Mistake,
    /// Where that is: bytes in front of it. A reader may notice it later, or miss bytes before.
    pub offset: usize,
}

/// Places where a mistake can be made, and the one that is.
#[derive(Default)]
pub(super) struct Flaws {
    /// Places met.
    pub(super) places: usize,
    /// The place where to make it.
    pub(super) sought: Option<usize>,
    pub(super) made: Option<(Mistake, usize)>,
    /// Values around that nobody looks into when reading.
    pub(super) sealed: u32,
    /// Where parts of the value start.
    pub(super) edges: Vec<usize>,
}

impl Flaws {
    /// Whether to make this mistake here.
    pub(super) fn make(&mut self, mistake: Mistake, offset: usize) -> bool {
        if self.sealed > 0 {
            return false;
        }
        let here = self.sought == Some(self.places);
        self.places = self.places.saturating_add(1);
        if here {
            self.made = Some((mistake, offset));
        }
        here
    }

    /// A part starts here.
    pub(super) fn edge(&mut self, offset: usize) {
        if self.edges.last() != Some(&offset) {
            self.edges.push(offset);
        }
    }

    /// Bytes were put in at `from`.
    pub(super) fn moved(&mut self, from: usize, by: usize) {
        let places = self.edges.iter_mut().chain(self.made.as_mut().map(|(_, offset)| offset));
        places.filter(|place| **place > from).for_each(|place| *place = place.saturating_add(by));
    }

    /// Everything from here on is made once more.
    pub(super) fn forget(&mut self, from: usize) {
        self.edges.retain(|edge| *edge < from);
        self.made = self.made.filter(|(_, offset)| *offset < from);
    }
}
