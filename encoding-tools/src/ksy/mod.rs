//! Layouts of Kaitai Struct (`.ksy` files), as Octez prints them for the encodings that it registers: imported as
//! encodings, and compared with schemas.
//!
//! A layout describes only which bytes are read: it has no functions and no canonical forms, and only limits of numbers
//! and of blocks. Its names are those of the encoding in lower case, with `__` for a full stop, a hyphen or a space
//! ([`layout_name`]).
//!
//! What the printer (`lib_kaitai_of_data_encoding/translate.ml` of Octez) does not distinguish, and how it is imported:
//!
//! | in Octez | in a layout | imported as |
//! |---|---|---|
//! | `string`, `bytes`, `json` | `size` | bytes |
//! | `varopt`, `opt` of a value to the end of the block | a presence flag that is not on the wire | `Varopt` if the value extends to the end of the block or is called `signature`; otherwise `Opt` |
//! | a value to the end of a block, followed by fields | `size-eos`, with which Kaitai also reads those fields | `Reserve` |
//! | an optional list without a size prefix, or one that is the payload of a case | its element, once | its element |
//! | cases with the same title | several payloads for one label | a `Select` of the payloads, which cannot be read |
//! | a recursive union with a case of the same name | the name of the case's payload where it contains itself | the union |
//! | a tuple in a tuple, merged objects | one sequence | one tuple, one object |
//! | an object with one field that is itself a field, an optional value or a payload | the field, under the outer name | the field |
//! | `check_size`, `list ~max_length` | a limit, if it is directly in a `dynamic_size` or limits a count; otherwise nothing | the same |
//! | `conv`, `splitted`, `delayed`, `dft`, `def` | the content | the content |

mod compare;
mod elements;
mod layouts;
mod leaves;
mod spec;
#[cfg(test)]
mod tests;
mod words;
mod yaml;

use std::fmt;

pub use compare::{Difference, compare};
pub use layouts::Layouts;

/// Why a layout cannot be imported, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KsyError {
    /// The name of the layout, which is that of its file without `.ksy`.
    pub file: String,
    /// The line, counted from 1; 0 if the file cannot be read.
    pub line: usize,
    sentence: String,
}

impl KsyError {
    fn new(file: &str, line: usize, sentence: impl fmt::Display) -> Self {
        Self { file: file.to_owned(), line, sentence: sentence.to_string() }
    }
}

impl fmt::Display for KsyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}.ksy: {}", self.file, self.sentence),
            line => write!(f, "{}.ksy, line {line}: {}", self.file, self.sentence),
        }
    }
}

impl std::error::Error for KsyError {}

/// Returns the name that the printer of layouts gives to an id, a field or a case: in lower case, `__` for a full stop, a hyphen or a
/// space, and `id_` before a name that does not begin with a letter (`translate.ml`, `escape_id`).
///
/// ```
/// use tezos_encoding::schema::ksy::layout_name;
/// assert_eq!(layout_name("023-PtSeouLo.operation"), "id_023__ptseoulo__operation");
/// assert_eq!(layout_name("ground.N"), "ground__n");
/// ```
pub fn layout_name(name: &str) -> String {
    let starts_with_letter = name.starts_with(|first: char| first.is_ascii_alphabetic());
    let mut out = String::from(if starts_with_letter { "" } else { "id_" });
    for c in name.chars() {
        match c {
            '.' | '-' | ' ' => out.push_str("__"),
            c => out.push(c.to_ascii_lowercase()),
        }
    }
    out
}

/// Returns true if the printer of layouts gives this name to a field or a case, with or without a number that makes it
/// unique.
fn is_name(name: &str, layout: &str) -> bool {
    let (name, layout) = (layout_name(name), layout_name(layout));
    let number = layout.strip_prefix(&name).and_then(|rest| rest.strip_prefix('_'));
    name == layout || number.is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
}
