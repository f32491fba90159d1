//! What the picture is made of: texts, bars, brackets.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Write;

use super::svg::{BYTE, BYTES, Drawing, ROW};
use super::{Part, PartKind};

/// Width of a character of the monospaced type, in tenths.
const CHARACTER: usize = 73;

impl Drawing<'_> {
    /// As long as its bytes, with a tick between two; torn where it is longer, or not always as long.
    pub(super) fn bar(&mut self, part: &Part, x: usize, y: usize) {
        let kind = match part.kind {
            PartKind::Value => "value",
            PartKind::Size => "size",
            PartKind::Flag => "flag",
            PartKind::Tag => "tag",
            PartKind::Filler => "filler",
        };
        let maybe = if part.is_optional { " maybe" } else { "" };
        let height = ROW.saturating_sub(8);
        let bottom = y.saturating_add(height);
        match part.bytes.filter(|bytes| *bytes <= BYTES) {
            Some(bytes) => {
                let width = bytes.saturating_mul(BYTE);
                let _ = writeln!(
                    self.out,
                    "<rect class=\"bar {kind}{maybe}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>"
                );
                for tick in 1..bytes {
                    let at = x.saturating_add(tick.saturating_mul(BYTE));
                    let _ = writeln!(
                        self.out,
                        "<line class=\"tick\" x1=\"{at}\" y1=\"{}\" x2=\"{at}\" y2=\"{}\"/>",
                        y.saturating_add(3),
                        bottom.saturating_sub(3)
                    );
                }
            }
            None => {
                let right = x.saturating_add(BYTES.saturating_mul(BYTE));
                let (a, b) = (right.saturating_sub(7), y.saturating_add(height / 3));
                let c = y.saturating_add(height.saturating_mul(2) / 3);
                let _ = writeln!(
                    self.out,
                    "<path class=\"bar {kind}{maybe}\" d=\"M{x} {y}H{right}L{a} {b}L{right} {c}L{a} {bottom}H{x}Z\"/>"
                );
                let count = part.bytes.map_or_else(|| part.size.clone(), |bytes| bytes.to_string());
                let middle = x.saturating_add(BYTES.saturating_mul(BYTE) / 2);
                let _ = writeln!(
                    self.out,
                    "<text x=\"{middle}\" y=\"{}\" text-anchor=\"middle\" class=\"soft\">{}</text>",
                    bottom.saturating_sub(5),
                    escaped(&count)
                );
            }
        }
    }

    /// From the row at `y` to the rows that it speaks of.
    pub(super) fn bracket(&mut self, y: usize, rows: usize, depth: usize, indent: usize) {
        let right = self.bars.saturating_add(indent).saturating_sub(4);
        let left = right.saturating_sub(14).saturating_sub(depth.saturating_mul(8));
        let from = y.saturating_add(ROW / 2);
        let first = from.saturating_add(ROW);
        let last = from.saturating_add(rows.saturating_mul(ROW));
        let _ = write!(self.out, "<path class=\"line\" d=\"M{right} {from}H{left}V{last}H{right}");
        if first != last {
            let _ = write!(self.out, "M{left} {first}H{right}");
        }
        self.out.push_str("\"/>\n");
        // An arrow at the end.
        let tip = right.saturating_sub(5);
        let (above, below) = (last.saturating_sub(3), last.saturating_add(3));
        let _ = writeln!(self.out, "<path class=\"line\" d=\"M{tip} {above}L{right} {last}L{tip} {below}\"/>");
    }

    /// Text that begins at `x`.
    pub(super) fn text(&mut self, x: usize, y: usize, class: &str, text: &str) {
        let width = if class == "title" { title_wide(text) } else { wide(text) };
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        let _ = writeln!(self.out, "<text x=\"{x}\" y=\"{y}\"{class}>{}</text>", escaped(text));
        self.width = self.width.max(x.saturating_add(width));
    }

    /// Text that ends at `x`.
    pub(super) fn right(&mut self, x: usize, y: usize, class: &str, text: &str) {
        let _ = writeln!(
            self.out,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\" class=\"{class}\">{}</text>",
            escaped(text)
        );
    }
}

/// Width of a text in the type of titles.
pub(super) fn title_wide(text: &str) -> usize {
    wide(text).saturating_mul(14) / 12
}

/// Width of a text. Signs of the east are as wide as two letters.
pub(super) fn wide(text: &str) -> usize {
    let letters = |sign: char| if sign < '\u{1100}' || ('\u{2000}'..'\u{2e80}').contains(&sign) { 1 } else { 2 };
    text.chars().map(letters).fold(0, usize::saturating_add).saturating_mul(CHARACTER) / 10
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            control if control.is_control() => out.push('\u{fffd}'),
            other => out.push(other),
        }
    }
    out
}
