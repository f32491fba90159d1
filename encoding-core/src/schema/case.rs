//! The cases of unions.

use alloc::vec::Vec;

use super::{Encoding, Field, RlpTag, Split};
use crate::revision::{Revision, Revisions};

/// A case of a union.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Its tag; 0 if it has none.
    pub tag: u32,
    /// Its name in the reference.
    pub title: &'static str,
    /// The encoding after the tag; for a case that matches all other tags, it includes the tag.
    pub payload: &'static Encoding,
    /// Whether the case is on the wire or only in JSON, and for which values.
    pub kind: CaseKind,
    /// The JSON of payloads that the function of [`CaseKind::When`] refuses, if a JSON-only case covers the same
    /// values.
    pub otherwise: Option<&'static Split>,
    /// The revisions of the format that have it.
    pub revisions: Revisions,
}

/// Whether a case is on the wire or only in JSON, and for which values.
#[derive(Clone, Copy, Debug)]
pub enum CaseKind {
    /// On the wire, after its tag.
    Tagged,
    /// On the wire, after its tag, but written only if the function accepts the bytes of the payload (`None` if only
    /// the type's writer can decide). Readers accept every value (`binary_reader.ml`, `Union`).
    When(Option<fn(&[u8]) -> bool>),
    /// Only in JSON.
    JsonOnly,
    /// On the wire, with any tag that is neither reserved nor the tag of another case. The payload starts with the tag.
    Other {
        /// Tags that are refused.
        reserved: &'static [u32],
    },
}

impl Case {
    /// Creates a case with a tag.
    pub const fn new(tag: u32, title: &'static str, payload: &'static Encoding) -> Self {
        Self { tag, title, payload, kind: CaseKind::Tagged, otherwise: None, revisions: Revisions::ALL }
    }

    /// Returns the case restricted to values that a function accepts.
    pub const fn when(self, accepts: Option<fn(&[u8]) -> bool>) -> Self {
        Self { kind: CaseKind::When(accepts), ..self }
    }

    /// Returns the case with a different JSON for payloads that its function refuses.
    pub const fn otherwise(self, split: &'static Split) -> Self {
        Self { otherwise: Some(split), ..self }
    }

    /// Returns the case restricted to some revisions of the format.
    pub const fn during(self, revisions: Revisions) -> Self {
        Self { revisions, ..self }
    }

    /// Creates a case that is only in JSON.
    pub const fn json_only(title: &'static str, payload: &'static Encoding) -> Self {
        Self { kind: CaseKind::JsonOnly, ..Self::new(0, title, payload) }
    }

    /// Creates the case of all tags that are neither reserved nor the tag of another case; its payload starts with the
    /// tag.
    pub const fn other(title: &'static str, payload: &'static Encoding, reserved: &'static [u32]) -> Self {
        Self { kind: CaseKind::Other { reserved }, ..Self::new(0, title, payload) }
    }

    /// Returns the tag, if the case has a tag on the wire.
    pub const fn own_tag(&self) -> Option<u32> {
        match self.kind {
            CaseKind::Tagged | CaseKind::When(_) => Some(self.tag),
            CaseKind::JsonOnly | CaseKind::Other { .. } => None,
        }
    }

    /// Returns true for the case of all other tags, whose payload includes the tag.
    pub const fn is_other(&self) -> bool {
        matches!(self.kind, CaseKind::Other { .. })
    }
}

/// Returns the case of a tag in a revision, with its index: the case with that tag, or else the case of all other tags.
pub fn of_tag(cases: &'static [Case], tag: u32, revision: Revision) -> Option<(usize, &'static Case)> {
    let mut numbered = cases.iter().enumerate().filter(|(_, case)| case.revisions.contain(revision));
    let own = numbered.clone().find(|(_, case)| case.own_tag() == Some(tag));
    own.or_else(|| {
        numbered.find(|(_, case)| matches!(case.kind, CaseKind::Other { reserved } if !reserved.contains(&tag)))
    })
}

/// A union without a tag, whose case is determined by the preceding fields.
#[derive(Clone, Copy, Debug)]
pub struct Select {
    /// The cases.
    pub cases: &'static [Field],
    /// Returns the index of the case, given the bytes of the preceding fields of the object.
    pub choose: fn(&[u8]) -> Option<usize>,
}

impl Select {
    /// Returns the case with its index, given the bytes of the preceding fields.
    pub fn chosen(&self, before: &[u8]) -> Option<(usize, &'static Field)> {
        let index = (self.choose)(before)?;
        Some((index, self.cases.get(index)?))
    }
}

/// The width of a union's tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagSize {
    /// One byte.
    U8,
    /// Two bytes.
    U16,
    /// Four bytes. Not in the reference; TezEdge has it.
    U32,
    /// What tells cases apart in RLP.
    Rlp(RlpTag),
}

impl TagSize {
    /// Returns the width in bytes; 0 for the tags of RLP, which have no fixed width.
    pub const fn bytes(self) -> usize {
        match self {
            Self::U8 => 1,
            Self::U16 => 2,
            Self::U32 => 4,
            Self::Rlp(_) => 0,
        }
    }

    /// Returns the width in bytes of a tag.
    pub const fn width(self, tag: u32) -> usize {
        match self {
            Self::Rlp(rlp) => rlp.width(tag),
            fixed => fixed.bytes(),
        }
    }

    /// Appends the bytes of a tag.
    pub fn put(self, tag: u32, out: &mut Vec<u8>) {
        match self {
            Self::Rlp(rlp) => rlp.put(tag, out),
            fixed => out.extend(tag.to_be_bytes().iter().skip(size_of::<u32>().saturating_sub(fixed.bytes()))),
        }
    }

    /// Returns the maximum tag.
    pub const fn max(self) -> u32 {
        match self {
            Self::Rlp(_) => u32::MAX,
            fixed => u32::MAX >> 32u32.saturating_sub((fixed.bytes() as u32) << 3),
        }
    }
}
