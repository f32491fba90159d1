//! Definitions, each written once under a unique name and referred to.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::context::Context;
use super::keywords::{Keywords, list, quoted};
use tezos_encoding_core::schema::Encoding;

/// The definitions found so far.
#[derive(Default)]
pub(super) struct Definitions(Vec<Definition>);

struct Definition {
    name: String,
    key: Key,
    /// Its schema; `None` while it is being written, and for a copy of another definition.
    text: Option<String>,
}

/// The identity of a definition: the address of the encoding, and its context.
#[derive(Clone, Copy, PartialEq)]
struct Key {
    body: *const Encoding,
    is_field: bool,
    is_open: bool,
}

impl Definitions {
    /// Writes a `$ref` to the definition of `body`.
    pub(super) fn refer(
        &mut self,
        keywords: &mut Keywords<'_>,
        name: &str,
        body: &'static Encoding,
        context: Context,
    ) -> fmt::Result {
        let is_field = context.is_field && body.may_be_left_out();
        let name = self.define(name, body, Context { is_field, ..context }.unbounded())?;
        keywords.string("$ref", &pointer(&name))
    }

    /// Returns the name of a definition. Generic types have copies of their constants, so two definitions with the same
    /// name are merged if their schemas are equal.
    fn define(&mut self, name: &str, body: &'static Encoding, context: Context) -> Result<String, fmt::Error> {
        let Context { is_field, is_open, .. } = context;
        let key = Key { body: core::ptr::from_ref(body), is_field, is_open };
        if let Some(known) = self.0.iter().find(|known| known.key == key) {
            return Ok(known.name.clone());
        }
        let count = self.0.len();
        let written = self.0.iter().position(|known| known.name == name && known.text.is_some());
        if let Some(index) = written {
            self.0.push(Definition { name: name.to_owned(), key, text: None });
            let text = self.text(body, context)?;
            if self.0.get(index).and_then(|known| known.text.as_deref()) == Some(&text) {
                return Ok(name.to_owned());
            }
            self.0.truncate(count);
        }
        let name = self.free(name);
        self.0.push(Definition { name: name.clone(), key, text: None });
        let text = self.text(body, context)?;
        if let Some(definition) = self.0.get_mut(count) {
            definition.text = Some(text);
        }
        Ok(name)
    }

    /// Returns an unused name: `name`, or `name` with a number.
    fn free(&self, name: &str) -> String {
        let taken = |name: &str| self.0.iter().any(|known| known.name == name);
        let numbered = (2usize..).map(|number| format!("{name}_{number}"));
        let mut names = core::iter::once(name.to_owned()).chain(numbered);
        names.find(|name| !taken(name)).unwrap_or_default()
    }

    fn text(&mut self, body: &'static Encoding, context: Context) -> Result<String, fmt::Error> {
        let mut text = String::new();
        self.schema(&mut text, body, context)?;
        Ok(text)
    }

    /// Writes `$defs`, if there are any.
    pub(super) fn write(&self, keywords: &mut Keywords<'_>) -> fmt::Result {
        let mut written = self.0.iter().filter_map(|known| Some((&known.name, known.text.as_ref()?))).peekable();
        if written.peek().is_none() {
            return Ok(());
        }
        list(keywords.key("$defs")?, '{', written, |out, (name, schema)| write!(out, "{}:{schema}", quoted(name)))
    }
}

/// Returns the reference to a definition: a JSON pointer in the fragment of a URI.
fn pointer(name: &str) -> String {
    let mut pointer = String::from("#/$defs/");
    for byte in name.bytes() {
        // Writing to a string cannot fail.
        let _ = match byte {
            b'~' => pointer.write_str("~0"),
            b'/' => pointer.write_str("~1"),
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' => pointer.write_char(byte.into()),
            other => write!(pointer, "%{other:02X}"),
        };
    }
    pointer
}

#[cfg(test)]
mod tests {
    #[test]
    fn names_are_escaped_for_a_uri() {
        assert_eq!(super::pointer("a/b~c %é"), "#/$defs/a~1b~0c%20%25%C3%A9");
    }
}
