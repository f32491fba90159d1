//! The forms that values take.

use super::{
    About, Case, Check, Compact, Count, DefaultBytes, Extent, Field, Keys, Legacy, Mu, Scalar, Select, Split, TagSize,
};
use crate::prefix::Prefix;

/// The form of a value on the wire.
///
/// The set is closed: a `match` without a wildcard is how a tool that walks schemas learns that there is a new form.
#[derive(Clone, Copy, Debug)]
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
    pub const fn wrapped(&self) -> Option<&'static Self> {
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
