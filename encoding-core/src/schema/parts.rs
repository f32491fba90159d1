//! Components of encodings.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Class, Encoding, Size};
use crate::error::ErrorKind;
use crate::fault::FaultKind;
use crate::prefix::Prefix;
use crate::reader::Reader;
use crate::revision::{Revision, Revisions};
use crate::walk::JsonPrinter;

/// Documentation of a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The name of the field that encloses the value in the reference but not in JSON (`obj1` in `splitted`). Slices
    /// use this name.
    pub field: Option<&'static str>,
    /// A title. Around the body of a recursive type, it is the title of the definition.
    pub title: Option<&'static str>,
    /// A sentence.
    pub description: Option<&'static str>,
    /// Whether the value is secret, such as a key: slices and errors of an encoding that holds it do not show its bytes.
    pub secret: bool,
}

impl About {
    /// Creates documentation with the name of the field that encloses the value in the reference.
    pub const fn field(name: &'static str) -> Self {
        Self { field: Some(name), title: None, description: None, secret: false }
    }

    /// Creates documentation with a title and a description.
    pub const fn titled(title: &'static str, description: Option<&'static str>) -> Self {
        Self { field: None, title: Some(title), description, secret: false }
    }
}

/// Rules for the keys of an association list. The reference has none: its keys may be any bytes and may be repeated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// Keys are UTF-8.
    pub utf8: bool,
    /// No key occurs twice.
    pub distinct: bool,
}

impl Keys {
    /// The encoding of a key: a 4-byte size prefix and text.
    pub const ENCODING: &'static Encoding =
        &Encoding::Dynamic { prefix: Prefix::U30, inner: &Encoding::Text { extent: Extent::Rest, utf8: false } };
}

/// The length of bytes or text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// A fixed number of bytes.
    Fixed(usize),
    /// To the end of the enclosing block.
    Rest,
}

/// The number of elements of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// To the end of the enclosing block.
    ToEnd {
        /// Minimum number; the reference has no such limit.
        min: usize,
        /// Maximum number, if there is one.
        max: Option<usize>,
    },
    /// A fixed number.
    Exactly(usize),
    /// A number that precedes the elements.
    Prefixed {
        /// The encoding of the number.
        prefix: Prefix,
        /// Maximum number, if there is one.
        max: Option<usize>,
    },
}

/// The bytes of a default value: constant, or computed.
#[derive(Clone, Copy, Debug)]
pub enum DefaultBytes {
    /// Constant bytes.
    Known(&'static [u8]),
    /// A function that returns the bytes; `None` if the default cannot be encoded.
    Made(fn() -> Option<Vec<u8>>),
}

impl DefaultBytes {
    /// Returns the bytes; `None` if the default cannot be encoded.
    pub(crate) fn bytes(self) -> Option<Cow<'static, [u8]>> {
        match self {
            Self::Known(bytes) => Some(bytes.into()),
            Self::Made(make) => make().map(Cow::Owned),
        }
    }
}

/// A field of an object.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name in JSON and in descriptions.
    pub name: &'static str,
    /// Its encoding.
    pub encoding: &'static Encoding,
    /// The revisions of the format that have it; in others, it has no bytes and is not in JSON.
    pub revisions: Revisions,
}

impl Field {
    /// Creates a required field.
    pub const fn req(name: &'static str, encoding: &'static Encoding) -> Self {
        Self { name, encoding, revisions: Revisions::ALL }
    }

    /// Returns the field restricted to some revisions of the format.
    pub const fn during(self, revisions: Revisions) -> Self {
        Self { revisions, ..self }
    }

    /// Returns the size of its bytes in any revision.
    pub(super) const fn size(&self) -> Size {
        let size = self.encoding.size();
        if self.revisions.are_all() { size } else { Size::fixed(0).or(size) }
    }
}

/// A recursive type.
#[derive(Clone, Copy, Debug)]
pub struct Mu {
    /// Its name.
    pub name: &'static str,
    /// How the end of a value is found.
    pub class: Class,
    /// Minimum size in bytes, or a lower bound of it.
    pub least: usize,
    /// Maximum number of levels, for readers and writers alike.
    pub depth: u32,
    /// Its definition; a function, because a constant cannot contain itself.
    pub body: fn() -> &'static Encoding,
}

/// A user-supplied function between the wire and the type.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// Whether it checks or converts, which determines the name of its errors.
    pub kind: CheckKind,
    /// Its name in errors.
    pub function: &'static str,
    /// Calls it with the bytes of a value; `None` if only readers can, because the type borrows or is generic.
    pub run: Option<Run>,
    /// The revisions of the format in which it is called; others accept every value.
    pub revisions: Revisions,
    /// The revision of the bytes, if it differs from that of the walk: in a schema of one revision.
    pub revision: Option<Revision>,
}

/// A function that calls a user-supplied function with the bytes of a value in a revision of its format. The error is
/// the reason for refusing the value.
pub type Run = fn(&[u8], Revision) -> Result<(), String>;

/// The kinds of user-supplied functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckKind {
    /// A predicate (`with_guard`): `User_invariant_guard`.
    Guard,
    /// A conversion (`conv` with a function that raises): `Exception_raised_in_user_function`.
    Conversion,
}

impl Check {
    /// Creates a predicate.
    pub const fn guard(function: &'static str, run: Option<Run>) -> Self {
        Self::new(CheckKind::Guard, function, run)
    }

    /// Creates a conversion.
    pub const fn conversion(function: &'static str, run: Option<Run>) -> Self {
        Self::new(CheckKind::Conversion, function, run)
    }

    const fn new(kind: CheckKind, function: &'static str, run: Option<Run>) -> Self {
        Self { kind, function, run, revisions: Revisions::ALL, revision: None }
    }

    /// Returns the check restricted to some revisions of the format.
    pub const fn during(self, revisions: Revisions) -> Self {
        Self { revisions, ..self }
    }

    /// Calls the function with the bytes of a value, if it is called in `revision` and can be called with bytes.
    ///
    /// # Errors
    /// The refusal of the function.
    pub fn accept(&self, bytes: &[u8], revision: Revision) -> Result<(), ErrorKind> {
        let revision = self.revision.unwrap_or(revision);
        match self.run {
            Some(run) if self.revisions.contain(revision) => {
                run(bytes, revision).map_err(|message| self.refusal(message))
            }
            _ => Ok(()),
        }
    }

    /// Returns the kind of the fault of a reader whose value the function refuses.
    pub(crate) const fn fault(&self) -> FaultKind {
        match self.kind {
            CheckKind::Guard => FaultKind::UserGuard,
            CheckKind::Conversion => FaultKind::UserFunction,
        }
    }

    /// Returns the error for a value that the function refuses.
    pub fn refusal(&self, message: impl Into<Cow<'static, str>>) -> ErrorKind {
        let (function, message) = (self.function, message.into());
        match self.kind {
            CheckKind::Guard => ErrorKind::UserGuard { function, message },
            CheckKind::Conversion => ErrorKind::UserFunction { function, message },
        }
    }
}

/// A value whose JSON is that of another encoding, such as a hash in Base58Check or a time in RFC 3339.
///
/// Both functions may refuse a value with a message. To JSON, a value is read and printed at once, without a walk through its encoding on the
/// wire: the function refuses the bytes that a reader refuses.
///
/// Rule: `data-encoding`, `encoding.ml`, `splitted`.
#[derive(Clone, Copy, Debug)]
pub struct Split {
    /// The encoding on the wire.
    pub inner: &'static Encoding,
    /// The encoding in JSON.
    pub json: &'static Encoding,
    /// Reads a value of the encoding on the wire, and prints it in the one in JSON.
    pub to_json: fn(&mut Reader<'_>, &mut JsonPrinter<'_>) -> Result<(), String>,
    /// Converts bytes of the encoding in JSON to the one on the wire.
    pub from_json: fn(&[u8], Revision) -> Result<Vec<u8>, String>,
    /// Whether `from_json` returns only bytes that a reader of `inner` accepts, as a writer does. Other bytes are checked.
    pub is_checked: bool,
    /// The revision of the bytes, if it differs from that of the walk: in a schema of one revision.
    pub revision: Option<Revision>,
}

impl Split {
    /// Returns the error for a value that one of the functions refuses.
    pub(crate) fn refusal(&self, message: String) -> ErrorKind {
        ErrorKind::UserFunction { function: self.inner.name(), message: message.into() }
    }
}
