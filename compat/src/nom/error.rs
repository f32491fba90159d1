//! The error of readers.

use std::fmt::Write as _;
use std::str::Utf8Error;

use ::nom::{
    Offset as _,
    error::{ErrorKind, FromExternalError, ParseError},
};

use super::NomInput;

/// Why bytes are refused, or where, and the error inside.
#[derive(Debug, PartialEq)]
pub struct DecodeError<I> {
    /// The rest of the input, from the refused bytes on.
    pub(crate) input: I,
    /// The reason, or the place.
    pub(crate) kind: DecodeErrorKind,
    /// The error inside.
    pub(crate) other: Option<Box<DecodeError<I>>>,
}

/// A reason or a place.
#[derive(Debug, PartialEq, Eq)]
pub enum DecodeErrorKind {
    /// A parser of nom refuses the bytes.
    Nom(ErrorKind),
    /// The bytes are not UTF-8.
    Utf8(ErrorKind, Utf8Error),
    /// A limit is exceeded.
    Boundary(BoundedEncodingKind),
    /// Not used any more.
    Bits(BitsError),
    /// The error is in this field.
    Field(&'static str),
    /// The error is in this variant.
    Variant(&'static str),
    /// The tag is unknown, and the message may be skipped.
    UnknownTag(String),
    /// The tag is unknown.
    InvalidTag(String),
}

/// The encoding whose limit is exceeded.
#[derive(Debug, PartialEq, Eq, Clone)]
pub enum BoundedEncodingKind {
    /// Text.
    String,
    /// A list.
    List,
    /// A block behind its size.
    Dynamic,
    /// A value of limited size.
    Bounded,
    /// A signature.
    Signature,
}

/// An error of the bits of a number, which no reader returns.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum BitsError {
    /// There is no bit with this index.
    #[error("index out of range")]
    IndexOutOfRange,
}

impl<I> DecodeError<I> {
    pub(crate) fn new(input: I, kind: DecodeErrorKind) -> Self {
        Self { input, kind, other: None }
    }

    /// Returns the name of the tag if it is unknown and the message may be skipped.
    pub fn get_unknown_tag(&self) -> Option<&String> {
        if let DecodeErrorKind::UnknownTag(tag) = &self.kind { Some(tag) } else { None }
    }
}

impl<'a> DecodeError<NomInput<'a>> {
    pub(crate) fn within(self, place: DecodeErrorKind) -> Self {
        Self { input: self.input, kind: place, other: Some(Box::new(self)) }
    }

    /// Creates the error of an exceeded limit.
    pub fn limit(input: NomInput<'a>, kind: BoundedEncodingKind) -> Self {
        Self::new(input, DecodeErrorKind::Boundary(kind))
    }

    /// Creates the error of an unknown tag of a message that may be skipped.
    pub fn unknown_tag(input: NomInput<'a>, tag: String) -> Self {
        Self::new(input, DecodeErrorKind::UnknownTag(tag))
    }

    /// Creates the error of an unknown tag.
    pub fn invalid_tag(input: NomInput<'a>, tag: String) -> Self {
        Self::new(input, DecodeErrorKind::InvalidTag(tag))
    }
}

impl<I> ParseError<I> for DecodeError<I> {
    fn from_error_kind(input: I, kind: ErrorKind) -> Self {
        Self::new(input, DecodeErrorKind::Nom(kind))
    }

    fn append(input: I, kind: ErrorKind, other: Self) -> Self {
        Self { other: Some(Box::new(other)), ..Self::from_error_kind(input, kind) }
    }
}

/// For parsers of bits.
impl<I> ParseError<(I, usize)> for DecodeError<I> {
    fn from_error_kind((input, _): (I, usize), kind: ErrorKind) -> Self {
        Self::new(input, DecodeErrorKind::Nom(kind))
    }

    fn append((input, _): (I, usize), kind: ErrorKind, other: Self) -> Self {
        Self { input, kind: DecodeErrorKind::Nom(kind), other: Some(Box::new(other)) }
    }
}

impl<I> FromExternalError<I, Utf8Error> for DecodeError<I> {
    fn from_external_error(input: I, kind: ErrorKind, error: Utf8Error) -> Self {
        Self::new(input, DecodeErrorKind::Utf8(kind, error))
    }
}

/// Describes an error of `input`: one paragraph for each place, then the reason.
pub fn convert_error(input: NomInput<'_>, error: DecodeError<NomInput<'_>>) -> String {
    let mut text = String::new();
    let mut next = Some(error);
    while let Some(error) = next {
        if !text.is_empty() {
            text.push_str("\n\nNext error:\n");
        }
        let start = input.offset(error.input);
        let end = start.saturating_add(error.input.len());
        // Writing to a string does not fail.
        let _ = write!(text, "Error decoding bytes [{start}..{end}]");
        let _ = match error.kind {
            DecodeErrorKind::Nom(kind) => write!(text, " by nom parser `{kind:?}`"),
            DecodeErrorKind::Utf8(kind, error) => write!(text, " by nom parser `{kind:?}`: {error}"),
            DecodeErrorKind::Boundary(kind) => write!(text, " caused by boundary violation of encoding `{kind:?}`"),
            DecodeErrorKind::Bits(error) => write!(text, " while performing bits operation: {error}"),
            DecodeErrorKind::Field(name) => write!(text, " while decoding field `{name}`"),
            DecodeErrorKind::Variant(name) => write!(text, " while decoding variant `{name}`"),
            DecodeErrorKind::UnknownTag(tag) => write!(text, " caused by unsupported tag `{tag}`"),
            DecodeErrorKind::InvalidTag(tag) => write!(text, " caused by invalid tag `{tag}`"),
        };
        next = error.other.map(|other| *other);
    }
    text
}
