//! The shapes of the diagram: texts, bars, brackets.

use alloc::format;
use alloc::string::String;

use super::{LayoutPart, PartKind};

/// Height of a row.
pub(super) const ROW: f64 = 26.0;
/// Width of a byte in a bar.
pub(super) const BYTE: f64 = 14.0;
/// Width of the longest bar, in bytes; longer ones are drawn with a break.
pub(super) const MAX_BYTES: u32 = 16;
/// Width of the longest bar.
pub(super) const MAX_BAR: f64 = 16.0 * BYTE;

/// SVG elements, and the right edge of the texts among them.
#[derive(Default)]
pub(super) struct Canvas {
    pub(super) out: String,
    pub(super) width: f64,
}

impl Canvas {
    /// Appends a line of SVG.
    pub(super) fn line(&mut self, line: &str) {
        self.out.push_str(line);
        self.out.push('\n');
    }

    /// Draws a bar whose length is proportional to its bytes, with ticks between them; with a break if it is longer
    /// than the maximum or has no fixed length.
    pub(super) fn bar(&mut self, part: &LayoutPart, x: f64, y: f64) {
        let kind = match part.kind {
            PartKind::Value => "value",
            PartKind::Size => "size",
            PartKind::Flag => "flag",
            PartKind::Tag => "tag",
            PartKind::Filler => "filler",
        };
        let class = format!("bar {kind}{}", if part.is_optional { " maybe" } else { "" });
        let bottom = y + ROW - 8.0;
        let bytes = part.bytes.and_then(|bytes| u32::try_from(bytes).ok()).filter(|bytes| *bytes <= MAX_BYTES);
        if let Some(bytes) = bytes {
            let width = f64::from(bytes) * BYTE;
            self.line(&format!(
                "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{}\"/>",
                ROW - 8.0
            ));
            for tick in 1..bytes {
                let at = x + f64::from(tick) * BYTE;
                let (top, bottom) = (y + 3.0, bottom - 3.0);
                self.line(&format!("<line class=\"tick\" x1=\"{at}\" y1=\"{top}\" x2=\"{at}\" y2=\"{bottom}\"/>"));
            }
            return;
        }
        let (right, middle) = (x + MAX_BAR, x + MAX_BAR / 2.0);
        let (tear, upper, lower) = (right - 7.0, y + 6.0, y + 12.0);
        let torn = format!("M{x} {y}H{right}L{tear} {upper}L{right} {lower}L{tear} {bottom}H{x}Z");
        self.line(&format!("<path class=\"{class}\" d=\"{torn}\"/>"));
        let count = part.bytes.map_or_else(|| escaped(&part.size), |bytes| format!("{bytes}"));
        let y = bottom - 5.0;
        self.line(&format!("<text x=\"{middle}\" y=\"{y}\" text-anchor=\"middle\" class=\"soft\">{count}</text>"));
    }

    /// Draws an arrow from the row at `y` to the `rows` rows below it, which end at `right`.
    pub(super) fn bracket(&mut self, y: f64, rows: f64, depth: f64, right: f64) {
        let left = right - 14.0 - depth * 8.0;
        let from = y + ROW / 2.0;
        let (first, last) = (from + ROW, from + rows * ROW);
        let branch = if rows > 1.0 { format!("M{left} {first}H{right}") } else { String::new() };
        self.line(&format!("<path class=\"line\" d=\"M{right} {from}H{left}V{last}H{right}{branch}\"/>"));
        let (tip, above, below) = (right - 5.0, last - 3.0, last + 3.0);
        self.line(&format!("<path class=\"line\" d=\"M{tip} {above}L{right} {last}L{tip} {below}\"/>"));
    }

    /// Draws text that begins at `x`.
    pub(super) fn text(&mut self, x: f64, y: f64, class: &str, text: &str) {
        let width = if class == "title" { title_width(text) } else { width(text) };
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        self.line(&format!("<text x=\"{x}\" y=\"{y}\"{class}>{}</text>", escaped(text)));
        self.width = self.width.max(x + width);
    }

    /// Draws grey text that ends at `x`.
    pub(super) fn right_text(&mut self, x: f64, y: f64, text: &str) {
        let text = escaped(text);
        self.line(&format!("<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\" class=\"soft\">{text}</text>"));
    }
}

/// Returns the width of a text in the font of titles.
pub(super) fn title_width(text: &str) -> f64 {
    f64::from(pixels(text).saturating_mul(14) / 12)
}

/// Returns the width of a text.
pub(super) fn width(text: &str) -> f64 {
    f64::from(pixels(text))
}

/// A character of the monospaced font is 7.3 pixels wide, an East Asian one twice that.
fn pixels(text: &str) -> u32 {
    let cells = |character: char| match character {
        '\u{0}'..'\u{1100}' | '\u{2000}'..'\u{2e80}' => 1,
        _ => 2,
    };
    text.chars().map(cells).fold(0, u32::saturating_add).saturating_mul(73) / 10
}

pub(super) fn escaped(text: &str) -> String {
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
