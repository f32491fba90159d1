//! Revisions of a format: a number that is known before decoding determines which fields and cases exist.

use core::fmt;

/// The number of a revision of a format, such as a protocol version.
///
/// A type whose fields and variants have `since` or `until` describes all revisions of its format. Readers refuse cases
/// that the revision does not have; writers refuse such cases and fields. Values are decoded and encoded by the methods of
/// the revision.
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
/// let new: Vote = Revision(12).decode(&[0, 0, 0, 7, 0, 0, 0, 1]).unwrap();
/// assert_eq!(new, Vote { level: 7, round: Some(1), slot: None });
/// assert_eq!(Revision(11).encode(&old).unwrap(), [0, 0, 0, 7, 0, 1]);
/// assert_eq!(Revision(12).encode(&old).unwrap_err().kind().name(), "Missing_field");
/// assert_eq!(Revision(11).to_json(&old).unwrap(), r#"{"level":7,"slot":1}"#);
/// ```
///
/// Methods that are given no revision, such as those of [`Decode`](crate::Decode) and [`Encode`](crate::Encode), do not
/// compile for such a type, because the same bytes would become another value with a newer version of the type:
///
/// ```compile_fail,E0080
/// # use tezos_encoding::prelude::*;
/// # #[derive(HasEncoding, NomReader, BinWriter)]
/// # struct Vote { level: u32, #[encoding(since = 12)] round: Option<u32> }
/// Vote::from_bytes(&[0, 0, 0, 7]);
/// ```
///
/// They compile for a type of which only cases have `since` or `until`, each with a tag of its own, because all revisions
/// that accept the bytes read the same value. They then use the newest revision. Whether a type depends on the revision is
/// [`Facts::by_revision`](crate::Facts::by_revision).
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
        RevisionNames::default().write_range(*self, f)
    }
}

impl fmt::Display for Revision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        RevisionNames::default().write(*self, f)
    }
}

/// The names of revisions in errors, such as those of the protocols of a chain; by default their numbers. They do not count
/// when errors are compared.
#[derive(Clone, Copy, Default)]
pub struct RevisionNames(Option<fn(Revision) -> Option<&'static str>>);

impl RevisionNames {
    /// Creates the names that `name` returns; a revision without one has its number.
    pub const fn new(name: fn(Revision) -> Option<&'static str>) -> Self {
        Self(Some(name))
    }

    /// Writes the name of a revision.
    pub(crate) fn write(self, revision: Revision, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0.and_then(|name| name(revision)), revision) {
            (Some(name), _) => f.write_str(name),
            (None, Revision::NEWEST) => f.write_str("the newest"),
            (None, Revision(number)) => write!(f, "{number}"),
        }
    }

    /// Writes the names of the first and the last revision of a range.
    pub(crate) fn write_range(self, Revisions { since, until }: Revisions, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if since.0 == 0 {
            f.write_str("up to ")?;
            return self.write(until, f);
        }
        f.write_str("from ")?;
        self.write(since, f)?;
        if until == Revision::NEWEST {
            return f.write_str(" on");
        }
        f.write_str(" to ")?;
        self.write(until, f)
    }
}

impl fmt::Debug for RevisionNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RevisionNames")
    }
}

impl PartialEq for RevisionNames {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for RevisionNames {}

impl Revision {
    /// The newest revision of any format.
    pub const NEWEST: Self = Self(u16::MAX);
}
