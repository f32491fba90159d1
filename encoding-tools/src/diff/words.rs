//! Layouts in a few words.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::compare::Bodies;
use crate::describe::{Body, Layout, Limit, Row};
use crate::describe::{N_NAME, Z_NAME};
use tezos_encoding_core::schema::Int;
use tezos_encoding_core::schema::{Class, TagSize};
use tezos_encoding_core::wire::Prefix;

/// Describes a layout. A definition with a generated name is described by its content.
pub(super) fn layout(layout: &Layout, class: Class, bodies: &Bodies<'_>) -> String {
    match layout {
        Layout::Nothing => "nothing".to_string(),
        Layout::Int(int) | Layout::RangedInt(int) => integer(int),
        Layout::Bool => "a boolean".to_string(),
        Layout::Float => "a float".to_string(),
        Layout::RangedFloat { min, max } => {
            format!("a float from {:?} to {:?}", f64::from_bits(*min), f64::from_bits(*max))
        }
        Layout::Bytes => match class {
            Class::Fixed(size) => bytes(size),
            Class::Dynamic | Class::Variable => "bytes of any size".to_string(),
        },
        Layout::Text => sized("text", class),
        Layout::Enum { .. } => "one of some names".to_string(),
        Layout::Sequence { limit, .. } => list(*limit),
        Layout::Ref(name) => definition(name, bodies),

        Layout::Padding => sized("padding", class),
        Layout::Magic(bytes) => format!("the bytes {bytes:02x?}"),
    }
}

fn reference(name: &str) -> String {
    match name {
        N_NAME => "a natural number of any size".to_string(),
        Z_NAME => "a whole number of any size".to_string(),
        name => format!("`{name}`"),
    }
}

/// Returns the name of a definition, or a description of its content if the name was generated.
pub(super) fn definition(name: &str, bodies: &Bodies<'_>) -> String {
    bodies.get(name).and_then(|body| unnamed(name, body)).unwrap_or_else(|| reference(name))
}

/// Describes the content of a definition with a generated name; `None` for others.
fn unnamed(name: &str, body: &Body) -> Option<String> {
    let count = |count: usize, one: &str, several: &str| match count {
        1 => format!("1 {one}"),
        count => format!("{count} {several}"),
    };
    is_generated(name).then(|| match body {
        Body::Rows(rows) => {
            let names =
                rows.iter().filter_map(|row| if let Row::Field { name, .. } = row { name.as_deref() } else { None });
            match names.map(|name| format!("`{name}`")).collect::<Vec<_>>().as_slice() {
                [] => count(rows.len(), "value", "values"),
                [name] => format!("the field {name}"),
                names => format!("the fields {}", names.join(", ")),
            }
        }
        Body::Cases { cases, .. } => format!("one of {}", count(cases.len(), "case", "cases")),
        Body::Enum { names, .. } => format!("one of {}", count(names.len(), "name", "names")),
    })
}

/// Returns true if a name was generated for a description: `X_0`.
pub(super) fn is_generated(name: &str) -> bool {
    name.strip_prefix("X_").is_some_and(|number| number.bytes().all(|digit| digit.is_ascii_digit()))
}

/// Returns the name of an integer type, such as `uint16`, or the range of a ranged integer.
fn integer(int: &Int) -> String {
    let words = match int.name {
        "ranged_int" => format!("an integer from {} to {} in {}", int.min, int.max, bytes(int.bytes)),
        "int31" | "uint30" => int.name.to_string(),
        _ => format!("{}int{}", if int.signed { "" } else { "u" }, int.bytes.saturating_mul(8)),
    };
    if int.little && int.bytes > 1 { format!("{words}, little-endian") } else { words }
}

fn sized(what: &str, class: Class) -> String {
    match class {
        Class::Fixed(size) => format!("{what} of {}", bytes(size)),
        Class::Dynamic | Class::Variable => format!("{what} of any size"),
    }
}

pub(super) fn list(limit: Limit) -> String {
    match limit {
        Limit::Any => "a list".to_string(),
        Limit::AtMost(max) => format!("a list of at most {max}"),
        Limit::Exactly(count) => format!("a list of exactly {count}"),
    }
}

pub(crate) fn prefix(prefix: Prefix) -> String {
    match prefix {
        Prefix::N => "a size as `n`".to_string(),
        prefix if prefix.is_little() => format!("a size of {}, little-endian", bytes(prefix.bytes())),
        prefix => format!("a size of {}", bytes(prefix.bytes())),
    }
}

pub(super) fn tag(tag: Option<TagSize>) -> String {
    match tag {
        Some(tag) => format!("a tag of {}", bytes(tag.bytes())),
        None => "no tag".to_string(),
    }
}

pub(crate) fn bytes(count: usize) -> String {
    if count == 1 { "1 byte".to_string() } else { format!("{count} bytes") }
}
