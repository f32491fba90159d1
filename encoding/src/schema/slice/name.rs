//! Names of slices: the form of a part, with the fields, definitions and lists around it.

use alloc::format;
use alloc::rc::Rc;
use alloc::string::{String, ToString};

use super::pretty::quoted;

/// Bytes of the longest name that is carried inside a value. Each level quotes the name of the one around it, so that without
/// an end a few dozen nested lists would take all memory.
const LONGEST: usize = 1024;

/// The name of a value, given by what is around it.
#[derive(Clone, Default)]
pub(super) struct Name(Option<Rc<str>>);

impl Name {
    /// That of a field.
    pub(super) fn field(name: &str) -> Self {
        Self::capped(name.to_string())
    }

    /// That of what is inside a definition, a recursive type or an optional field.
    pub(super) fn inside(&self, name: &str) -> Self {
        Self::capped(self.of(name))
    }

    /// That of a list's elements.
    pub(super) fn element(&self) -> Self {
        match &self.0 {
            Some(name) => Self::capped(format!("{name} element")),
            None => Self(None),
        }
    }

    /// The name of a slice of the form `form`.
    pub(super) fn of(&self, form: &str) -> String {
        match &self.0 {
            Some(name) => format!("{} ({form})", quoted(name.as_bytes())),
            None => form.to_string(),
        }
    }

    fn capped(name: String) -> Self {
        Self((name.len() <= LONGEST).then(|| name.into()))
    }
}
