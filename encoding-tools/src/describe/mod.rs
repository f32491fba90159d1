//! Descriptions of binary layouts, for people and for tools: the reference's `Binary.describe`.
//!
//! [`describe`] turns a schema into a [`Description`], which is plain data. It prints as the reference's text (`Display`), as
//! the reference's JSON ([`Description::to_json`]) and as Markdown ([`Description::to_markdown`]).
//!
//! Rule: `data-encoding`, [`binary_description.ml`][description] and `binary_schema.ml`.
//!
//! [description]: https://github.com/tezos/tezos-mirror/blob/940407dac4fceb479f1ef25e12b3f210ed8820b9/data-encoding/src/binary_description.ml

mod build;
mod definitions;
mod json;
mod markdown;
mod names;
mod parse;
mod rlp;
mod rows;
mod text;
pub(crate) mod tree;
pub(crate) mod words;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

pub(crate) use definitions::{N_NAME, Z_NAME};

use crate::constraint::{self, Constraint};
use tezos_encoding_core::schema::{Class, Encoding, Int, TagSize};
use tezos_encoding_core::walk::JsonError;
use tezos_encoding_core::wire::Prefix;

/// A described encoding: its rows, and the definitions that they refer to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// The rows of the value itself.
    pub toplevel: Vec<Row>,
    /// The definitions that rows refer to by name, in the reference's order.
    pub definitions: Vec<Definition>,
    /// The constraints beyond the layout. `None` if they are unknown: for a description that was parsed from the
    /// reference's JSON, and for a schema that is too large to find all.
    pub constraints: Option<Vec<Constraint>>,
}

/// A named layout.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Its name: that of an `id`, of a recursive type, or `X_` and a number.
    pub title: String,
    /// A sentence about it.
    pub description: Option<String>,
    /// Its layout.
    pub body: Body,
}

/// The layout of a definition.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Body {
    /// Rows, in sequence.
    Rows(Vec<Row>),
    /// A union: one of several cases.
    Cases {
        /// Size class of the whole.
        class: Class,
        /// Width of the tag. `None` if preceding fields determine the case.
        tag: Option<TagSize>,
        /// The cases, sorted by tag.
        cases: Vec<CaseRows>,
    },
    /// An enumeration: the index of one of several names.
    Enum {
        /// Width of the index.
        width: Prefix,
        /// The names.
        names: Vec<Cow<'static, str>>,
    },
}

/// A case of a union.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseRows {
    /// Its tag. `None` for the case of all other tags, and in a union without a tag.
    pub tag: Option<u32>,
    /// Its name.
    pub title: Cow<'static, str>,
    /// Its rows, the tag first.
    pub rows: Vec<Row>,
}

/// A row of a table: some bytes of the value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Row {
    /// A value.
    Field {
        /// Its name, if it has one.
        name: Option<Cow<'static, str>>,
        /// Its size class.
        class: Class,
        /// Its layout.
        layout: Layout,
    },
    /// A size prefix: the number of bytes of the next rows together.
    Length {
        /// The definition that the rows belong to.
        of: Option<Cow<'static, str>>,
        /// The number of rows.
        rows: usize,
        /// The encoding of the size.
        prefix: Prefix,
    },
    /// A presence flag: whether the next row is present.
    Presence {
        /// The name of the next row, if it has one.
        of: Option<Cow<'static, str>>,
    },
}

/// The layout of a value in one row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// No bytes.
    Nothing,
    /// An integer that may have any value of its width.
    Int(Int),
    /// An integer from `min` to `max`.
    RangedInt(Int),
    /// One byte.
    Bool,
    /// Eight bytes.
    Float,
    /// Eight bytes; the limits are the bits of floats.
    RangedFloat {
        /// The minimum.
        min: u64,
        /// The maximum.
        max: u64,
    },
    /// Bytes.
    Bytes,
    /// Text.
    Text,
    /// The index of a name.
    Enum {
        /// Width of the index.
        width: Prefix,
        /// The definition that has the names.
        of: String,
    },
    /// Elements, in sequence.
    Sequence {
        /// The layout of each element.
        item: Box<Layout>,
        /// The number of elements.
        limit: Limit,
    },
    /// A reference to a definition.
    Ref(String),
    /// Bytes without a meaning.
    Padding,
    /// These bytes and no others. The reference has no such layout.
    Magic(Cow<'static, [u8]>),
}

/// The number of elements of a sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// Any number.
    Any,
    /// At most this number.
    AtMost(usize),
    /// Exactly this number.
    Exactly(usize),
}

/// Describes an encoding.
///
/// ```
/// use tezos_encoding::schema::describe;
/// use tezos_encoding::HasEncoding;
/// #[derive(HasEncoding)]
/// struct Peer { port: u16, #[encoding(dynamic, bytes)] key: Vec<u8> }
/// let description = describe(Peer::ENCODING);
/// assert_eq!(description.to_string(), "\
/// +-----------------------+----------+------------------------------------+
/// | Name                  | Size     | Contents                           |
/// +=======================+==========+====================================+
/// | port                  | 2 bytes  | unsigned 16-bit big-endian integer |
/// +-----------------------+----------+------------------------------------+
/// | # bytes in next field | 4 bytes  | unsigned 30-bit big-endian integer |
/// +-----------------------+----------+------------------------------------+
/// | key                   | Variable | bytes                              |
/// +-----------------------+----------+------------------------------------+
///
///
/// ");
/// ```
pub fn describe(encoding: &'static Encoding) -> Description {
    build::description(encoding)
}

impl Description {
    /// Returns the description in the reference's JSON, on one line.
    pub fn to_json(&self) -> String {
        json::description(self)
    }

    /// Returns the description and its constraints as JSON, with a line for each field, definition and constraint: a file that keeps a schema, whose
    /// changes are easy to read. `tezos-codec dump encoding` prints the same members and a JSON Schema.
    pub fn to_dump(&self) -> String {
        json::dump(self)
    }

    /// Parses a description from JSON: the output of [`Description::to_dump`] or of [`Description::to_json`], or what `octez-codec dump` prints
    /// for an encoding. The last two have no constraints.
    ///
    /// ```
    /// use tezos_encoding::{HasEncoding, schema::{Description, describe}};
    /// #[derive(HasEncoding)]
    /// struct Peer { #[encoding(string = 40)] name: String }
    /// let peer = describe(Peer::ENCODING);
    /// assert_eq!(Description::from_json(&peer.to_dump()).unwrap().to_dump(), peer.to_dump());
    /// let read = Description::from_json(&peer.to_json()).unwrap();
    /// assert_eq!((read.to_json(), read.constraints), (peer.to_json(), None));
    /// ```
    ///
    /// # Errors
    /// If the text is not JSON, or not a description; if a value is nested in more than 64 lists, or in more than 64
    /// size prefixes and presence flags.
    pub fn from_json(text: &str) -> Result<Self, JsonError> {
        parse::dump(text)
    }

    /// Returns the description in Markdown: a table for each definition, references as links.
    pub fn to_markdown(&self) -> String {
        markdown::description(self)
    }

    /// Returns the constraints as JSON, on one line; `None` if they are unknown.
    pub fn constraints_to_json(&self) -> Option<String> {
        self.constraints.as_deref().map(constraint::to_json)
    }
}
