//! The keywords of one schema: the members of a JSON object.

use core::fmt;

use tezos_encoding_core::__tools::text;

/// What is said in one pair of braces.
pub(super) struct Keywords<'o> {
    out: &'o mut dyn fmt::Write,
    empty: bool,
    /// What comes at most once, by whoever says it first: the outermost.
    title: bool,
    description: bool,
    default: bool,
}

impl<'o> Keywords<'o> {
    /// Behind a brace.
    pub(super) fn new(out: &'o mut dyn fmt::Write) -> Self {
        Self { out, empty: true, title: false, description: false, default: false }
    }

    /// Behind other keywords.
    pub(super) fn behind(out: &'o mut dyn fmt::Write) -> Self {
        Self { empty: false, ..Self::new(out) }
    }

    /// Starts a keyword; its value is to be written next.
    pub(super) fn key(&mut self, name: &str) -> Result<&mut dyn fmt::Write, fmt::Error> {
        if !core::mem::replace(&mut self.empty, false) {
            self.out.write_char(',')?;
        }
        text::string(self.out, name)?;
        self.out.write_char(':')?;
        Ok(self.out)
    }

    /// A keyword whose value is JSON as it stands.
    pub(super) fn raw(&mut self, name: &str, json: impl fmt::Display) -> fmt::Result {
        let out = self.key(name)?;
        write!(out, "{json}")
    }

    /// A keyword whose value is a string.
    pub(super) fn string(&mut self, name: &str, value: &str) -> fmt::Result {
        text::string(self.key(name)?, value)
    }

    /// A keyword whose value is an array of strings.
    pub(super) fn strings<'s>(&mut self, name: &str, values: impl Iterator<Item = &'s str>) -> fmt::Result {
        let out = self.key(name)?;
        list(out, '[', values, |out, value| text::string(out, value))
    }

    /// `minLength` and `maxLength`, or the same of elements.
    pub(super) fn bounds(&mut self, [least, most]: [&str; 2], from: usize, to: Option<usize>) -> fmt::Result {
        if from > 0 {
            self.raw(least, from)?;
        }
        to.map_or(Ok(()), |to| self.raw(most, to))
    }

    /// The name for people, unless there is one.
    pub(super) fn title(&mut self, title: &str) -> fmt::Result {
        if core::mem::replace(&mut self.title, true) { Ok(()) } else { self.string("title", title) }
    }

    /// The sentence for people, unless there is one.
    pub(super) fn description(&mut self, sentence: &str) -> fmt::Result {
        if core::mem::replace(&mut self.description, true) { Ok(()) } else { self.string("description", sentence) }
    }

    /// The value that is left out, unless there is one.
    pub(super) fn default_value(&mut self, json: &str) -> fmt::Result {
        if core::mem::replace(&mut self.default, true) { Ok(()) } else { self.raw("default", json) }
    }
}

/// An array or an object: items with commas between them.
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
