//! What values are written from.

mod json;
mod value;

use alloc::borrow::Cow;
use alloc::vec::Vec;
use core::ops::Deref;

use super::trouble::{Got, Trouble};
use super::value::Value;
use crate::error::ErrorKind;
use crate::number::{N, Z};
use crate::schema::json_text::part::{JsonPart, JsonParts};
use crate::schema::{Encoding, Part, Scalar};

/// A scalar as a source has it.
pub(crate) enum Number {
    Bool(bool),
    Int(i128),
    Float(f64),
    Natural(N),
    Whole(Z),
}

/// Which case of a union a value is.
pub(crate) enum Choice<'s> {
    This(usize, Node<'s>),
    /// The first one that fits.
    First,
}

/// The form of an optional value.
#[derive(Clone, Copy)]
pub(crate) enum Form {
    Encoding(&'static Encoding),
    Part(&'static Part),
}

/// What a value is written from, or a part of one. Not a type parameter of the writer, which so is compiled once.
#[derive(Clone, Copy)]
pub(crate) enum Node<'s> {
    Value(&'s Value),
    Json(JsonPart<'s>),
}

impl<'s> Deref for Node<'s> {
    type Target = dyn Source<'s> + 's;

    fn deref(&self) -> &Self::Target {
        match self {
            Self::Value(value) => value,
            Self::Json(part) => part,
        }
    }
}

impl Node<'_> {
    /// A refusal of this value.
    pub(crate) fn refuse(self, kind: ErrorKind) -> Trouble {
        match self {
            Self::Value(_) => Trouble::Refused(kind),
            Self::Json(part) => Trouble::Mismatch { kind, at: part.start() },
        }
    }

    /// What was done with the source beyond a step for each of its parts, in steps.
    pub(crate) fn work(self) -> usize {
        match self {
            Self::Value(_) => 0,
            Self::Json(part) => part.work(),
        }
    }
}

/// Parts not yet taken: elements, or keys and values.
#[derive(Clone, Copy)]
pub(crate) enum Parts<'s> {
    Items(&'s [Value]),
    Pairs(&'s [(Vec<u8>, Value)]),
    Json(JsonParts<'s>),
}

impl<'s> Parts<'s> {
    /// The first, and those behind it.
    pub(crate) fn next(self) -> Option<(Node<'s>, Self)> {
        match self {
            Self::Items(items) => items.split_first().map(|(first, rest)| (Node::Value(first), Self::Items(rest))),
            Self::Json(entries) => entries.next().map(|(first, rest)| (Node::Json(first), Self::Json(rest))),
            Self::Pairs(_) => None,
        }
    }

    /// The first key, its value, and the pairs behind them.
    pub(crate) fn next_pair(self) -> Option<(Cow<'s, [u8]>, Node<'s>, Self)> {
        match self {
            Self::Pairs(pairs) => {
                let ((key, value), rest) = pairs.split_first()?;
                Some((Cow::Borrowed(key), Node::Value(value), Self::Pairs(rest)))
            }
            Self::Json(entries) => {
                let (key, value, rest) = entries.next_pair()?;
                Some((Cow::Owned(key.into_owned().into_bytes()), Node::Json(value), Self::Json(rest)))
            }
            Self::Items(_) => None,
        }
    }
}

/// What holds a value.
pub(crate) trait Source<'s> {
    fn nothing(&self, encoding: &'static Encoding) -> Got<()>;
    fn scalar(&self, scalar: &'static Scalar) -> Got<Number>;
    fn bytes(&self) -> Got<Cow<'s, [u8]>>;
    fn text(&self) -> Got<Cow<'s, [u8]>>;
    fn name(&self, names: &'static [&'static str]) -> Got<usize>;
    /// The elements of a list, and how many.
    fn list(&self) -> Got<(usize, Parts<'s>)>;
    /// The elements of a tuple of so many.
    fn tuple(&self, count: usize) -> Got<Parts<'s>>;
    fn pairs(&self) -> Got<Parts<'s>>;
    /// Before the fields of an object are taken: how many it has, and whether it has one of a name.
    fn object(&self, count: usize, has: &dyn Fn(&str) -> bool) -> Got<()>;
    /// A field; nothing where the source leaves it out.
    fn field(&self, index: usize, name: &'static str) -> Got<Option<Node<'s>>>;
    /// Before the parts of a merge are taken.
    fn merge(&self, parts: &'static [&'static Encoding]) -> Got<()>;
    fn part(&self, parts: &'static [&'static Encoding], index: usize) -> Got<Node<'s>>;
    fn case(&self) -> Got<Choice<'s>>;
    /// What is inside an optional value.
    fn option(&self, inner: Form) -> Got<Option<Node<'s>>>;
    /// The bytes of a lazy value, where they are not made from a value.
    fn lazy(&self) -> Got<Option<Cow<'s, [u8]>>>;
    /// Appends a BSON document.
    fn json(&self, out: &mut Vec<u8>) -> Got<()>;
    /// Whether values that have another form in JSON are in that form.
    fn is_json(&self) -> bool;
}
