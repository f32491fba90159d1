//! Revisions of a format: a number that is known before decoding determines which fields and cases exist.

use core::fmt;

/// The number of a revision of a format, such as a protocol version.
///
/// A type whose fields and variants have `since` or `until` describes all revisions of its format. Readers refuse cases
/// that the revision does not have; writers refuse such cases and fields. Unless a revision is given,
/// [`Revision::NEWEST`] is used.
///
/// ```
/// use tezos_encoding::prelude::*;
/// use tezos_encoding::Revision;
/// #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
/// struct Vote {
///     level: u32,
///     #[encoding(since = 12)]
///     round: Option<u32>,
///     #[encoding(until = 11)]
///     slot: Option<u16>,
/// }
///
/// let old = Revision(11).decode::<Vote>(&[0, 0, 0, 7, 0, 1]).unwrap();
/// assert_eq!(old, Vote { level: 7, round: None, slot: Some(1) });
/// assert_eq!(Vote::from_bytes(&[0, 0, 0, 7, 0, 0, 0, 1]).unwrap(), Vote { level: 7, round: Some(1), slot: None });
/// assert_eq!(Revision(11).encode(&old).unwrap(), [0, 0, 0, 7, 0, 1]);
/// assert_eq!(old.to_bytes().unwrap_err().kind().name(), "Missing_field");
/// assert_eq!(Revision(11).to_json(&old).unwrap(), r#"{"level":7,"slot":1}"#);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Revision(pub u16);

/// A range of revisions of a format: those that have a certain field or case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Revisions {
    /// The first.
    pub since: Revision,
    /// The last.
    pub until: Revision,
}

impl Revisions {
    /// All revisions.
    pub const ALL: Self = Self::new(0, u16::MAX);

    /// Creates the range from `since` to `until`, both included.
    pub const fn new(since: u16, until: u16) -> Self {
        Self { since: Revision(since), until: Revision(until) }
    }

    /// Returns true if the range includes all revisions.
    pub const fn are_all(self) -> bool {
        self.since.0 == 0 && self.until.0 == u16::MAX
    }

    /// Returns true if the range includes `revision`.
    #[inline]
    pub const fn contain(self, revision: Revision) -> bool {
        self.since.0 <= revision.0 && revision.0 <= self.until.0
    }

    /// Returns true if the ranges have a revision in common.
    pub const fn overlap(self, others: Self) -> bool {
        self.since.0 <= others.until.0 && others.since.0 <= self.until.0
    }
}

impl fmt::Display for Revisions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.since.0, self.until) {
            (0, until) => write!(f, "up to {until}"),
            (since, Revision::NEWEST) => write!(f, "from {since} on"),
            (since, until) => write!(f, "from {since} to {until}"),
        }
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::NEWEST => write!(f, "the newest"),
            Self(number) => write!(f, "{number}"),
        }
    }
}

impl Revision {
    /// The newest revision of any format. Used unless another is given.
    pub const NEWEST: Self = Self(u16::MAX);
}
