//! The reference's words for sizes and layouts (`binary_schema.ml`, `Printer_ast`), shared by the text and the Markdown.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Body, CaseRows, Description, Layout, Limit, Row};
use crate::json::hex;
use tezos_encoding_core::schema::{Class, Int, TagSize};
use tezos_encoding_core::wire::Prefix;

/// Printed instead of a table without rows.
pub(super) const EMPTY: &str = "This value's binary representation is empty. It takes zero (0) bytes of output.";

pub(super) const ROW_HEADS: [&str; 3] = ["Name", "Size", "Contents"];
pub(super) const NAME_HEADS: [&str; 2] = ["Case number", "Encoded string"];

/// Returns the cells of rows; `reference` prints the name of a definition.
pub(super) fn table(rows: &[Row], reference: &dyn Fn(&str) -> String) -> Vec<Vec<String>> {
    let mut unnamed = 0..;
    let mut cells = |row: &Row| match row {
        Row::Field { name, class, layout } => {
            let generated = || format!("Unnamed field {}", unnamed.next().unwrap_or(0usize));
            let name = name.as_deref().map_or_else(generated, String::from);
            [name, size(*class), contents(layout, reference)].into()
        }
        Row::Length { of, rows, prefix } => {
            let name = match (of, rows) {
                (Some(name), 1) => format!("# bytes in field \"{name}\""),
                (None, 1) => "# bytes in next field".to_string(),
                (_, rows) => format!("# bytes in next {rows} fields"),
            };
            match prefix {
                Prefix::N => [name, size(Class::Dynamic), reference("N.t")].into(),
                Prefix::Rlp(header) => [name, size(Class::Dynamic), format!("header of an {}", header.name())].into(),
                prefix => [name, size(Class::Fixed(prefix.bytes())), self::prefix(*prefix)].into(),
            }
        }
        Row::Presence { of } => {
            let name = match of {
                Some(name) => format!("? presence of field \"{name}\""),
                None => "? presence of next field".to_string(),
            };
            [name, size(Class::Fixed(1)), contents(&Layout::Bool, reference)].into()
        }
    };
    rows.iter().filter(|row| !has_no_bytes(row)).map(&mut cells).collect()
}

/// Returns the cells of an enumeration's names.
pub(super) fn names(names: &[Cow<'static, str>]) -> Vec<Vec<String>> {
    names.iter().enumerate().map(|(index, name)| [index.to_string(), name.to_string()].into()).collect()
}

/// Returns the heading of a definition.
pub(super) fn heading(title: &str, body: &Body) -> String {
    match body {
        Body::Rows(_) => title.to_string(),
        Body::Cases { class, tag: Some(tag), .. } => format!("{title} ({}, {} tag)", size(*class), tag_bits(*tag)),
        Body::Cases { class, tag: None, .. } => format!("{title} ({}, selected by the preceding fields)", size(*class)),
        Body::Enum { width, .. } => format!("{title} (Enumeration: {}):", prefix(*width)),
    }
}

/// Returns the heading of a case of a union with a tag of the width `tag`.
pub(super) fn case_heading(case: &CaseRows, tag: Option<TagSize>) -> String {
    match (case.tag, tag) {
        (Some(tag), _) => format!("{} (tag {tag})", case.title),
        (None, Some(_)) => format!("{} (any other tag)", case.title),
        (None, None) => case.title.to_string(),
    }
}

/// Returns true if the value has no bytes to describe.
pub(super) fn is_empty(description: &Description) -> bool {
    description.toplevel.iter().all(has_no_bytes)
}

fn has_no_bytes(row: &Row) -> bool {
    matches!(row, Row::Field { name: None, class: Class::Fixed(0), .. })
}

pub(crate) fn size(class: Class) -> String {
    match class {
        Class::Fixed(1) => "1 byte".to_string(),
        Class::Fixed(bytes) => format!("{bytes} bytes"),
        Class::Dynamic => "Determined from data".to_string(),
        Class::Variable => "Variable".to_string(),
    }
}

pub(crate) fn tag_bits(tag: TagSize) -> &'static str {
    match tag {
        TagSize::Rlp(tag) => tag.name(),
        TagSize::U8 => "8-bit",
        TagSize::U16 => "16-bit",
        TagSize::U32 => "32-bit",
    }
}

/// Returns `signed 16-bit big-endian integer`; a ranged integer of four bytes has 31 bits with a sign and 30 without.
fn integer(int: &Int, is_ranged: bool) -> String {
    let bits = match (int.bytes, is_ranged, int.signed) {
        (4, true, true) => 31,
        (4, true, false) => 30,
        (bytes, _, _) => bytes.saturating_mul(8),
    };
    let sign = if int.signed { "signed" } else { "unsigned" };
    let order = match (int.bytes, int.little) {
        (1, _) => "",
        (_, false) => " big-endian",
        (_, true) => " little-endian",
    };
    format!("{sign} {bits}-bit{order} integer")
}

pub(crate) fn prefix(prefix: Prefix) -> String {
    integer(&Int::full("", prefix.bytes(), false, prefix.is_little()), prefix.bytes() == 4)
}

/// Describes a layout; `reference` prints the name of a definition.
pub(crate) fn contents(layout: &Layout, reference: &dyn Fn(&str) -> String) -> String {
    match layout {
        Layout::Nothing => String::new(),
        Layout::Int(int) => integer(int, false),
        Layout::RangedInt(int) => {
            let range = format!("{} in the range {} to {}", integer(int, true), int.min, int.max);
            if int.min > 0 { format!("{range} (shifted by {})", int.min) } else { range }
        }
        Layout::Bool => "boolean (0 for false, 255 for true)".to_string(),
        Layout::Float => "double-precision floating-point number".to_string(),
        Layout::RangedFloat { min, max } => {
            let [min, max] = [min, max].map(|bits| f64::from_bits(*bits));
            format!("double-precision floating-point number, in the range {min:.6} to {max:.6}")
        }
        Layout::Bytes | Layout::Text => "bytes".to_string(),
        Layout::Enum { width, of } => format!("{} encoding an enumeration (see {of})", prefix(*width)),
        Layout::Sequence { item, limit } => {
            let limit = match limit {
                Limit::Any => String::new(),
                Limit::AtMost(max) => format!("at most {max} "),
                Limit::Exactly(count) => format!("exactly {count} "),
            };
            format!("sequence of {limit}{}", contents(item, reference))
        }
        Layout::Ref(name) => reference(name),
        Layout::Padding => "padding".to_string(),
        Layout::Magic(bytes) => format!("the bytes {}", hex(bytes)),
    }
}
