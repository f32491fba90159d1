//! The schema: what a type looks like on the wire, as constant data.
//!
//! An [`Encoding`] is a tree in read-only memory. Derived code builds it from [`crate::wire`]'s forms; sizes
//! ([`Encoding::size`]) and the rules of `data-encoding` ([`rules`]) are computed when the program is compiled.
//!
//! What a tool for people asks of it, here for a type that no tool knows:
//! ```
//! use tezos_encoding::HasEncoding;
//! use tezos_encoding::schema::{describe, diff, generate, layout, slice};
//! #[derive(HasEncoding)]
//! struct Peer { port: u16, #[encoding(string = 40)] name: String }
//!
//! // What is on the wire, as the reference says it, and as a picture.
//! let description = describe(Peer::ENCODING);
//! assert!(description.to_string().contains("| port                  | 2 bytes  | unsigned 16-bit big-endian integer |"));
//! assert_eq!(layout(&description).blocks[0].parts[2].determined.as_deref(), Some("the size at 2"));
//! // Values for tests, and what each of their bytes is.
//! let bytes = generate(Peer::ENCODING).values(1).next().unwrap().unwrap();
//! assert_eq!(slice(Peer::ENCODING, &bytes).slices[0].name, "\"port\" (uint16)");
//! // Whether old and new versions of a type understand each other.
//! #[derive(HasEncoding)]
//! struct Longer { port: u16, #[encoding(string = 60)] name: String }
//! let changes = diff(&description, &describe(Longer::ENCODING));
//! assert!(changes.old_bytes() && !changes.new_bytes());
//! ```

pub(crate) mod bson;
mod case;
pub(crate) mod compact;
#[cfg(feature = "tools")]
mod constraint;
mod cursor;
mod definitions;
#[cfg(feature = "tools")]
mod describe;
#[cfg(feature = "tools")]
mod diff;
mod explain;
#[cfg(feature = "tools")]
pub mod generate;
mod json;
#[cfg(feature = "tools")]
mod json_schema;
#[cfg(feature = "tools")]
pub mod layout;
mod legacy;
mod names;
mod nullable;
pub mod rules;
mod scalar;
mod size;
#[cfg(feature = "tools")]
mod slice;
mod split;
mod value;
mod visit;

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

pub use case::{Case, CaseKind, Select, TagSize};
pub use compact::{Compact, Part, PartCase, PartField, SharedTag};
#[cfg(feature = "tools")]
pub use constraint::{Constraint, Rule};
pub use cursor::{Cursor, Refusal};
pub(crate) use cursor::{big_endian, little_endian};
#[cfg(feature = "tools")]
pub use describe::{Body, CaseRows, Definition, Description, Layout, Limit, Row, describe};
#[cfg(feature = "tools")]
pub use diff::{Change, ChangeKind, Diff, diff};
pub(crate) use explain::explain;
#[cfg(feature = "arbitrary")]
pub use generate::arbitrary_value;
#[cfg(feature = "tools")]
pub use generate::generate;
#[cfg(feature = "proptest")]
pub use generate::strategy;
pub use json::{JsonError, JsonErrorKind, from_json, to_json, write_json};
#[cfg(feature = "tools")]
pub use json_schema::{json_schema, write_json_schema};
#[cfg(feature = "tools")]
pub use layout::layout;
pub use legacy::Legacy;
pub use scalar::{Int, Scalar};
pub use size::{Class, Size};
#[cfg(feature = "tools")]
pub use slice::{Fit, Slice, SliceKind, Slicing, fit, slice};
pub use split::Split;
pub use value::{MAX_NESTING, Value, decode, encode};

use crate::error::ErrorKind;
use crate::wire::prefix::Prefix;

/// The form of a value on the wire.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum Encoding {
    /// No bytes; `{}` in JSON.
    Empty,
    /// No bytes; `null` in JSON.
    Null,
    /// No bytes; a fixed string in JSON.
    Constant(&'static str),
    /// A scalar: integers, floats, booleans, `n`, `z`.
    Scalar(Scalar),
    /// Raw bytes.
    Bytes(Extent),
    /// Text. The reference puts any bytes into a string; a Rust `String` wants UTF-8.
    Text {
        /// How far it goes.
        extent: Extent,
        /// Whether the Rust type refuses what is not UTF-8.
        utf8: bool,
    },
    /// One of some names, as its index: in 1 byte where there are at most 255 names, in 2 up to 65,535, else in 4.
    Enum(&'static [&'static str]),
    /// Values one after the other.
    List {
        /// One of them.
        item: &'static Encoding,
        /// How many.
        count: Count,
        /// Whether the reference calls it an array: another name in its errors, nothing else.
        array: bool,
    },
    /// Named fields one after the other.
    Object(&'static [Field]),
    /// Unnamed fields one after the other.
    Tuple(&'static [&'static Encoding]),
    /// A tag, then the payload of the case it names.
    Union {
        /// Width of the tag.
        tag: TagSize,
        /// The cases, tags distinct.
        cases: &'static [Case],
        /// Whether an unknown tag is a message to skip and not a mistake.
        ignore_unknown: bool,
    },
    /// One of some forms, as the fields before in the same object say; nothing on the wire says it again.
    Select(&'static Select),
    /// One byte, `00` for absent or anything else (written `ff`) for present, then the value if present.
    Opt(&'static Encoding),
    /// The value if the block goes on, nothing if it ends here.
    Varopt(&'static Encoding),
    /// A value that JSON leaves out when it is the usual one; on the wire it is always there.
    Dft {
        /// The form of the value.
        inner: &'static Encoding,
        /// The usual value's bytes.
        default: DefaultBytes,
    },
    /// A value, then bytes that say nothing: written zero, not looked at when read.
    Padded {
        /// Bytes behind the value.
        bytes: usize,
        /// The value.
        inner: &'static Encoding,
    },
    /// Objects made one, or tuples made one: their fields one after the other.
    Merge(&'static [&'static Encoding]),
    /// The size of a block in bytes, then the block.
    Dynamic {
        /// The form of the size.
        prefix: Prefix,
        /// What fills the block.
        inner: &'static Encoding,
    },
    /// A block, then its size in bytes, which ends the enclosing block; the reference has none.
    Suffixed {
        /// The form of the size, of a fixed width.
        size: Prefix,
        /// What fills the block.
        inner: &'static Encoding,
    },
    /// At most so many bytes (`check_size`).
    Bounded {
        /// Bytes allowed.
        limit: usize,
        /// What they hold.
        inner: &'static Encoding,
    },
    /// A block of exactly so many bytes, without a header.
    Sized {
        /// Bytes of the block.
        bytes: usize,
        /// What fills it.
        inner: &'static Encoding,
    },
    /// Everything but the last bytes of the enclosing block.
    Reserve {
        /// Bytes left to the fields behind.
        bytes: usize,
        /// What takes the rest.
        inner: &'static Encoding,
    },
    /// A value that a function of the user may refuse, or converts.
    Checked {
        /// The form on the wire.
        inner: &'static Encoding,
        /// The function.
        check: Check,
    },
    /// A definition that others refer to by name.
    Def {
        /// Its name.
        id: &'static str,
        /// What it is.
        inner: &'static Encoding,
    },
    /// A value that people are told something about: nothing on the wire.
    Described {
        /// What they are told.
        about: &'static About,
        /// The value.
        inner: &'static Encoding,
    },
    /// A recursive type. What is known of its size is stated, because it cannot be computed.
    Mu(&'static Mu),
    /// Pairs of a key, text with a 4-byte size, and a value, to the end of the block; an object in JSON.
    Assoc {
        /// The form of the values.
        value: &'static Encoding,
        /// What a key must be.
        keys: Keys,
    },
    /// Fixed bytes, then a value, which alone is seen in JSON.
    Magic {
        /// The bytes.
        bytes: &'static [u8],
        /// The value.
        inner: &'static Encoding,
    },
    /// Bytes to the end of the block that hold a value, which nobody looks at before it is asked for.
    Lazy(&'static Encoding),
    /// Any JSON document, as BSON, to the end of the block.
    Json,
    /// A value that has another form in JSON.
    Split(&'static Split),
    /// A value that has an older form too, which is read where the form of today does not fit.
    Legacy(&'static Legacy),
    /// Small parts that share the bits of one tag.
    Compact(&'static Compact),
}

/// What people are told about a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// The name of the one field that the reference has around the value where its JSON has none (`obj1` in `splitted`): slices
    /// are named by it.
    pub field: Option<&'static str>,
    /// A title; that of the definition, around the body of a recursive type.
    pub title: Option<&'static str>,
    /// A sentence.
    pub description: Option<&'static str>,
}

impl About {
    /// The name of the field that the reference has around the value.
    pub const fn field(name: &'static str) -> Self {
        Self { field: Some(name), title: None, description: None }
    }

    /// A title and a sentence.
    pub const fn titled(title: &'static str, description: Option<&'static str>) -> Self {
        Self { field: None, title: Some(title), description }
    }
}

/// What the keys of pairs must be. Those of the reference's `assoc` may be anything, and the same twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// Text in UTF-8.
    pub utf8: bool,
    /// Each of them another.
    pub distinct: bool,
}

/// How far bytes or text go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// So many bytes.
    Fixed(usize),
    /// To the end of the enclosing block.
    Rest,
}

/// How many elements a list has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Count {
    /// As many as fill the enclosing block, with an upper bound where there is one.
    ToEnd {
        /// Elements required; the reference has no such bound.
        min: usize,
        /// Elements allowed.
        max: Option<usize>,
    },
    /// So many.
    Exactly(usize),
    /// As many as a number in front of them says.
    Prefixed {
        /// The form of the number.
        prefix: Prefix,
        /// Elements allowed.
        max: Option<usize>,
    },
}

/// The bytes of a usual value: constant data, or made when asked for.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum DefaultBytes {
    /// These.
    Known(&'static [u8]),
    /// Those that the function makes; `None` where the usual value cannot be written.
    Made(fn() -> Option<Vec<u8>>),
}

/// A field of an object.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Its name in JSON and in descriptions.
    pub name: &'static str,
    /// Its form.
    pub encoding: &'static Encoding,
}

impl Field {
    /// A field that is always there.
    pub const fn req(name: &'static str, encoding: &'static Encoding) -> Self {
        Self { name, encoding }
    }
}

/// A function of the user that stands between the wire and the type.
#[derive(Clone, Copy, Debug)]
pub struct Check {
    /// What it is, which names its refusals.
    pub kind: CheckKind,
    /// Its name, for errors.
    pub function: &'static str,
    /// Runs it on the bytes of a value; `None` where the type borrows or is generic, so that only the reader can.
    pub run: Option<Run>,
}

/// What a function of the user is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CheckKind {
    /// A predicate (`with_guard`): `User_invariant_guard`.
    Guard,
    /// A conversion (`conv` with a function that raises): `Exception_raised_in_user_function`.
    Conversion,
}

impl Check {
    /// A predicate.
    pub const fn guard(function: &'static str, run: Option<Run>) -> Self {
        Self { kind: CheckKind::Guard, function, run }
    }

    /// A conversion.
    pub const fn conversion(function: &'static str, run: Option<Run>) -> Self {
        Self { kind: CheckKind::Conversion, function, run }
    }

    /// A refusal, in the function's words.
    pub fn refusal(&self, message: impl Into<Cow<'static, str>>) -> ErrorKind {
        let (function, message) = (self.function, message.into());
        match self.kind {
            CheckKind::Guard => ErrorKind::UserGuard { function, message },
            CheckKind::Conversion => ErrorKind::UserFunction { function, message },
        }
    }
}

/// A function of the user, run on the bytes of a value: nothing, or what it says against the value.
pub type Run = fn(&[u8]) -> Result<(), String>;

/// A recursive type.
#[derive(Clone, Copy, Debug)]
pub struct Mu {
    /// Its name.
    pub name: &'static str,
    /// Whether its size is known from its data or from the enclosing block.
    pub class: Class,
    /// Bytes of the shortest value, or less.
    pub least: usize,
    /// Levels of nesting that a reader accepts by default.
    pub depth: u32,
    /// What it is; a function, because a constant cannot contain itself.
    pub body: fn() -> &'static Encoding,
}

impl Encoding {
    /// The name of this form, for errors.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Empty | Self::Null | Self::Constant(_) => "nothing",
            Self::Scalar(scalar) => scalar.name(),
            Self::Bytes(_) => "bytes",
            Self::Text { .. } => "string",
            Self::Enum(_) => "enum",
            Self::List { array: false, .. } => "list",
            Self::List { array: true, .. } => "array",
            Self::Object(_) => "object",
            Self::Tuple(_) => "tuple",
            Self::Merge(_) => "merged fields",
            Self::Union { .. } => "tag",
            Self::Select(_) => "selected value",
            Self::Opt(_) => "presence flag",
            Self::Dynamic { prefix, .. } => prefix.name(),
            Self::Varopt(inner)
            | Self::Dft { inner, .. }
            | Self::Padded { inner, .. }
            | Self::Suffixed { inner, .. }
            | Self::Bounded { inner, .. }
            | Self::Reserve { inner, .. }
            | Self::Checked { inner, .. }
            | Self::Described { inner, .. } => inner.name(),
            Self::Sized { .. } => "block",
            Self::Def { id, .. } => id,
            Self::Mu(mu) => mu.name,
            Self::Assoc { .. } => "association list",
            Self::Magic { .. } => "magic bytes",
            Self::Lazy(_) => "lazy value",
            Self::Json => "json",
            Self::Split(split) => split.inner.name(),
            Self::Legacy(legacy) => legacy.current.name(),
            Self::Compact(_) => "tag",
        }
    }

    /// What this form is put around, where its JSON is that of what is inside.
    pub(crate) const fn wrapped(&self) -> Option<&'static Self> {
        match self {
            Self::Def { inner, .. }
            | Self::Described { inner, .. }
            | Self::Checked { inner, .. }
            | Self::Bounded { inner, .. }
            | Self::Sized { inner, .. }
            | Self::Reserve { inner, .. }
            | Self::Magic { inner, .. }
            | Self::Padded { inner, .. }
            | Self::Suffixed { inner, .. }
            | Self::Dynamic { inner, .. } => Some(inner),
            Self::Legacy(legacy) => Some(legacy.current),
            _ => None,
        }
    }
}
