//! What the walk over bytes tells, one part of a value after the other.

use super::{DefaultBytes, Encoding, Scalar, Split};
use crate::error::ErrorKind;

/// One step of the walk. The bytes are those of the message, already checked.
#[derive(Clone, Copy, Debug)]
pub enum Event<'m> {
    /// A value without bytes: `Empty`, `Null` or `Constant`.
    Nothing(&'static Encoding),
    /// A scalar and its bytes.
    Scalar(&'static Scalar, &'m [u8]),
    Bytes(&'m [u8]),
    Text(&'m [u8]),
    /// One of some names.
    Name(&'static [&'static str], usize),
    /// Bytes that hold a value of this form, perhaps.
    Lazy(&'static Encoding, &'m [u8]),
    /// A BSON document.
    Json(&'m [u8]),
    /// An optional value that is not there.
    Absent,
    /// A value with parts, which follow, up to the [`Event::Close`] that belongs to it.
    Open(Container),
    /// The value that follows is this field; whether its own form may be absent or usual, so that it is left out with its name.
    Field(&'static str, bool),
    /// The value that follows has this key.
    Key(&'m [u8]),
    /// The value that follows is a part of a merge.
    Part,
    Close,
    /// The value that follows may be the usual one.
    DftStart,
    /// It was this one.
    DftEnd {
        inner: &'static Encoding,
        default: DefaultBytes,
        found: &'m [u8],
    },
    /// The value that follows has another form in JSON.
    SplitStart,
    /// Its bytes were these.
    SplitEnd(&'static Split, &'m [u8]),
}

/// Values with parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    List,
    Assoc,
    Object,
    Tuple,
    /// A merge, of objects or of tuples.
    Merge {
        objects: bool,
    },
    /// The case of a union, by its place among them: one part.
    Case(usize),
    /// An optional value that is there: one part.
    Present,
}

/// Takes the steps of a walk.
pub trait Visitor {
    /// The next one. A refusal stops the walk.
    fn visit(&mut self, event: Event<'_>) -> Result<(), ErrorKind>;
}
