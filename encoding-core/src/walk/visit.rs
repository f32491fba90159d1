//! The events of a walk over bytes.

use alloc::string::String;

use crate::error::ErrorKind;
use crate::schema::{DefaultBytes, Encoding, Scalar};

/// An event of a walk. The bytes are part of the message and have been checked.
#[derive(Clone, Copy, Debug)]
pub enum Event<'m> {
    /// A value without bytes: `Empty`, `Null` or `Constant`.
    Nothing(&'static Encoding),
    /// A scalar and its bytes.
    Scalar(&'static Scalar, &'m [u8]),
    Bytes(&'m [u8]),
    Text(&'m [u8]),
    /// The index of a name.
    Name(&'static [&'static str], usize),
    /// Bytes that may be a value of this encoding.
    Lazy(&'static Encoding, &'m [u8]),
    /// A BSON document.
    Json(&'m [u8]),
    /// An optional value that is absent.
    Absent,
    /// A container, whose values follow up to its [`Event::Close`]. A visitor that prints JSON receives no case, and no end of an optional
    /// value.
    Open(Container),
    /// The next value is this field; `true` if JSON omits the field when it is absent or equals its default.
    Field(&'static str, bool),
    /// The next value has this key.
    Key(&'m [u8]),
    /// The next value is part of a merge.
    Part,
    Close,
    /// The next value may equal its default.
    DftStart,
    /// The value that started at the matching [`Event::DftStart`].
    DftEnd {
        inner: &'static Encoding,
        default: DefaultBytes,
        found: &'m [u8],
    },
    /// The last value is the payload of a case that is never written for it, and neither is any other case.
    Unwritable,
    /// The next value has a different encoding in JSON, and is reported in that: to a visitor that prints JSON. Others receive the value as it
    /// is on the wire.
    Split,
    /// The bytes of a value, for a visitor that prints JSON.
    Value(&'static Encoding, &'m [u8]),
}

/// Values that contain others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Container {
    List,
    /// An association list. The keys of a map are distinct and in ascending order, whatever the order of the bytes.
    Assoc {
        sorted: bool,
    },
    Object,
    Tuple,
    /// A merge, of objects or of tuples.
    Merge {
        objects: bool,
    },
    /// The case of a union at an index, which contains one value.
    Case(usize),
    /// An optional value that is present, which contains one value.
    Present,
}

/// Receives the events of a walk.
pub trait Visitor {
    /// Receives the next event. An error stops the walk.
    fn visit(&mut self, event: Event<'_>) -> Result<(), ErrorKind>;

    /// Returns the text of a visitor that prints JSON, to which the caller appends the next value, or more of it.
    fn text(&mut self, _is_next: bool) -> Option<&mut String> {
        None
    }
}
