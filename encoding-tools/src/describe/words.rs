//! The reference's words for sizes and forms (`binary_schema.ml`, `Printer_ast`), shared by the printed forms.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use super::{Body, CaseRows, Description, Layout, Limit, Row};
use tezos_encoding_core::schema::Int;
use tezos_encoding_core::schema::{Class, TagSize};
use tezos_encoding_core::wire::Prefix;

/// Printed in the place of a table without rows.
pub(super) const EMPTY: &str = "This value's binary representation is empty. It takes zero (0) bytes of output.";

/// Heads of a table of rows.
pub(super) const ROW_HEADS: [&str; 3] = ["Name", "Size", "Contents"];

/// Heads of a table of names.
pub(super) const NAME_HEADS: [&str; 2] = ["Case number", "Encoded string"];

/// A table as text, and how references look in it.
pub(super) fn table(rows: &[Row], reference: &dyn Fn(&str) -> String) -> Vec<Vec<String>> {
    let mut unnamed = 0usize;
    let mut lines = Vec::new();
    for row in rows {
        let [name, size, contents] = match row {
            Row::Field { name: None, class: Class::Fixed(0), .. } => continue,
            Row::Field { name, class, layout } => {
                let name = name.as_deref().map_or_else(
                    || {
                        let name = format!("Unnamed field {unnamed}");
                        unnamed = unnamed.saturating_add(1);
                        name
                    },
                    String::from,
                );
                [name, size(*class), contents(layout, reference)]
            }
            Row::Length { of, rows, prefix } => {
                let name = match (of, rows) {
                    (Some(name), 1) => format!("# bytes in field \"{name}\""),
                    (None, 1) => "# bytes in next field".to_string(),
                    (_, rows) => format!("# bytes in next {rows} fields"),
                };
                match prefix {
                    Prefix::N => [name, size(Class::Dynamic), reference("N.t")],
                    prefix => [name, size(Class::Fixed(prefix.bytes())), self::prefix(*prefix)],
                }
            }
            Row::Presence { of } => {
                let name = match of {
                    Some(name) => format!("? presence of field \"{name}\""),
                    None => "? presence of next field".to_string(),
                };
                [name, size(Class::Fixed(1)), contents(&Layout::Bool, reference)]
            }
        };
        lines.push([name, size, contents].into());
    }
    lines
}

/// The table of an enumeration's names.
pub(super) fn names(names: &[Cow<'static, str>]) -> Vec<Vec<String>> {
    names.iter().enumerate().map(|(index, name)| [index.to_string(), name.to_string()].into()).collect()
}

/// The heading of a definition.
pub(super) fn heading(title: &str, body: &Body) -> String {
    match body {
        Body::Rows(_) => title.to_string(),
        Body::Cases { class, tag: Some(tag), .. } => format!("{title} ({}, {} tag)", size(*class), tag_bits(*tag)),
        Body::Cases { class, tag: None, .. } => format!("{title} ({}, as the fields before say)", size(*class)),
        Body::Enum { width, .. } => format!("{title} (Enumeration: {}):", prefix(*width)),
    }
}

/// The heading of a case.
pub(super) fn case_heading(case: &CaseRows, of: Option<TagSize>) -> String {
    match (case.tag, of) {
        (Some(tag), _) => format!("{} (tag {tag})", case.title),
        (None, Some(_)) => format!("{} (any other tag)", case.title),
        (None, None) => case.title.to_string(),
    }
}

/// Whether the value has no bytes to describe.
pub(super) fn is_empty(description: &Description) -> bool {
    let nothing = |row: &Row| matches!(row, Row::Field { name: None, class: Class::Fixed(0), .. });
    description.toplevel.iter().all(nothing)
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
        TagSize::U8 => "8-bit",
        TagSize::U16 => "16-bit",
        TagSize::U32 => "32-bit",
    }
}

/// `signed 16-bit big-endian integer`; a range of four bytes has 31 bits with a sign and 30 without.
fn integer(int: &Int, ranged: bool) -> String {
    let bits = match (int.bytes, ranged, int.signed) {
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
            let item = contents(item, reference);
            match limit {
                Limit::Any => format!("sequence of {item}"),
                Limit::AtMost(max) => format!("sequence of at most {max} {item}"),
                Limit::Exactly(count) => format!("sequence of exactly {count} {item}"),
            }
        }
        Layout::Ref(name) => reference(name),
        Layout::Padding => "padding".to_string(),
        Layout::Magic(bytes) => format!("the bytes {}", hex(bytes)),
    }
}

/// Two digits a byte.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
