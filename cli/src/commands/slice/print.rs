//! Formats slices as `octez-codec` does.

use std::fmt::Write as _;

use anstyle::Style;
use serde_json::Value;
use tezos_encoding::schema::{Slice, SliceKind};

use crate::{
    nested::Part,
    output::style::{BYTES, LAYOUT, NAME, NUMBER, TEXT},
};

/// The column in which names start. After more than `COLUMN - 2` hex digits, the name is on the next line.
const COLUMN: usize = 20;

/// Formats the bytes, then the name and the value, which are on the next line if there are many bytes.
pub(super) fn pretty(parts: &[Part<'_>]) -> String {
    let mut out = String::new();
    for Part { slice, .. } in parts {
        let hex = hex::encode(slice.bytes);
        let bytes = bytes_style(slice);
        let gap = if hex.len() <= COLUMN.saturating_sub(2) {
            " ".repeat(COLUMN.saturating_sub(hex.len()))
        } else {
            format!("\n{}", " ".repeat(COLUMN))
        };
        // Writing to a `String` cannot fail.
        let _ = writeln!(out, "{bytes}{hex}{bytes:#}{gap}{}", named(slice));
    }
    out
}

/// The maximum indentation of a part. The offset of a part behind is written before its bytes, so that the output is not quadratic.
const MAX_MARGIN: usize = 256;

/// Formats each part, indented by its offset in the message.
pub(super) fn waterfall(parts: &[Part<'_>]) -> String {
    let mut out = String::new();
    let mut margin = 0_usize;
    for Part { slice, .. } in parts {
        let hex = hex::encode(slice.bytes);
        let bytes = bytes_style(slice);
        let offset =
            if margin > MAX_MARGIN { format!("{LAYOUT}byte {}{LAYOUT:#}  ", slice.offset) } else { String::new() };
        let indent = margin.min(MAX_MARGIN);
        let _ = writeln!(out, "{:indent$}{offset}{bytes}{hex}{bytes:#}   {}", "", named(slice));
        margin = margin.saturating_add(hex.len());
    }
    out
}

/// Formats the slices as a JSON list of objects.
pub(super) fn json(parts: &[Part<'_>]) -> String {
    let mut out = String::from("[");
    for (index, Part { slice, .. }) in parts.iter().enumerate() {
        // Writing to a `String` cannot fail.
        let _ = write!(out, "{}{{\"name\":{},\"raw-slice\":", comma(index), string(&slice.name));
        raw(&mut out, slice.bytes);
        let _ = write!(out, ",\"hex-slice\":\"{}\"", hex::encode(slice.bytes));
        if !slice.pretty.is_empty() {
            let _ = write!(out, ",\"pretty\":{}", string(&slice.pretty));
        }
        out.push('}');
    }
    out.push(']');
    out
}

/// Formats the parts with their positions as a JSON list of objects.
pub(super) fn positions(list: &[Part<'_>]) -> String {
    list.iter().map(Part::json).collect::<Value>().to_string()
}

/// Appends bytes as the reference represents text in JSON.
fn raw(out: &mut String, bytes: &[u8]) {
    if let Ok(text) = str::from_utf8(bytes) {
        out.push_str(&string(text));
        return;
    }
    out.push_str("{\"invalid_utf8_string\":[");
    for (index, byte) in bytes.iter().enumerate() {
        let _ = write!(out, "{}{byte}", comma(index));
    }
    out.push_str("]}");
}

/// Returns the comma before an element, except the first.
fn comma(index: usize) -> &'static str {
    if index == 0 { "" } else { "," }
}

fn string(text: &str) -> String {
    Value::from(text).to_string()
}

fn named(slice: &Slice<'_>) -> String {
    let name = if slice.kind.is_layout() { LAYOUT } else { NAME };
    let value = if slice.kind == SliceKind::Text { TEXT } else { NUMBER };
    match slice.pretty.as_str() {
        "" => format!("{name}{}{name:#}", slice.name),
        pretty => format!("{name}{}{name:#} = {value}{pretty}{value:#}", slice.name),
    }
}

fn bytes_style(slice: &Slice<'_>) -> Style {
    if slice.kind.is_layout() { LAYOUT } else { BYTES }
}
