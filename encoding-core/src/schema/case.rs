//! The cases of a union: which of them stand on the wire, and for which values.

use super::{Encoding, Field};

/// A case of a union.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Its tag; 0 where it has none.
    pub tag: u32,
    /// Its name, in the reference's spelling.
    pub title: &'static str,
    /// What follows the tag; of the case of all other tags, the tag too.
    pub payload: &'static Encoding,
    /// Where it stands, and for which values.
    pub kind: CaseKind,
}

/// Where a case stands, and for which values.
#[derive(Clone, Copy, Debug)]
pub enum CaseKind {
    /// On the wire behind its tag.
    Tagged,
    /// The same, written only for some values: the function says on the bytes of the payload which (`None` where only the writer
    /// knows). The reader does not ask: it takes every value (`binary_reader.ml`, `Union`).
    When(Option<fn(&[u8]) -> bool>),
    /// In JSON, with no tag and no bytes.
    JsonOnly,
    /// On the wire with any tag that no case has but for these, which stay refused. The payload begins at the tag.
    Other {
        /// Tags that are not for any value.
        reserved: &'static [u32],
    },
}

impl Case {
    /// A case with a tag.
    pub const fn new(tag: u32, title: &'static str, payload: &'static Encoding) -> Self {
        Self { tag, title, payload, kind: CaseKind::Tagged }
    }

    /// The same, written for the values that a function accepts.
    pub const fn when(self, accepts: Option<fn(&[u8]) -> bool>) -> Self {
        Self { kind: CaseKind::When(accepts), ..self }
    }

    /// A case for JSON only.
    pub const fn json_only(title: &'static str, payload: &'static Encoding) -> Self {
        Self { tag: 0, title, payload, kind: CaseKind::JsonOnly }
    }

    /// The case of all tags that are neither another's nor reserved; its payload begins at the tag.
    pub const fn other(title: &'static str, payload: &'static Encoding, reserved: &'static [u32]) -> Self {
        Self { tag: 0, title, payload, kind: CaseKind::Other { reserved } }
    }

    /// The tag that every value of the case has, if it stands on the wire with one.
    pub const fn own_tag(&self) -> Option<u32> {
        match self.kind {
            CaseKind::Tagged | CaseKind::When(_) => Some(self.tag),
            CaseKind::JsonOnly | CaseKind::Other { .. } => None,
        }
    }

    /// The encoding of everything from the tag on is the payload's.
    pub const fn is_other(&self) -> bool {
        matches!(self.kind, CaseKind::Other { .. })
    }
}

/// The case of a tag, and its place: that which has the tag, or the one of all other tags.
pub fn of_tag(cases: &'static [Case], tag: u32) -> Option<(usize, &'static Case)> {
    let mut numbered = cases.iter().enumerate();
    let own = numbered.clone().find(|(_, case)| case.own_tag() == Some(tag));
    own.or_else(|| {
        numbered.find(|(_, case)| matches!(case.kind, CaseKind::Other { reserved } if !reserved.contains(&tag)))
    })
}

/// Some forms, of which the bytes before choose one.
#[derive(Clone, Copy, Debug)]
pub struct Select {
    /// The forms, each with its name.
    pub cases: &'static [Field],
    /// The place of the one that the fields before, in the same object, choose: these are their bytes.
    pub choose: fn(&[u8]) -> Option<usize>,
}

impl Select {
    /// The form chosen, and its place.
    pub fn chosen(&self, before: &[u8]) -> Option<(usize, &'static Field)> {
        let index = (self.choose)(before)?;
        Some((index, self.cases.get(index)?))
    }
}

/// Width of a union's tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagSize {
    /// One byte.
    U8,
    /// Two bytes.
    U16,
    /// Four bytes; not in the reference, kept for the lineage.
    U32,
}

impl TagSize {
    /// Bytes of the tag.
    pub const fn bytes(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U16 => 2,
            Self::U32 => 4,
        }
    }

    /// The greatest tag.
    pub const fn max(self) -> u32 {
        match self {
            Self::U8 => 0xff,
            Self::U16 => 0xffff,
            Self::U32 => u32::MAX,
        }
    }
}
