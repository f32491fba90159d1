//! Formats slices as `octez-codec` does.

use std::fmt::Write as _;

use anstyle::Style;
use serde_json::Value;
use tezos_encoding::schema::{Slice, SliceKind};

use super::Format;
use crate::{
    nested::Part,
    output::json,
    output::style::{BYTES, LAYOUT, NAME, NUMBER, TEXT},
};

/// The column in which names start. After more than `COLUMN - 2` hex digits, the name is on the next line.
const COLUMN: usize = 20;

/// The maximum indentation of a part. The offset of a part behind is written before its bytes, so that the output is not quadratic.
const MAX_MARGIN: usize = 256;

/// Formats parts one after the other.
pub(super) struct Printer {
    format: Format,
    list: json::List,
    /// The number of hex digits before the part.
    margin: usize,
}

impl Printer {
    /// Returns the printer of a list inside `level` lists and objects of JSON.
    pub(super) const fn new(format: Format, level: usize) -> Self {
        Self { format, list: json::List::inside(level), margin: 0 }
    }

    pub(super) fn part(&mut self, part: &Part<'_>) -> String {
        match self.format {
            Format::Json => self.list.element(&as_the_reference(&part.slice)),
            Format::Positions => self.list.element(&part.json().to_string()),
            Format::Pretty => pretty(&part.slice),
            Format::Waterfall => {
                let line = waterfall(&part.slice, self.margin);
                self.margin = self.margin.saturating_add(part.slice.bytes.len().saturating_mul(2));
                line
            }
        }
    }

    /// Returns what is after the last part.
    pub(super) fn end(&self) -> String {
        if self.format.is_json() { self.list.end() } else { String::new() }
    }
}

/// Formats the bytes, then the name and the value, which are on the next line if there are many bytes.
fn pretty(slice: &Slice<'_>) -> String {
    let hex = hex::encode(slice.bytes);
    let bytes = bytes_style(slice);
    let gap = if hex.len() <= COLUMN.saturating_sub(2) {
        " ".repeat(COLUMN.saturating_sub(hex.len()))
    } else {
        format!("\n{}", " ".repeat(COLUMN))
    };
    format!("{bytes}{hex}{bytes:#}{gap}{}\n", named(slice))
}

/// Formats a part, indented by its offset in the message.
fn waterfall(slice: &Slice<'_>, margin: usize) -> String {
    let hex = hex::encode(slice.bytes);
    let bytes = bytes_style(slice);
    let offset = if margin > MAX_MARGIN { format!("{LAYOUT}byte {}{LAYOUT:#}  ", slice.offset) } else { String::new() };
    let indent = margin.min(MAX_MARGIN);
    format!("{:indent$}{offset}{bytes}{hex}{bytes:#}   {}\n", "", named(slice))
}

/// Formats a slice as a JSON object, as the reference does.
fn as_the_reference(slice: &Slice<'_>) -> String {
    let mut out = format!("{{\"name\":{},\"raw-slice\":", string(&slice.name));
    raw(&mut out, slice.bytes);
    // Writing to a `String` cannot fail.
    let _ = write!(out, ",\"hex-slice\":\"{}\"", hex::encode(slice.bytes));
    if !slice.pretty.is_empty() {
        let _ = write!(out, ",\"pretty\":{}", string(&slice.pretty));
    }
    out.push('}');
    out
}

/// Appends bytes as the reference represents text in JSON.
fn raw(out: &mut String, bytes: &[u8]) {
    if let Ok(text) = str::from_utf8(bytes) {
        out.push_str(&string(text));
        return;
    }
    out.push_str("{\"invalid_utf8_string\":[");
    for (index, byte) in bytes.iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let _ = write!(out, "{comma}{byte}");
    }
    out.push_str("]}");
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
