//! The encoding of a value.

use super::{
    About, Case, Check, CompactSchema, Count, DefaultBytes, Extent, Field, Keys, LegacySchema, Mu, Opaque, Scalar,
    Select, Split, TagSize,
};
use crate::prefix::Prefix;

/// The encoding of a value.
///
/// The enum is exhaustive on purpose: a tool that walks schemas and matches without a wildcard fails to compile when an
/// encoding is added.
#[derive(Clone, Copy, Debug)]
pub enum Encoding {
    /// No bytes; `{}` in JSON.
    Empty,
    /// No bytes; `null` in JSON.
    Null,
    /// No bytes; a constant string in JSON.
    Constant(&'static str),
    /// A scalar: integers, floats, booleans, `n`, `z`.
    Scalar(Scalar),
    /// Bytes.
    Bytes(Extent),
    /// Text. The reference allows any bytes in a string; a Rust `String` requires UTF-8.
    Text {
        /// Its length.
        extent: Extent,
        /// Whether the Rust type requires UTF-8.
        utf8: bool,
    },
    /// The index of a name: 1 byte for up to 255 names, 2 bytes for up to 65,535, otherwise 4.
    Enum(&'static [&'static str]),
    /// A sequence of elements.
    List {
        /// The encoding of an element.
        item: &'static Encoding,
        /// The number of elements.
        count: Count,
        /// Whether the reference calls it an array, which only changes the names of errors.
        array: bool,
    },
    /// A sequence of named fields.
    Object(&'static [Field]),
    /// A sequence of unnamed fields.
    Tuple(&'static [&'static Encoding]),
    /// A tag, then the payload of the case with that tag.
    Union {
        /// The width of the tag.
        tag: TagSize,
        /// The cases, with distinct tags.
        cases: &'static [Case],
        /// Whether a message with an unknown tag may be skipped.
        ignore_unknown: bool,
    },
    /// A union without a tag, whose case is determined by the preceding fields of the same object.
    Select(&'static Select),
    /// One byte, `00` for absent or any other (written as `ff`) for present, then the value if present.
    Opt(&'static Encoding),
    /// A value that is absent if the block ends.
    Varopt(&'static Encoding),
    /// A value with a default, which JSON omits; it is always present on the wire.
    Dft {
        /// The value.
        inner: &'static Encoding,
        /// The bytes of the default.
        default: DefaultBytes,
    },
    /// A value, then padding: written as zeros, ignored by readers.
    Padded {
        /// Bytes of padding.
        bytes: usize,
        /// The value.
        inner: &'static Encoding,
    },
    /// Several objects merged into one, or several tuples: the fields of each in turn.
    Merge(&'static [&'static Encoding]),
    /// A size prefix, then a block of that size.
    Dynamic {
        /// The size prefix.
        prefix: Prefix,
        /// The content of the block.
        inner: &'static Encoding,
    },
    /// A block, then its size, which ends the enclosing block. Not in the reference.
    Suffixed {
        /// The size, which has a fixed width.
        size: Prefix,
        /// The content of the block.
        inner: &'static Encoding,
    },
    /// At most `limit` bytes (`check_size`).
    Bounded {
        /// The limit in bytes.
        limit: usize,
        /// The value.
        inner: &'static Encoding,
    },
    /// A block of fixed size, without a size prefix.
    Sized {
        /// The size of the block in bytes.
        bytes: usize,
        /// The content of the block.
        inner: &'static Encoding,
    },
    /// All but the last bytes of the enclosing block.
    Reserve {
        /// The size in bytes of the fields that follow.
        bytes: usize,
        /// The value that takes the rest.
        inner: &'static Encoding,
    },
    /// A value that a user-supplied function checks or converts.
    Checked {
        /// The encoding on the wire.
        inner: &'static Encoding,
        /// The function.
        check: Check,
    },
    /// A named definition.
    Def {
        /// Its name.
        id: &'static str,
        /// The value.
        inner: &'static Encoding,
    },
    /// A value with a title or a description.
    Described {
        /// The title and the description.
        about: &'static About,
        /// The value.
        inner: &'static Encoding,
    },
    /// A recursive type. Its size is declared, because it cannot be computed.
    Mu(&'static Mu),
    /// Pairs of a key (text with a 4-byte size prefix) and a value, to the end of the block; an object in JSON.
    Assoc {
        /// The encoding of a value.
        value: &'static Encoding,
        /// The rules for keys.
        keys: Keys,
    },
    /// Constant bytes, which do not appear in JSON, then a value.
    Magic {
        /// The constant bytes.
        bytes: &'static [u8],
        /// The value.
        inner: &'static Encoding,
    },
    /// A value to the end of the block that is decoded lazily, on first access.
    Lazy(&'static Encoding),
    /// A JSON document, as BSON, to the end of the block.
    Json,
    /// Bytes that only the reader of a type understands.
    Opaque(&'static Opaque),
    /// A value with a different encoding in JSON.
    Split(&'static Split),
    /// A value with an older encoding, which is read if the current one does not match.
    Legacy(&'static LegacySchema),
    /// A compact encoding, whose parts share the bits of one tag.
    Compact(&'static CompactSchema),
}

impl Encoding {
    /// Returns the name of this encoding in errors.
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
            Self::Sized { .. } => "block",
            Self::Def { id, .. } => id,
            Self::Mu(mu) => mu.name,
            Self::Assoc { .. } => "association list",
            Self::Magic { .. } => "magic bytes",
            Self::Lazy(_) => "lazy value",
            Self::Json => "json",
            Self::Opaque(opaque) => opaque.name,
            Self::Compact(_) => "tag",
            _ => match self.inner() {
                Some(inner) => inner.name(),
                None => "value",
            },
        }
    }
}
