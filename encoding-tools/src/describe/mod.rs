//! What a type looks like on the wire, for people and for tools: the reference's `Binary.describe`.
//!
//! [`describe`] turns a schema into a [`Description`], which is plain data. It prints as the reference's text (`Display`), as
//! the reference's JSON ([`Description::to_json`]) and as Markdown ([`Description::to_markdown`]).
//!
//! Rule: `data-encoding`, [`binary_description.ml`][description] and `binary_schema.ml`.
//!
//! [description]: https://github.com/tezos/tezos-mirror/blob/940407dac4fceb479f1ef25e12b3f210ed8820b9/data-encoding/src/binary_description.ml

mod build;
mod compact;
mod json;
mod look;
mod markdown;
mod names;
pub(super) mod node;
mod parse;
pub(super) mod parts;
mod text;
pub(super) mod tree;
pub(super) mod words;

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

pub(super) use json::{list, string};
pub(super) use markdown::{escaped, escaped_words};

use crate::Constraint;
use tezos_encoding_core::schema::{Class, Encoding, Int, JsonError, TagSize};
use tezos_encoding_core::wire::Prefix;

/// A described encoding: its rows, and the definitions that they refer to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Description {
    /// What the value itself is made of.
    pub toplevel: Vec<Row>,
    /// What is referred to by name, in the reference's order.
    pub definitions: Vec<Definition>,
    /// What is demanded beyond the layout; nothing where that is not known: of a description that was read from the reference's
    /// JSON, or of a schema with too many places to say it of all.
    pub constraints: Option<Vec<Constraint>>,
}

/// A part with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Definition {
    /// Its name: that of an `id`, of a recursive type, or `X_` and a number.
    pub title: String,
    /// A sentence about it.
    pub description: Option<String>,
    /// What it is.
    pub body: Body,
}

/// What a definition is.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Body {
    /// Rows one after the other.
    Rows(Vec<Row>),
    /// One of some cases, by a tag.
    Cases {
        /// Size class of the whole.
        class: Class,
        /// Width of the tag; nothing where the fields before say which case it is.
        tag: Option<TagSize>,
        /// The cases, by tag.
        cases: Vec<CaseRows>,
    },
    /// One of some names, by its index.
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
    /// Its tag; nothing where it is the case of all other tags, and where there are no tags.
    pub tag: Option<u32>,
    /// Its name.
    pub title: Cow<'static, str>,
    /// What it is made of, the tag first.
    pub rows: Vec<Row>,
}

/// A line of a table: some bytes of the value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Row {
    /// A value.
    Field {
        /// Its name, if it has one.
        name: Option<Cow<'static, str>>,
        /// Its size class.
        class: Class,
        /// Its form.
        layout: Layout,
    },
    /// The bytes that the next rows take together.
    Length {
        /// The definition they belong to.
        of: Option<Cow<'static, str>>,
        /// How many rows.
        rows: usize,
        /// The form of the number.
        prefix: Prefix,
    },
    /// Whether the next row is there.
    Presence {
        /// The name of the next row, if it has one.
        of: Option<Cow<'static, str>>,
    },
}

/// The form of a value in one row.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Layout {
    /// No bytes.
    Nothing,
    /// An integer of which every value is good.
    Int(Int),
    /// An integer from `min` to `max`.
    RangedInt(Int),
    /// One byte.
    Bool,
    /// Eight bytes.
    Float,
    /// Eight bytes; the bits of the least and the greatest value.
    RangedFloat {
        /// The least value.
        min: u64,
        /// The greatest value.
        max: u64,
    },
    /// Raw bytes.
    Bytes,
    /// Text.
    Text,
    /// A name, by its index.
    Enum {
        /// Width of the index.
        width: Prefix,
        /// The definition with the names.
        of: String,
    },
    /// Values one after the other.
    Sequence {
        /// One of them.
        item: Box<Layout>,
        /// How many.
        limit: Limit,
    },
    /// A definition.
    Ref(String),
    /// Bytes that say nothing.
    Padding,
    /// These bytes. The reference has no such form.
    Magic(Cow<'static, [u8]>),
}

/// How many values a sequence has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limit {
    /// As many as there are.
    Any,
    /// At most so many.
    AtMost(usize),
    /// So many.
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
    /// The description in the reference's JSON, on one line.
    pub fn to_json(&self) -> String {
        json::description(self)
    }

    /// The description whose JSON this is: [`Description::to_json`], or what `octez-codec` prints under `binary`.
    ///
    /// ```
    /// use tezos_encoding::schema::{describe, Description};
    /// use tezos_encoding::HasEncoding;
    /// let text = describe(<(u16, String)>::ENCODING).to_json();
    /// assert_eq!(Description::from_json(&text).unwrap().to_json(), text);
    /// ```
    ///
    /// # Errors
    /// Where the text is no JSON, or not that of a description; where more than 64 lists, or sizes and flags, stand around one value.
    pub fn from_json(text: &str) -> Result<Self, JsonError> {
        parse::description(text)
    }

    /// The description in Markdown: a table for each definition, references as links.
    pub fn to_markdown(&self) -> String {
        markdown::description(self)
    }
}
