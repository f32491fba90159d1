//! Definitions: each drawn once, under a name of its own, and referred to.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::keywords::{Keywords, list};
use super::place::Place;
use tezos_encoding_core::__tools::text;
use tezos_encoding_core::schema::Encoding;

/// Those met so far.
#[derive(Default)]
pub(super) struct Definitions(Vec<Definition>);

struct Definition {
    name: String,
    key: Key,
    /// Its schema; nothing while it is being drawn, and for another copy of one that is there.
    text: Option<String>,
}

/// What tells definitions apart: where the schema is, and what is around it.
#[derive(Clone, Copy, PartialEq)]
struct Key {
    body: *const Encoding,
    named: bool,
    open: bool,
}

impl Definitions {
    /// `$ref` to the definition of `body`.
    pub(super) fn refer(
        &mut self,
        keywords: &mut Keywords<'_>,
        name: &str,
        body: &'static Encoding,
        place: Place,
    ) -> fmt::Result {
        let place = Place { named: place.named && body.may_be_left_out(), ..place }.unbounded();
        let name = self.define(name, body, place)?;
        keywords.string("$ref", &pointer(&name))
    }

    /// The name under which a definition stands. Generic types have copies of their constants, so one is the same as another of
    /// its name where it is drawn the same.
    fn define(&mut self, name: &str, body: &'static Encoding, place: Place) -> Result<String, fmt::Error> {
        let key = Key { body: core::ptr::from_ref(body), named: place.named, open: place.open };
        if let Some(known) = self.0.iter().find(|known| known.key == key) {
            return Ok(known.name.clone());
        }
        let count = self.0.len();
        let drawn = self.0.iter().position(|known| known.name == name && known.text.is_some());
        if let Some(index) = drawn {
            self.0.push(Definition { name: name.to_owned(), key, text: None });
            let text = self.text(body, place)?;
            if self.0.get(index).and_then(|known| known.text.as_deref()) == Some(&text) {
                return Ok(name.to_owned());
            }
            self.0.truncate(count);
        }
        let name = self.free(name);
        self.0.push(Definition { name: name.clone(), key, text: None });
        let text = self.text(body, place)?;
        if let Some(definition) = self.0.get_mut(count) {
            definition.text = Some(text);
        }
        Ok(name)
    }

    /// A name that nothing has: this one, or with a number.
    fn free(&self, name: &str) -> String {
        let taken = |name: &str| self.0.iter().any(|known| known.name == name);
        let numbered = (2usize..).map(|number| format!("{name}_{number}"));
        let mut names = core::iter::once(name.to_owned()).chain(numbered);
        names.find(|name| !taken(name)).unwrap_or_default()
    }

    fn text(&mut self, body: &'static Encoding, place: Place) -> Result<String, fmt::Error> {
        let mut text = String::new();
        self.schema(&mut text, body, place)?;
        Ok(text)
    }

    /// `$defs`, where there are any.
    pub(super) fn write(&self, keywords: &mut Keywords<'_>) -> fmt::Result {
        let mut drawn = self.0.iter().filter_map(|known| Some((&known.name, known.text.as_ref()?))).peekable();
        if drawn.peek().is_none() {
            return Ok(());
        }
        list(keywords.key("$defs")?, '{', drawn, |out, (name, schema)| {
            text::string(out, name)?;
            write!(out, ":{schema}")
        })
    }
}

/// The reference to a definition: a JSON pointer in the fragment of a URI.
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
    use super::pointer;

    #[test]
    fn names_are_escaped_for_a_uri() {
        assert_eq!(pointer("block_header.alpha"), "#/$defs/block_header.alpha");
        assert_eq!(pointer("a/b~c %é"), "#/$defs/a~1b~0c%20%25%C3%A9");
    }
}
