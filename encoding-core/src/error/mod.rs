//! Errors for people: what, where, in which field.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

mod kind;
mod path;

pub use kind::ErrorKind;
pub use path::{Path, Segment};

/// How many bytes before and after the refused one an error shows.
const AROUND: usize = 8;

/// Why bytes could not be decoded.
///
/// ```
/// use tezos_encoding::{Decode, HasEncoding, NomReader, BinWriter};
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
///      (Not_enough_data); the bytes there: 00 00 00 03 00 50 >00",
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
    incomplete: bool,
}

impl DecodeError {
    /// `goes_on`: whether bytes that are missing can come behind the message.
    pub(crate) fn new(kind: ErrorKind, offset: usize, path: Path, message: &[u8], goes_on: bool) -> Self {
        let start = offset.saturating_sub(AROUND).min(message.len());
        let end = offset.saturating_add(AROUND).min(message.len());
        let around = message.get(start..end).unwrap_or_default().to_vec();
        let incomplete = goes_on && matches!(kind, ErrorKind::NotEnoughData { .. });
        Self(Box::new(Decoded { kind, offset, path, start, around, incomplete }))
    }

    /// What was refused, with what was expected and found.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// How many bytes of the message come before the refused one.
    pub fn offset(&self) -> usize {
        self.0.offset
    }

    /// The field, with list indices.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// The bytes around the refused one, and the offset of the first of them.
    pub fn around(&self) -> (usize, &[u8]) {
        (self.0.start, &self.0.around)
    }

    /// Whether the message is cut short: with more bytes it may be fine. Bytes that are missing inside of a block whose size was read are
    /// `Not_enough_data` too, and no byte behind the message helps.
    ///
    /// ```
    /// use tezos_encoding::{BinWriter, Decode, HasEncoding, NomReader};
    /// #[derive(Debug, HasEncoding, NomReader, BinWriter)]
    /// struct Pair { #[encoding(dynamic)] first: u16, second: u16 }
    /// assert!(Pair::from_bytes(&[0, 0, 0, 2, 7]).unwrap_err().is_incomplete());
    /// assert!(!Pair::from_bytes(&[0, 0, 0, 1, 7]).unwrap_err().is_incomplete());
    /// ```
    pub fn is_incomplete(&self) -> bool {
        self.0.incomplete
    }

    /// Whether this is an unknown tag of a type marked `ignore_unknown`.
    pub fn is_unknown_tag(&self) -> bool {
        matches!(self.0.kind, ErrorKind::UnexpectedTag { ignorable: true, .. })
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Decoded { kind, offset, path, start, around, .. } = &*self.0;
        if !path.is_empty() {
            write!(f, "{path}: ")?;
        }
        write!(f, "at byte {offset}, {kind} ({})", kind.name())?;
        if !around.is_empty() {
            write!(f, "; the bytes there:")?;
            for (byte, at) in around.iter().zip(*start..) {
                write!(f, " {}{byte:02x}", if at == *offset { ">" } else { "" })?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for DecodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DecodeError")
            .field("kind", &self.0.kind)
            .field("offset", &self.0.offset)
            .field("path", &self.0.path)
            .finish_non_exhaustive()
    }
}

impl core::error::Error for DecodeError {}

/// Why a value cannot be encoded: the reader would refuse its bytes.
#[derive(Clone, PartialEq, Eq)]
pub struct EncodeError(Box<Encoded>);

#[derive(Clone, PartialEq, Eq)]
struct Encoded {
    kind: ErrorKind,
    path: Path,
}

impl EncodeError {
    /// A refusal of the value itself.
    #[cold]
    pub fn new(kind: ErrorKind) -> Self {
        Self(Box::new(Encoded { kind, path: Path::default() }))
    }

    /// The same, seen from the struct around: in its field `name`.
    #[cold]
    #[must_use]
    pub fn in_field(mut self, name: &'static str) -> Self {
        self.0.path.push_outer(Segment::Field(name));
        self
    }

    /// The same, seen from the list around: element `index`.
    #[cold]
    #[must_use]
    pub fn at_index(mut self, index: usize) -> Self {
        self.0.path.push_outer(Segment::Index(index));
        self
    }

    /// The same, seen from the union around: in case `name`.
    #[cold]
    #[must_use]
    pub fn in_case(mut self, name: &'static str) -> Self {
        self.0.path.push_outer(Segment::Case(name));
        self
    }

    /// What was refused.
    pub fn kind(&self) -> &ErrorKind {
        &self.0.kind
    }

    /// The field, with list indices.
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
