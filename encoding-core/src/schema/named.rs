//! Encodings with an id, as listed by tools.

use alloc::borrow::Cow;

use super::Encoding;

/// An encoding with its id.
#[derive(Clone, Debug)]
pub struct Named {
    /// The id by which it is found.
    pub id: Cow<'static, str>,
    /// A short description.
    pub title: Cow<'static, str>,
    /// Its schema.
    pub encoding: &'static Encoding,
    /// The context in which it occurs.
    pub scope: Scope,
}

impl Named {
    /// Creates a row of a table of encodings.
    #[must_use]
    pub const fn new(id: &'static str, title: &'static str, encoding: &'static Encoding, scope: Scope) -> Self {
        Self { id: Cow::Borrowed(id), title: Cow::Borrowed(title), encoding, scope }
    }
}

/// The context in which an encoding occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Scope {
    /// As a whole message.
    Whole,
    /// Only inside other encodings.
    Part,
    /// Anywhere: numbers, bytes, text. Nearly all bytes can be read as one of these, so that says little about what
    /// they are.
    Ground,
}
