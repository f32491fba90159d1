//! The cases of unions.

use super::{Encoding, Field, Split};
use crate::revision::{Revision, Revisions};

/// A case of a union.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// Its tag; 0 if it has none.
    pub tag: u32,
    /// Its name in the reference.
    pub title: &'static str,
    /// What follows the tag; for a case of all other tags, including the tag.
    pub payload: &'static Encoding,
    /// On the wire or in JSON only, and for which values.
    pub kind: CaseKind,
    /// The JSON of payloads that the function of [`CaseKind::When`] refuses: that of a case in JSON only, which has these values too.
    pub otherwise: Option<&'static Split>,
    /// The revisions of the format that have it.
    pub revisions: Revisions,
}

/// Whether a case is on the wire or in JSON only, and for which values.
#[derive(Clone, Copy, Debug)]
pub enum CaseKind {
    /// On the wire, after its tag.
    Tagged,
    /// On the wire, after its tag, but written only if the function accepts the bytes of the payload (`None` if only the writer of the
    /// type can decide). Readers accept every value (`binary_reader.ml`, `Union`).
    When(Option<fn(&[u8]) -> bool>),
    /// In JSON only.
    JsonOnly,
    /// On the wire, with any tag that is neither another case's nor reserved. The payload starts at the tag.
    Other {
        /// Tags that are refused.
        reserved: &'static [u32],
    },
}

impl Case {
    /// A case with a tag.
    pub const fn new(tag: u32, title: &'static str, payload: &'static Encoding) -> Self {
        Self { tag, title, payload, kind: CaseKind::Tagged, otherwise: None, revisions: Revisions::ALL }
    }

    /// The case, restricted to values that a function accepts.
    pub const fn when(self, accepts: Option<fn(&[u8]) -> bool>) -> Self {
        Self { kind: CaseKind::When(accepts), ..self }
    }

    /// The case, with another JSON for payloads that its function refuses.
    pub const fn otherwise(self, split: &'static Split) -> Self {
        Self { otherwise: Some(split), ..self }
    }

    /// The case, in some revisions of the format only.
    pub const fn during(self, revisions: Revisions) -> Self {
        Self { revisions, ..self }
    }

    /// A case in JSON only.
    pub const fn json_only(title: &'static str, payload: &'static Encoding) -> Self {
        Self { kind: CaseKind::JsonOnly, ..Self::new(0, title, payload) }
    }

    /// The case of all tags that are neither another case's nor reserved; its payload starts at the tag.
    pub const fn other(title: &'static str, payload: &'static Encoding, reserved: &'static [u32]) -> Self {
        Self { kind: CaseKind::Other { reserved }, ..Self::new(0, title, payload) }
    }

    /// Returns the tag, if the case is on the wire with a tag of its own.
    pub const fn own_tag(&self) -> Option<u32> {
        match self.kind {
            CaseKind::Tagged | CaseKind::When(_) => Some(self.tag),
            CaseKind::JsonOnly | CaseKind::Other { .. } => None,
        }
    }

    /// Whether this is the case of all other tags, whose payload includes the tag.
    pub const fn is_other(&self) -> bool {
        matches!(self.kind, CaseKind::Other { .. })
    }
}

/// Returns the case of a tag in a revision, with its index: the one with that tag, or the one of all other tags.
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

/// Width of a union's tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TagSize {
    /// One byte.
    U8,
    /// Two bytes.
    U16,
    /// Four bytes. Not in the reference; TezEdge has it.
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

    /// The largest tag.
    pub const fn max(self) -> u32 {
        u32::MAX >> 32u32.saturating_sub((self.bytes() as u32) << 3)
    }
}
