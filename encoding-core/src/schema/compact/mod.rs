//! Compact encodings, whose parts share the bits of one tag; the remaining bytes of each part follow the tag.
//!
//! | part | bits of the tag | bytes after the tag |
//! |---|---|---|
//! | nothing, a payload | none | none, the payload |
//! | a boolean | 1: the boolean | none |
//! | `int32` | 2: `0`, `1`, `2` | 1, 2, 4 |
//! | `int64` | 2: `0` to `3` | 1, 2, 4, 8 |
//! | `int32` or a payload | 2: as `int32`; `3` for the payload | as `int32`; the payload |
//! | fields, elements | those of each, the first lowest | those of each |
//! | an optional part | those of the part, and above them 1 that is set if it is present | those of the part |
//! | cases | at least those of the widest case, and above them the number of the case | those of the case |
//! | a list, `b` bits | `b`: the number of elements, or all ones | the elements; a size prefix and the elements |
//!
//! Rule: `data-encoding`, `compact.ml`.

mod bits;
mod check;

use bits::widest;
pub use bits::{BIG_LIST, Form, count, low, take};
pub(crate) use bits::{elements, width};
pub(crate) use check::check;
pub use check::{part, shares};

use super::{Encoding, Size, TagSize};

/// A compact encoding.
#[derive(Clone, Copy, Debug)]
pub struct CompactSchema {
    /// The width of the tag.
    pub tag: SharedTag,
    /// The parts.
    pub part: &'static Part,
}

impl CompactSchema {
    /// Creates a compact encoding of a part with a tag of this width.
    pub const fn new(tag: SharedTag, part: &'static Part) -> Self {
        Self { tag, part }
    }

    /// Returns the size class, minimum and maximum size.
    pub const fn size(&self) -> Size {
        Size::fixed(self.tag.bytes()).then(self.part.size())
    }
}

/// The width of a shared tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SharedTag {
    /// No tag, because no part needs bits.
    U0,
    /// One byte.
    U8,
    /// Two bytes.
    U16,
}

impl SharedTag {
    /// Returns the tag of `bytes` bytes, at most two.
    pub const fn of_bytes(bytes: usize) -> Self {
        match bytes {
            0 => Self::U0,
            1 => Self::U8,
            _ => Self::U16,
        }
    }

    /// Returns the width in bytes.
    pub const fn bytes(self) -> usize {
        match self {
            Self::U0 => 0,
            Self::U8 => 1,
            Self::U16 => 2,
        }
    }

    /// Returns the width in bits.
    pub const fn bits(self) -> u32 {
        (self.bytes() as u32) << 3
    }

    /// Returns the union tag of the same width; `None` if there is no tag.
    pub const fn of_union(self) -> Option<TagSize> {
        match self {
            Self::U0 => None,
            Self::U8 => Some(TagSize::U8),
            Self::U16 => Some(TagSize::U16),
        }
    }
}

/// A part of a compact encoding: some bits of the tag and some bytes after it.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// No bits and no bytes; `null` in JSON.
    Null,
    /// No bits and no bytes; `{}` in JSON.
    Unit,
    /// A boolean.
    Bool,
    /// An integer of up to 4 bytes, in the narrowest width for its value.
    Int32,
    /// An integer of up to 8 bytes, in the narrowest width for its value.
    Int64,
    /// A value that takes no bits of the tag.
    Payload(&'static Encoding),
    /// An optional part; if it is absent, it is `null` in JSON.
    Option(&'static Part),
    /// An `int32` or another value.
    OrInt32(&'static Encoding),
    /// Unnamed parts, the first in the lowest bits.
    Tuple(&'static [&'static Part]),
    /// Named parts, the first in the lowest bits.
    Object(&'static [PartField]),
    /// One of several cases.
    Union(PartUnion),
    /// A list whose number of elements is in the tag if it is small.
    List {
        /// The bits of the tag that hold the number.
        bits: u32,
        /// The encoding of an element.
        item: &'static Encoding,
    },
}

/// A field of a compact object.
#[derive(Clone, Copy, Debug)]
pub struct PartField {
    /// Its name in JSON and in descriptions.
    pub name: &'static str,
    /// Its encoding.
    pub part: &'static Part,
    /// Whether it may be absent.
    pub optional: bool,
}

impl PartField {
    /// Creates a required field.
    pub const fn req(name: &'static str, part: &'static Part) -> Self {
        Self { name, part, optional: false }
    }

    /// Creates an optional field.
    pub const fn opt(name: &'static str, part: &'static Part) -> Self {
        Self { name, part, optional: true }
    }

    /// Creates a field for a part: an optional part becomes an optional field.
    pub const fn of(name: &'static str, part: &'static Part) -> Self {
        match part {
            Part::Option(part) => Self::opt(name, part),
            part => Self::req(name, part),
        }
    }
}

/// The cases of a compact union.
///
/// A tag without a case corresponds to a void case of the reference, whose bits readers refuse.
#[derive(Clone, Copy, Debug)]
pub struct PartUnion {
    /// The cases.
    pub cases: &'static [PartCase],
    /// The number of bits of the case number, above the bits of the cases: at least as many as the largest number
    /// needs.
    pub tag_bits: u32,
    /// The number of bits reserved for the cases: at least those of the widest case.
    pub cases_bits: u32,
}

impl PartUnion {
    /// Creates a union with the minimum numbers of bits.
    pub const fn new(cases: &'static [PartCase]) -> Self {
        let mut greatest = 0u32;
        each!(case in cases => if case.tag > greatest { greatest = case.tag });
        Self { cases, tag_bits: width(greatest), cases_bits: widest(cases) }
    }

    /// Sets the number of bits of the case number (`?union_tag_bits`).
    #[must_use]
    pub const fn with_tag_bits(self, tag_bits: u32) -> Self {
        Self { tag_bits, ..self }
    }

    /// Sets the number of bits reserved for the cases (`?cases_tag_bits`).
    #[must_use]
    pub const fn with_cases_bits(self, cases_bits: u32) -> Self {
        Self { cases_bits, ..self }
    }

    /// Returns the case with these bits, its index, and the bits that belong to it.
    pub fn case(&self, bits: u32) -> Option<(usize, &'static PartCase, u32)> {
        let mut tag = bits;
        let own = take(&mut tag, self.cases_bits);
        let (index, case) = self.cases.iter().enumerate().find(|(_, case)| case.tag == tag)?;
        Some((index, case, own))
    }

    /// Combines a case number with the bits of the case.
    pub fn join(&self, case: &PartCase, own: u32) -> u32 {
        own | case.tag.checked_shl(self.cases_bits).unwrap_or_default()
    }
}

/// A case of a compact union.
#[derive(Clone, Copy, Debug)]
pub struct PartCase {
    /// Its number, stored in the bits above those of the cases.
    pub tag: u32,
    /// Its name.
    pub title: &'static str,
    /// Its encoding.
    pub part: &'static Part,
}

impl PartCase {
    /// Creates a case.
    pub const fn new(tag: u32, title: &'static str, part: &'static Part) -> Self {
        Self { tag, title, part }
    }
}

impl Part {
    /// Returns the name in errors.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Null | Self::Unit => "nothing",
            Self::Bool => "bool",
            Self::Int32 => "int32",
            Self::Int64 => "int64",
            Self::Payload(encoding) => encoding.name(),
            Self::Option(_) => "option",
            Self::OrInt32(_) => "int32 or another value",
            Self::Tuple(_) => "tuple",
            Self::Object(_) => "object",
            Self::Union(_) => "case",
            Self::List { .. } => "list",
        }
    }
}
