//! What forms consist of.

use alloc::vec::Vec;

use super::{Class, Encoding};
use crate::prefix::Prefix;

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

impl Keys {
    /// The encoding of a key: a 4-byte size prefix and text.
    pub const ENCODING: &'static Encoding =
        &Encoding::Dynamic { prefix: Prefix::U30, inner: &Encoding::Text { extent: Extent::Rest, utf8: false } };
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
