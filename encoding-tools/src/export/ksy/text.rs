//! The text of layouts: attributes, numbers, names.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{self, Write};

use tezos_encoding_core::schema::Int;

/// An element of `seq`: its id, and its other keys with their values.
pub(super) struct Attribute {
    id: String,
    keys: Vec<(&'static str, String)>,
}

impl Attribute {
    pub(super) fn new(id: &str, keys: &[(&'static str, &str)]) -> Self {
        Self { id: id.to_owned(), keys: keys.iter().map(|(key, value)| (*key, (*value).to_owned())).collect() }
    }

    pub(super) fn with(mut self, key: &'static str, value: impl fmt::Display) -> Self {
        self.keys.push((key, value.to_string()));
        self
    }
}

/// Writes `seq`.
pub(super) fn write_sequence(out: &mut dyn Write, indent: &str, attributes: &[Attribute]) -> fmt::Result {
    if attributes.is_empty() {
        return writeln!(out, "{indent}seq: []");
    }
    writeln!(out, "{indent}seq:")?;
    for Attribute { id, keys } in attributes {
        writeln!(out, "{indent}- id: {id}")?;
        for (key, value) in keys {
            let space = if value.starts_with('\n') { "" } else { " " };
            writeln!(out, "{indent}  {key}:{space}{}", value.replace('\n', &format!("\n{indent}    ")))?;
        }
    }
    Ok(())
}

/// The definitions of numbers and booleans that are needed.
#[derive(Default)]
pub(super) struct Needs {
    pub(super) bool: bool,
    pub(super) n: bool,
    /// Whether an `n` is a size or a count, so that its value is computed.
    pub(super) value: bool,
    pub(super) z: bool,
}

/// The value of an `n` of at most five groups, as sizes have.
const VALUE: &str = "    instances:
      value:
        value: >-
          n[0].payload + (n.size > 1 ? n[1].payload * 128 : 0) + (n.size > 2 ? n[2].payload * 16384 : 0)
          + (n.size > 3 ? n[3].payload * 2097152 : 0) + (n.size > 4 ? n[4].payload * 268435456 : 0)
";
const CHUNK: &str = "  n_chunk:
    seq:
    - id: has_more
      type: b1be
    - id: payload
      type: b7be
";
const N: &str = "  n:
    seq:
    - id: n
      type: n_chunk
      repeat: until
      repeat-until: not (_.has_more).as<bool>
";
const Z: &str = "  z:
    seq:
    - id: has_tail
      type: b1be
    - id: sign
      type: b1be
    - id: payload
      type: b6be
    - id: tail
      type: n_chunk
      repeat: until
      repeat-until: not (_.has_more).as<bool>
      if: has_tail.as<bool>
";

impl Needs {
    /// Writes `types`.
    pub(super) fn write(&self, out: &mut dyn Write, types: &BTreeMap<String, Vec<Attribute>>) -> fmt::Result {
        if types.is_empty() && !self.n && !self.z {
            return Ok(());
        }
        out.write_str("types:\n")?;
        for (name, attributes) in types {
            writeln!(out, "  {name}:")?;
            write_sequence(out, "    ", attributes)?;
        }
        for (is_needed, text) in [(self.n, N), (self.value, VALUE), (self.n || self.z, CHUNK), (self.z, Z)] {
            if is_needed {
                out.write_str(text)?;
            }
        }
        Ok(())
    }
}

/// Returns the attribute of an integer; `min` and `max` are those of the number on the wire.
pub(super) fn integer(id: &str, int: &Int) -> Attribute {
    let sign = if int.signed { 's' } else { 'u' };
    let order = match (int.bytes, int.little) {
        (1, _) => "",
        (_, true) => "le",
        (_, false) => "be",
    };
    let attribute = Attribute::new(id, &[]).with("type", format_args!("{sign}{}{order}", int.bytes));
    let full = Int::full("", int.bytes, int.signed, int.little);
    let min = if int.min == full.min { String::new() } else { format!("\nmin: {}", int.min) };
    let max = if int.max == full.max { String::new() } else { format!("\nmax: {}", int.max) };
    if min.is_empty() && max.is_empty() { attribute } else { attribute.with("valid", format_args!("{min}{max}")) }
}

/// Returns the type of a tag.
pub(super) fn unsigned(bytes: usize) -> &'static str {
    match bytes {
        1 => "u1",
        2 => "u2be",
        _ => "u4be",
    }
}

/// Returns the name that Octez gives to an id, a field or a case, as an identifier of Kaitai Struct: `id_` before a name that does not
/// begin with a letter, `__` for a full stop, a hyphen or a space (`translate.ml`, `escape_id`).
pub(super) fn identifier(name: &str) -> String {
    let starts_with_letter = name.starts_with(|first: char| first.is_ascii_alphabetic());
    let mut out = String::from(if starts_with_letter { "" } else { "id_" });
    for c in name.chars() {
        match c {
            '.' | '-' | ' ' => out.push_str("__"),
            c if c.is_ascii_alphanumeric() => out.push(c.to_ascii_lowercase()),
            _ => out.push('_'),
        }
    }
    out
}

/// Returns text as a string of YAML, in ASCII.
pub(super) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            ' '..='~' => out.push(c),
            other => out.push_str(&format!("\\U{:08x}", u32::from(other))),
        }
    }
    out.push('"');
    out
}
