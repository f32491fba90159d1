//! Names of slices, composed of the encoding and the enclosing fields, definitions and lists; and their paths.

use alloc::format;
use alloc::rc::Rc;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::pretty::quoted;
use tezos_encoding_core::{Path, Segment};

/// Maximum length in bytes of a name that is passed on to nested values: each level quotes the name of the enclosing
/// one, so that without a limit, a few dozen nested lists would exhaust memory.
const MAX_LEN: usize = 1024;

/// The name that enclosing values give to a value, and its position.
#[derive(Clone, Default)]
pub(super) struct Name {
    text: Option<Rc<str>>,
    pub(super) place: Place,
}

impl Name {
    /// Returns the name of a field.
    pub(super) fn field(&self, name: &str) -> Self {
        self.limited(name.to_string())
    }

    /// Returns the same name at another position.
    pub(super) fn at(&self, place: Place) -> Self {
        Self { text: self.text.clone(), place }
    }

    /// Returns the name of the value inside a definition, a recursive type or an optional field.
    pub(super) fn inside(&self, name: &str) -> Self {
        self.limited(self.of(name))
    }

    /// Returns the name of a list's elements.
    pub(super) fn element(&self) -> Self {
        match &self.text {
            Some(name) => self.limited(format!("{name} element")),
            None => self.clone(),
        }
    }

    /// Returns the name of a slice with this encoding.
    pub(super) fn of(&self, encoding: &str) -> String {
        match &self.text {
            Some(name) => format!("{} ({encoding})", quoted(name.as_bytes())),
            None => encoding.to_string(),
        }
    }

    fn limited(&self, name: String) -> Self {
        Self { text: (name.len() <= MAX_LEN).then(|| name.into()), place: self.place }
    }
}

/// A position: its number in the [`Places`] of a message, counted from 1; 0 is the message itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Place(usize);

/// The positions of a message, each with the enclosing one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Places(Vec<(Place, Segment)>);

impl Places {
    /// Adds a position inside another.
    pub(super) fn inside(&mut self, place: Place, segment: Segment) -> Place {
        self.0.push((place, segment));
        Place(self.0.len())
    }

    /// Returns the path to a position.
    pub(super) fn path(&self, mut place: Place) -> Path {
        let mut path = Path::default();
        while let Some((outer, segment)) = place.0.checked_sub(1).and_then(|index| self.0.get(index)) {
            path.push_outer(*segment);
            place = *outer;
        }
        path
    }
}
