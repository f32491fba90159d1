//! Revisions of a format: a number that is known before decoding determines which fields and cases exist.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::decode::{Decode, whole};
use crate::encode::to_bytes;
use crate::error::{DecodeError, EncodeError, ErrorKind};
use crate::measure::Measure;
use crate::reader::Reader;
use crate::schema::explain::explain;
use crate::schema::json::{json_at, read_json};
use crate::schema::{JsonError, JsonErrorKind};
use crate::traits::{BinWriter, HasEncoding, NomReader};
use crate::view::View;

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

    /// Decodes a value of this revision from all of `bytes`; see [`Decode::from_bytes`].
    ///
    /// # Errors
    /// The errors of the encoding; `Extra_bytes` if bytes are left over.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn decode<'a, T: Decode<'a>>(self, bytes: &'a [u8]) -> Result<T, DecodeError> {
        // Not `map_err`, which would move the value once more.
        match whole(Reader::new(bytes).at(self)) {
            Ok(value) => Ok(value),
            Err(fault) => Err(explain(T::ENCODING, bytes, fault, self)),
        }
    }

    /// Decodes the view of a value of this revision from all of `bytes`.
    ///
    /// # Errors
    /// The errors of [`Revision::decode`].
    pub fn view<'a, T: View + HasEncoding>(self, bytes: &'a [u8]) -> Result<T::View<'a>, DecodeError> {
        let mut reader = Reader::new(bytes).at(self);
        let view = T::view(&mut reader).and_then(|view| reader.finish().map(|()| view));
        view.map_err(|fault| explain(T::ENCODING, bytes, fault, self))
    }

    /// Encodes a value in this revision; see [`Encode::to_bytes`](crate::Encode::to_bytes).
    ///
    /// # Errors
    /// If the reader would refuse the bytes; `Other_revision` if the value has a field or a case that this revision
    /// does not have; `Missing_field` if it lacks a field that this revision has.
    pub fn encode<T: BinWriter + ?Sized>(self, value: &T) -> Result<Vec<u8>, EncodeError> {
        to_bytes(value, Measure::new().at(self))
    }

    /// Converts a value to the JSON of this revision; see [`ToJson::to_json`](crate::ToJson::to_json).
    ///
    /// # Errors
    /// The errors of [`Revision::encode`].
    pub fn to_json<T: BinWriter + HasEncoding + ?Sized>(self, value: &T) -> Result<String, JsonError> {
        let bytes = self.encode(value).map_err(|error| JsonError::new(JsonErrorKind::Value(error)))?;
        json_at(T::ENCODING, &bytes, self).map_err(|error| JsonError::new(JsonErrorKind::Bytes(error)))
    }

    /// Converts JSON of this revision to a value; see [`FromJson::from_json`](crate::FromJson::from_json).
    ///
    /// # Errors
    /// If the text is not JSON, or not the JSON of a value of this type in this revision.
    pub fn from_json<T: HasEncoding + for<'a> NomReader<'a>>(self, text: &str) -> Result<T, JsonError> {
        read_json(T::ENCODING, text, self, |bytes| self.decode(bytes))
    }
}

impl Reader<'_> {
    /// Sets the revision of the bytes.
    #[inline]
    #[must_use]
    pub const fn at(mut self, revision: Revision) -> Self {
        self.revision = revision;
        self
    }

    /// Returns the revision of the bytes.
    #[inline]
    pub const fn revision(&self) -> Revision {
        self.revision
    }
}

impl Measure<'_> {
    /// Sets the revision in which the value is measured.
    #[inline]
    #[must_use]
    pub const fn at(mut self, revision: Revision) -> Self {
        self.revision = Some(revision);
        self
    }

    /// Prepares to measure a value again that has already been accepted, whatever its revision.
    #[inline]
    pub(crate) const fn accepted(mut self) -> Self {
        self.revision = None;
        self
    }

    /// Returns the revision; `None` if the value has already been accepted.
    #[inline]
    pub const fn revision(&self) -> Option<Revision> {
        self.revision
    }

    /// Checks that the current revision is in `revisions`.
    ///
    /// # Errors
    /// `Other_revision`.
    #[inline]
    pub fn during(&self, revisions: Revisions) -> Result<(), EncodeError> {
        match self.revision {
            Some(revision) if !revisions.contain(revision) => Err(other_revision(revisions, revision)),
            _ => Ok(()),
        }
    }
}

#[cold]
#[inline(never)]
fn other_revision(revisions: Revisions, revision: Revision) -> EncodeError {
    EncodeError::new(ErrorKind::OtherRevision { revisions, revision })
}
