//! Layouts in a few words.

use alloc::format;
use alloc::string::{String, ToString};

use crate::describe::{Layout, Limit};
use crate::describe::{N_NAME, Z_NAME};
use tezos_encoding_core::schema::Int;
use tezos_encoding_core::schema::{Class, TagSize};
use tezos_encoding_core::wire::Prefix;

pub(super) fn layout(layout: &Layout, class: Class) -> String {
    match layout {
        Layout::Nothing => "nothing".to_string(),
        Layout::Int(int) | Layout::RangedInt(int) => integer(int),
        Layout::Bool => "a boolean".to_string(),
        Layout::Float => "a float".to_string(),
        Layout::RangedFloat { min, max } => {
            format!("a float from {:?} to {:?}", f64::from_bits(*min), f64::from_bits(*max))
        }
        Layout::Bytes => sized("bytes", class),
        Layout::Text => sized("text", class),
        Layout::Enum { .. } => "one of some names".to_string(),
        Layout::Sequence { limit, .. } => list(*limit),
        Layout::Ref(name) => reference(name),
        Layout::Padding => sized("padding", class),
        Layout::Magic(bytes) => format!("the bytes {bytes:02x?}"),
    }
}

pub(super) fn reference(name: &str) -> String {
    match name {
        N_NAME => "a natural number of any size".to_string(),
        Z_NAME => "a whole number of any size".to_string(),
        name => format!("`{name}`"),
    }
}

fn integer(int: &Int) -> String {
    let order = if int.little { ", the least significant first" } else { "" };
    format!("an integer from {} to {} in {}{order}", int.min, int.max, bytes(int.bytes))
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
        prefix if prefix.is_little() => format!("a size of {}, the least significant first", bytes(prefix.bytes())),
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
