//! The keywords of one schema: the members of a JSON object.

use alloc::string::String;
use core::fmt;

use tezos_encoding_core::__tools::text;

/// Returns a string with quotes and escapes.
pub(super) fn quoted(string: &str) -> String {
    let mut text = String::new();
    text::string(&mut text, string);
    text
}

/// The members of the object that is being written.
pub(super) struct Keywords<'o> {
    out: &'o mut dyn fmt::Write,
    empty: bool,
    /// Whether these have been written. The outermost wrapper writes first; later ones are omitted.
    title: bool,
    description: bool,
    default: bool,
}

impl<'o> Keywords<'o> {
    /// Starts after a brace.
    pub(super) fn new(out: &'o mut dyn fmt::Write) -> Self {
        Self { out, empty: true, title: false, description: false, default: false }
    }

    /// Starts after other keywords.
    pub(super) fn after(out: &'o mut dyn fmt::Write) -> Self {
        Self { empty: false, ..Self::new(out) }
    }

    /// Writes the name of a keyword. The caller writes its value.
    pub(super) fn key(&mut self, name: &str) -> Result<&mut dyn fmt::Write, fmt::Error> {
        if !core::mem::replace(&mut self.empty, false) {
            self.out.write_char(',')?;
        }
        write!(self.out, "{}:", quoted(name))?;
        Ok(self.out)
    }

    /// Writes a keyword whose value is already JSON.
    pub(super) fn raw(&mut self, name: &str, json: impl fmt::Display) -> fmt::Result {
        let out = self.key(name)?;
        write!(out, "{json}")
    }

    /// Writes a keyword whose value is a string.
    pub(super) fn string(&mut self, name: &str, value: &str) -> fmt::Result {
        self.key(name)?.write_str(&quoted(value))
    }

    /// Writes a keyword whose value is an array of strings.
    pub(super) fn strings<'s>(&mut self, name: &str, values: impl Iterator<Item = &'s str>) -> fmt::Result {
        let out = self.key(name)?;
        list(out, '[', values, |out, value| out.write_str(&quoted(value)))
    }

    /// Writes a minimum and a maximum, unless there are no limits.
    pub(super) fn bounds(&mut self, [min_name, max_name]: [&str; 2], min: usize, max: Option<usize>) -> fmt::Result {
        if min > 0 {
            self.raw(min_name, min)?;
        }
        max.map_or(Ok(()), |max| self.raw(max_name, max))
    }

    /// Writes the title, unless one has been written.
    pub(super) fn title(&mut self, title: &str) -> fmt::Result {
        if core::mem::replace(&mut self.title, true) { Ok(()) } else { self.string("title", title) }
    }

    /// Writes the description, unless one has been written.
    pub(super) fn description(&mut self, sentence: &str) -> fmt::Result {
        if core::mem::replace(&mut self.description, true) { Ok(()) } else { self.string("description", sentence) }
    }

    /// Writes the default value, unless one has been written.
    pub(super) fn default_value(&mut self, json: &str) -> fmt::Result {
        if core::mem::replace(&mut self.default, true) { Ok(()) } else { self.raw("default", json) }
    }
}

/// Writes an array or an object, with commas between the items.
pub(super) fn list<T>(
    out: &mut dyn fmt::Write,
    open: char,
    items: impl Iterator<Item = T>,
    mut item: impl FnMut(&mut dyn fmt::Write, T) -> fmt::Result,
) -> fmt::Result {
    out.write_char(open)?;
    for (index, it) in items.enumerate() {
        if index > 0 {
            out.write_char(',')?;
        }
        item(out, it)?;
    }
    out.write_char(if open == '[' { ']' } else { '}' })
}
