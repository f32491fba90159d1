//! Encodings with an id, as tools list them.

use alloc::borrow::Cow;

use super::Encoding;

/// An encoding with its id.
#[derive(Clone, Debug)]
pub struct Named {
    /// What it is found by.
    pub id: Cow<'static, str>,
    /// What it is, in a few words.
    pub title: Cow<'static, str>,
    /// Its schema.
    pub encoding: &'static Encoding,
    /// Where it occurs.
    pub role: Role,
}

impl Named {
    /// Returns a row of a table.
    #[must_use]
    pub const fn new(id: &'static str, title: &'static str, encoding: &'static Encoding, role: Role) -> Self {
        Self { id: Cow::Borrowed(id), title: Cow::Borrowed(title), encoding, role }
    }
}

/// Where an encoding occurs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// Alone.
    Whole,
    /// In others only.
    Part,
    /// Anywhere: numbers, bytes, text. That bytes can be read so says nothing of what they are.
    Ground,
}
