//! Names of slices: the form of a part, with the fields, definitions and lists around it.

use alloc::format;
use alloc::rc::Rc;
use alloc::string::{String, ToString};

use super::places::Place;
use super::pretty::quoted;

/// Bytes of the longest name that is carried inside a value. Each level quotes the name of the one around it, so that without
/// an end a few dozen nested lists would take all memory.
const LONGEST: usize = 1024;

/// The name of a value, given by what is around it, and the place where it is.
#[derive(Clone, Default)]
pub(super) struct Name {
    text: Option<Rc<str>>,
    pub(super) place: Place,
}

impl Name {
    /// That of a field, at the same place.
    pub(super) fn field(&self, name: &str) -> Self {
        self.capped(name.to_string())
    }

    /// The same name, at this place.
    pub(super) fn at(&self, place: Place) -> Self {
        Self { text: self.text.clone(), place }
    }

    /// That of what is inside a definition, a recursive type or an optional field.
    pub(super) fn inside(&self, name: &str) -> Self {
        self.capped(self.of(name))
    }

    /// That of a list's elements.
    pub(super) fn element(&self) -> Self {
        match &self.text {
            Some(name) => self.capped(format!("{name} element")),
            None => self.clone(),
        }
    }

    /// The name of a slice of the form `form`.
    pub(super) fn of(&self, form: &str) -> String {
        match &self.text {
            Some(name) => format!("{} ({form})", quoted(name.as_bytes())),
            None => form.to_string(),
        }
    }

    fn capped(&self, name: String) -> Self {
        Self { text: (name.len() <= LONGEST).then(|| name.into()), place: self.place }
    }
}
