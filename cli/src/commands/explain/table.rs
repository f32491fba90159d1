//! Parts of a message in columns: where they are, their bytes, what they are.

use std::fmt::Write as _;

use tezos_encoding::schema::{Slice, SliceKind};
use unicode_width::UnicodeWidthStr as _;

use crate::output::style::{BYTES, LAYOUT, NAME, NUMBER, TEXT, WRONG};

/// Bytes of a part that are shown: of a longer one its first and its last.
const BYTES_SHOWN: usize = 12;
/// How many of the first.
const FIRST: usize = 6;
/// How many of the last.
const LAST: usize = 2;
/// Bytes that are shown of what no part was made of.
const REST_SHOWN: usize = 24;
/// Characters of a value that are shown.
const VALUE_SHOWN: usize = 48;

/// A text with its width, which its colours are not part of.
struct Cell {
    text: String,
    width: usize,
}

impl Cell {
    fn new(text: impl Into<String>, style: anstyle::Style) -> Self {
        let text = text.into();
        let width = text.width();
        // Without colours where there is nothing, so that spaces at the end of a line are at its end.
        Self { text: if width == 0 { text } else { format!("{style}{text}{style:#}") }, width }
    }
}

enum Line {
    Part {
        offset: usize,
        cells: [Cell; 3],
    },
    Note(String),
    /// Under the digit at this place.
    Caret(usize),
}

/// The lines.
pub(super) struct Table(Vec<Line>);

impl Table {
    pub(super) fn new() -> Self {
        Self(Vec::new())
    }

    /// A part, with its value and the way to it.
    pub(super) fn part(&mut self, slice: &Slice<'_>, path: &str) {
        let layout = slice.kind.is_layout();
        // Values are in ASCII.
        let value = match slice.pretty.len() {
            count if count > VALUE_SHOWN => {
                slice.pretty.chars().take(VALUE_SHOWN.saturating_sub(1)).chain(['…']).collect()
            }
            _ => slice.pretty.clone(),
        };
        let style = if slice.kind == SliceKind::Text { TEXT } else { NUMBER };
        let mut what = Cell::new(&slice.name, if layout { LAYOUT } else { NAME });
        if !value.is_empty() {
            let value = Cell::new(format!(" = {value}"), style);
            what = Cell { text: what.text + &value.text, width: what.width.saturating_add(value.width) };
        }
        let bytes = Cell::new(shown(slice.bytes), if layout { LAYOUT } else { BYTES });
        self.0.push(Line::Part { offset: slice.offset, cells: [bytes, what, Cell::new(path, LAYOUT)] });
    }

    /// A part of which something is said.
    pub(super) fn said(&mut self, offset: usize, name: &str, said: &str, path: &str) {
        let width = anstream::adapter::strip_str(said).to_string().width();
        let said = Cell { text: said.to_owned(), width };
        self.0.push(Line::Part { offset, cells: [said, Cell::new(name, NAME), Cell::new(path, LAYOUT)] });
    }

    /// What is left of the message, of which no part was made, with a caret under the byte that is refused.
    pub(super) fn rest(&mut self, offset: usize, bytes: &[u8], refused: usize, path: &str) {
        // Of many bytes, those around it.
        let skipped = if refused < REST_SHOWN { 0 } else { refused.saturating_sub(REST_SHOWN / 2) };
        let window = bytes.get(skipped..).unwrap_or_default();
        let window = window.get(..REST_SHOWN).unwrap_or(window);
        let before = if skipped > 0 { "…" } else { "" };
        let behind = if skipped.saturating_add(window.len()) < bytes.len() { "…" } else { "" };
        let what = if bytes.is_empty() { "the end" } else { "" };
        let bytes = Cell::new(format!("{before}{}{behind}", hex::encode(window)), WRONG);
        self.0.push(Line::Part { offset, cells: [bytes, Cell::new(what, LAYOUT), Cell::new(path, LAYOUT)] });
        let digits = refused.saturating_sub(skipped).saturating_mul(2);
        self.0.push(Line::Caret(digits.saturating_add(before.width())));
    }

    /// A sentence between the parts.
    pub(super) fn note(&mut self, note: &str) {
        self.0.push(Line::Note(note.to_owned()));
    }

    /// A caret under a byte of the part before, as [`shown`] shows its bytes.
    pub(super) fn caret(&mut self, bytes: &[u8], byte: usize) {
        let before_last = bytes.len().saturating_sub(LAST);
        let digits = match byte {
            _ if bytes.len() <= BYTES_SHOWN => byte.saturating_mul(2),
            // In what is left out, or behind it.
            _ if byte < before_last => byte.min(FIRST).saturating_mul(2),
            _ => byte.saturating_sub(before_last).saturating_add(FIRST).saturating_mul(2).saturating_add(1),
        };
        self.0.push(Line::Caret(digits));
    }

    pub(super) fn text(&self) -> String {
        let width = |column: usize| {
            let cells = self.0.iter().filter_map(|line| match line {
                Line::Part { cells, .. } => cells.get(column),
                Line::Note(_) | Line::Caret(_) => None,
            });
            cells.map(|cell| cell.width).max().unwrap_or_default()
        };
        let widths = [width(0), width(1), width(2)];
        let mut out = String::new();
        for line in &self.0 {
            match line {
                Line::Part { offset, cells } => {
                    let mut row = format!("{LAYOUT}{offset:>6}{LAYOUT:#}");
                    for (cell, width) in cells.iter().zip(widths) {
                        let gap = width.saturating_sub(cell.width);
                        let _ = write!(row, "  {}{:gap$}", cell.text, "");
                    }
                    out.push_str(row.trim_end());
                }
                Line::Note(note) => {
                    let _ = write!(out, "{:8}{LAYOUT}… {note}{LAYOUT:#}", "");
                }
                Line::Caret(digits) => {
                    let column = digits.saturating_add(8);
                    let _ = write!(out, "{:column$}{WRONG}^^{WRONG:#}", "");
                }
            }
            out.push('\n');
        }
        out
    }
}

/// The bytes of a part; of a long one its first and its last, and how many they are.
pub(super) fn shown(bytes: &[u8]) -> String {
    match (bytes.len() > BYTES_SHOWN, bytes.first_chunk::<FIRST>(), bytes.last_chunk::<LAST>()) {
        (true, Some(first), Some(last)) => {
            format!("{}…{} ({} bytes)", hex::encode(first), hex::encode(last), bytes.len())
        }
        _ => hex::encode(bytes),
    }
}
