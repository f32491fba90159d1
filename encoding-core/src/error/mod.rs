//! Errors for people: what is wrong, at which byte, and in which field.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::num::NonZeroUsize;

pub(crate) mod counted;
mod kind;
mod known;
mod path;

pub use kind::ErrorKind;
pub use known::KnownTags;
pub use path::{Path, Segment};

use crate::revision::RevisionNames;
use crate::schema::Encoding;

/// The number of bytes that an error shows before and after the refused one.
const AROUND: usize = 8;

/// Why bytes could not be decoded.
///
/// ```
/// use tezos_encoding::prelude::*;
/// #[derive(Debug, HasEncoding, NomReader, BinWriter)]
/// struct Peer { port: u16 }
/// #[derive(Debug, HasEncoding, NomReader, BinWriter)]
/// struct Peers { #[encoding(dynamic, list = 3)] items: Vec<Peer> }
///
/// let error = Peers::from_bytes(&[0, 0, 0, 3, 0, 80, 0]).unwrap_err();
/// assert_eq!(error.path().to_string(), "items[1].port");
/// assert_eq!(error.offset(), 6);
/// assert_eq!(error.kind().name(), "Not_enough_data");
/// assert_eq!(
///     error.to_string(),
///     "items[1].port: at byte 6, 2 bytes are needed for uint16 but the block has 1 left \
///      (Not_enough_data); bytes nearby: 00 00 00 03 00 50 >00",
/// );
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct DecodeError(Box<Decoded>);

#[derive(Clone, PartialEq, Eq)]
struct Decoded {
    kind: ErrorKind,
    offset: usize,
    path: Path,
    start: usize,
    around: Vec<u8>,
    missing: Option<NonZeroUsize>,
    /// The schema of the message, which may hold a secret.
    encoding: Schema,
}

/// The schema of a message. It is not compared: one schema may be at several addresses.
#[derive(Clone, Copy)]
struct Schema(&'static Encoding);

impl PartialEq for Schema {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Schema {}

impl DecodeError {
    /// `missing`: the number of bytes, at least, that are missing at the end of the message, if with them it may be valid.
    pub(crate) fn new(
        kind: ErrorKind,
        offset: usize,
        path: Path,
        (encoding, message): (&'static Encoding, &[u8]),
        missing: Option<NonZeroUsize>,
    ) -> Self {
        let start = offset.saturating_sub(AROUND).min(message.len());
        let end = offset.saturating_add(AROUND).min(message.len());
        let around = message.get(start..end).unwrap_or_default().to_vec();
        Self(Box::new(Decoded { kind, offset, path, start, around, missing, encoding: Schema(encoding) }))
    }

    /// Returns the kind of error, with what was expected and what was found. If the encoding [holds a secret](Encoding::holds_secret),
    /// do not show it to people: what was found may be a part of that.
    ///
    /// ```
    /// use tezos_encoding::{Decode, ErrorKind};
    /// let error = u8::from_bytes(&[7, 8]).unwrap_err();
    /// assert!(matches!(error.kind(), ErrorKind::ExtraBytes { .. }));
    /// assert_eq!(error.kind().name(), "Extra_bytes"); // as Octez names it
    /// ```
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// Returns the offset of the refused byte in the message.
    ///
    /// ```
    /// use tezos_encoding::Decode;
    /// assert_eq!(<(u8, String)>::from_bytes(&[7, 0, 0, 0, 9]).unwrap_err().offset(), 5); // after the size prefix of the text
    /// ```
    pub fn offset(&self) -> usize {
        self.0.offset
    }

    /// Returns the path of the field, with list indices.
    ///
    /// ```
    /// use tezos_encoding::{Segment, prelude::*};
    /// #[derive(Debug, HasEncoding, NomReader)]
    /// struct Peers { #[encoding(dynamic, list)] ports: Vec<u16> }
    ///
    /// let error = Peers::from_bytes(&[0, 0, 0, 3, 0, 80, 0]).unwrap_err();
    /// assert_eq!(error.path().to_string(), "ports[1]");
    /// assert!(error.path().segments().eq([Segment::Field("ports"), Segment::Index(1)]));
    /// ```
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Returns the bytes around the refused one, and the offset of the first of them. None if the encoding
    /// [holds a secret](Encoding::holds_secret).
    ///
    /// ```
    /// use tezos_encoding::Decode;
    /// let bytes: Vec<u8> = (0..100).collect();
    /// let error = <([u8; 50], bool, u8)>::from_bytes(&bytes).unwrap_err();
    /// assert_eq!((error.offset(), error.around()), (52, (44, &bytes[44..60])));
    /// ```
    pub fn around(&self) -> (usize, &[u8]) {
        if self.0.encoding.0.holds_secret() { (self.0.offset, &[]) } else { (self.0.start, &self.0.around) }
    }

    /// Returns true if the message is incomplete: it may become valid with more bytes. If bytes are missing in a block
    /// whose size has been read, the error is `Not_enough_data` too, but the message is not incomplete, because more
    /// bytes cannot extend the block, even if it ends with the message.
    ///
    /// ```
    /// use tezos_encoding::prelude::*;
    /// #[derive(Debug, HasEncoding, NomReader, BinWriter)]
    /// struct Pair { #[encoding(dynamic)] first: u16, second: u16 }
    /// assert!(Pair::from_bytes(&[0, 0, 0, 2, 7]).unwrap_err().is_incomplete());
    /// assert!(!Pair::from_bytes(&[0, 0, 0, 1, 7]).unwrap_err().is_incomplete());
    /// ```
    pub fn is_incomplete(&self) -> bool {
        self.0.missing.is_some()
    }

    /// The number of bytes that are missing at the end of an incomplete message, as far as is known: the message may need more than these.
    /// `None` if the message is not incomplete. nom has the same in `nom::Needed::Size`.
    ///
    /// ```
    /// use tezos_encoding::prelude::*;
    /// #[derive(Debug, HasEncoding, NomReader, BinWriter)]
    /// struct Pair { #[encoding(dynamic)] first: Vec<u8>, second: u16 }
    /// let missing = |bytes| Pair::from_bytes(bytes).unwrap_err().missing().map(|bytes| bytes.get());
    /// assert_eq!(missing(&[0, 0]), Some(2)); // of the size prefix
    /// assert_eq!(missing(&[0, 0, 0, 9, 7]), Some(8)); // of the block
    /// assert_eq!(missing(&[0, 0, 0, 1, 7, 0]), Some(1)); // of `second`
    /// assert_eq!(missing(&[0, 0, 0, 1, 7, 0, 8, 9]), None); // `Extra_bytes`
    /// ```
    pub fn missing(&self) -> Option<NonZeroUsize> {
        self.0.missing
    }

    /// Returns true if the error is an unknown tag in a type marked `ignore_unknown`.
    ///
    /// ```
    /// use tezos_encoding::prelude::*;
    /// #[derive(Debug, HasEncoding, NomReader)]
    /// #[encoding(ignore_unknown)]
    /// enum Message { #[encoding(tag = 1)] Ping }
    ///
    /// assert!(Message::from_bytes(&[2]).unwrap_err().is_unknown_tag()); // of a later version: skip the message
    /// ```
    pub fn is_unknown_tag(&self) -> bool {
        matches!(self.0.kind, ErrorKind::UnexpectedTag { ignorable: true, .. })
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Decoded { kind, offset, path, encoding: Schema(encoding), .. } = &*self.0;
        if !path.is_empty() {
            write!(f, "{path}: ")?;
        }
        if encoding.holds_secret() && !kind.is_about_sizes() {
            return write!(f, "at byte {offset}, a value is refused that may be secret ({})", kind.name());
        }
        write!(f, "at byte {offset}, {kind} ({})", kind.name())?;
        let (start, around) = self.around();
        if !around.is_empty() {
            write!(f, "; bytes nearby:")?;
            for (byte, at) in around.iter().zip(start..) {
                write!(f, " {}{byte:02x}", if at == *offset { ">" } else { "" })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Decoded { kind, encoding: Schema(encoding), .. } = &*self.0;
        let name = kind.name();
        let kind: &dyn fmt::Debug = if kind.is_about_sizes() || !encoding.holds_secret() { kind } else { &name };
        f.debug_struct("DecodeError")
            .field("kind", kind)
            .field("offset", &self.0.offset)
            .field("path", &self.0.path)
            .finish_non_exhaustive()
    }
}

impl core::error::Error for DecodeError {}

/// Why a value cannot be encoded: a reader would refuse its bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct EncodeError(Box<Encoded>);

#[derive(Clone, PartialEq, Eq)]
struct Encoded {
    kind: ErrorKind,
    path: Path,
}

impl EncodeError {
    /// Creates an error about the value itself; its path is empty.
    #[cold]
    pub fn new(kind: ErrorKind) -> Self {
        Self(Box::new(Encoded { kind, path: Path::default() }))
    }

    /// Creates an error about the value at `path`.
    #[cold]
    pub(crate) fn at_path(kind: ErrorKind, path: Path) -> Self {
        Self(Box::new(Encoded { kind, path }))
    }

    /// Replaces the kind by what `change` makes of it.
    #[cold]
    pub(crate) fn change_kind(&mut self, change: impl FnOnce(ErrorKind) -> ErrorKind) {
        self.0.kind = change(core::mem::replace(&mut self.0.kind, ErrorKind::NoCaseMatched));
    }

    /// Prepends the field `name` of the enclosing struct to the path.
    #[cold]
    #[must_use]
    pub fn in_field(self, name: &'static str) -> Self {
        self.within(Segment::Field(name))
    }

    /// Prepends the element `index` of the enclosing list to the path.
    #[cold]
    #[must_use]
    pub fn at_index(self, index: usize) -> Self {
        self.within(Segment::Index(index))
    }

    /// Prepends the case `name` of the enclosing union to the path.
    #[cold]
    #[must_use]
    pub fn in_case(self, name: &'static str) -> Self {
        self.within(Segment::Case(name))
    }

    /// Prepends a segment to the path.
    #[cold]
    pub(crate) fn within(mut self, segment: Segment) -> Self {
        self.0.path.push_outer(segment);
        self
    }

    /// Replaces the numbers of revisions in the message by names.
    #[must_use]
    pub fn with_revision_names(mut self, names: RevisionNames) -> Self {
        if let ErrorKind::OtherRevision { names: numbers, .. } = &mut self.0.kind {
            *numbers = names;
        }
        self
    }

    /// Returns the kind of error.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// Returns the path of the field, with list indices.
    pub fn path(&self) -> &Path {
        &self.0.path
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Encoded { kind, path } = &*self.0;
        if !path.is_empty() {
            write!(f, "{path}: ")?;
        }
        write!(f, "{kind} ({})", kind.name())
    }
}

impl fmt::Debug for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EncodeError").field("kind", &self.0.kind).field("path", &self.0.path).finish()
    }
}

impl core::error::Error for EncodeError {}
