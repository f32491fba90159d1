//! The picture as SVG: a card for each block, a bar for each part, as long as its bytes; a bracket from a size or a flag to what
//! it speaks of; a line from a tag to its cases.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Write;

use super::{Block, Part, PartKind, Picture};

/// Height of a row.
const ROW: usize = 26;
/// Width of a character of the monospaced type, in tenths.
const CHARACTER: usize = 73;
/// Width of a byte in a bar.
const BYTE: usize = 14;
/// Bytes of the longest bar that is drawn as it is; longer ones are torn.
const BYTES: usize = 16;
/// Between a bar and the end of its offset: for the brackets.
const BRACKETS: usize = 44;
/// Between the start of a bar and that of a name.
const NAME: usize = BYTES * BYTE + 24;
/// How much further right a case is than its tag.
const INDENT: usize = 36;

/// Colours and type; no variables, which some readers of SVG do not know.
const STYLE: &str = "\
<style>
text{font:12px 'DejaVu Sans Mono','Menlo','Consolas',monospace;fill:#1c2733}
.paper{fill:#f4f6f8}.card{fill:#ffffff;stroke:#b9c3cd}
.soft{fill:#66727f}.bold{font-weight:bold}.title{font-size:14px;font-weight:bold}
.line{stroke:#66727f;fill:none;stroke-width:1.2}.tick{stroke:#ffffff;stroke-width:1}
.bar{stroke:#66727f;stroke-width:.8}.maybe{stroke-dasharray:4 3}
.value{fill:#cfe3f7}.size{fill:#ffe2b8}.flag{fill:#e8d6f5}.tag{fill:#f6cfd0}.filler{fill:#e3e7eb}
</style>
";

pub(super) fn picture(picture: &Picture) -> String {
    let offsets = picture.blocks.iter().flat_map(parts_of).map(|part| wide(&part.offset)).max();
    let bars = offsets.unwrap_or_default().max(60).saturating_add(BRACKETS).saturating_add(32);
    let mut drawing = Drawing { out: String::new(), y: 16, width: 0, bars, names: 0, picture };
    for (index, block) in picture.blocks.iter().enumerate() {
        drawing.card(index, block);
    }
    drawing.key();
    let (width, height) = (drawing.width.saturating_add(32), drawing.y.saturating_add(8));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         {STYLE}<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
        // Cards are as wide as the widest.
        drawing.out.replace("CARD_WIDTH", &drawing.width.to_string())
    )
}

struct Drawing<'p> {
    out: String,
    y: usize,
    /// Of the widest card.
    width: usize,
    /// Where bars begin: behind the offsets and the brackets.
    bars: usize,
    /// Of the widest name in the card.
    names: usize,
    picture: &'p Picture,
}

impl Drawing<'_> {
    fn card(&mut self, index: usize, block: &Block) {
        let outer = core::mem::take(&mut self.out);
        let top = self.y;
        let names = parts_of(block).map(|part| wide(part.name.as_deref().unwrap_or("size")));
        self.names = names.max().unwrap_or_default();
        self.y = self.y.saturating_add(28);
        let title = block.title.as_deref().unwrap_or("the value");
        self.text(32, self.y, "title", title);
        if !block.size.is_empty() {
            let x = 32usize.saturating_add(wide(title).saturating_mul(14) / 12).saturating_add(24);
            self.text(x, self.y, "soft", &block.size);
        }
        self.y = self.y.saturating_add(14);
        let empty = block.parts.is_empty() && block.branches.is_empty() && block.names.is_empty();
        if empty {
            self.y = self.y.saturating_add(ROW);
            self.text(32, self.y.saturating_sub(9), "soft", "no bytes");
        }
        self.parts(&block.parts, 0);
        self.branches(block);
        for (index, name) in block.names.iter().enumerate() {
            self.y = self.y.saturating_add(ROW);
            let y = self.y.saturating_sub(9);
            self.right(self.bars.saturating_sub(BRACKETS), y, "soft", &index.to_string());
            self.text(self.bars, y, "bold", name);
        }
        self.y = self.y.saturating_add(10);
        let inside = core::mem::replace(&mut self.out, outer);
        let height = self.y.saturating_sub(top);
        let _ = writeln!(
            self.out,
            "<g id=\"block-{index}\"><rect class=\"card\" x=\"16\" y=\"{top}\" width=\"CARD_WIDTH\" height=\"{height}\" rx=\"6\"/>"
        );
        self.out.push_str(&inside);
        self.out.push_str("</g>\n");
        self.y = self.y.saturating_add(16);
    }

    /// Rows of parts, so much further right.
    fn parts(&mut self, parts: &[Part], indent: usize) {
        for (index, part) in parts.iter().enumerate() {
            let y = self.y;
            self.part(part, indent);
            if part.determines > 0 {
                self.bracket(y, part.determines, depth(parts, index), indent);
            }
        }
    }

    fn part(&mut self, part: &Part, indent: usize) {
        let (top, x) = (self.y.saturating_add(4), self.bars.saturating_add(indent));
        self.y = self.y.saturating_add(ROW);
        let text = self.y.saturating_sub(9);
        self.right(x.saturating_sub(BRACKETS), text, "soft", &part.offset);
        self.bar(part, x, top);
        let mut at = x.saturating_add(NAME);
        let label = match (part.kind, &part.name) {
            (PartKind::Size, _) => ("soft", "size".to_string()),
            (_, Some(name)) => ("bold", name.clone()),
            (_, None) => ("soft", "–".to_string()),
        };
        self.text(at, text, label.0, &label.1);
        at = at.saturating_add(self.names).saturating_add(18);
        let unit = match (part.bytes, part.size.as_str()) {
            (Some(1), _) if !part.is_optional => "1 byte".to_string(),
            (_, "rest") => "the rest".to_string(),
            (_, size) => format!("{size} bytes"),
        };
        self.text(at, text, "", &unit);
        at = at.saturating_add(wide(&unit)).max(at.saturating_add(72)).saturating_add(14);
        if let Some(block) = part.block.filter(|block| self.picture.blocks.get(*block).is_some()) {
            let _ = writeln!(self.out, "<a href=\"#block-{block}\">");
            self.text(at, text, "", &part.contents);
            self.out.push_str("</a>\n");
        } else {
            self.text(at, text, "", &part.contents);
        }
        if let Some(determined) = &part.determined {
            at = at.saturating_add(wide(&part.contents)).saturating_add(18);
            self.text(at, text, "soft", &format!("({determined})"));
        }
    }

    /// As long as its bytes, with a tick between two; torn where it is longer, or not always as long.
    fn bar(&mut self, part: &Part, x: usize, y: usize) {
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
    fn bracket(&mut self, y: usize, rows: usize, depth: usize, indent: usize) {
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

    fn branches(&mut self, block: &Block) {
        let spine = self.bars.saturating_add(BYTE / 2);
        let start = self.y;
        let mut last = start;
        for branch in &block.branches {
            self.y = self.y.saturating_add(ROW);
            let middle = self.y.saturating_sub(13);
            last = middle;
            let x = self.bars.saturating_add(INDENT);
            let _ = writeln!(self.out, "<path class=\"line\" d=\"M{spine} {middle}H{}\"/>", x.saturating_sub(6));
            let tag = branch.tag.map_or_else(|| "any other".to_string(), |tag| tag.to_string());
            let tag = if block.parts.is_empty() { String::new() } else { tag };
            self.text(x, self.y.saturating_sub(9), "soft", &tag);
            let at = x.saturating_add(wide(&tag)).saturating_add(if tag.is_empty() { 0 } else { 10 });
            self.text(at, self.y.saturating_sub(9), "bold", &branch.title);
            if branch.parts.is_empty() {
                let at = at.saturating_add(wide(&branch.title)).saturating_add(14);
                self.text(at, self.y.saturating_sub(9), "soft", "nothing more");
            }
            self.parts(&branch.parts, INDENT);
        }
        if !block.branches.is_empty() {
            let _ = writeln!(self.out, "<path class=\"line\" d=\"M{spine} {}V{last}\"/>", start.saturating_sub(4));
        }
    }

    /// What the colours are, below.
    fn key(&mut self) {
        self.y = self.y.saturating_add(12);
        let mut x = 24usize;
        for (kind, word) in
            [("value", "value"), ("size", "size"), ("flag", "flag"), ("tag", "tag"), ("filler", "padding, magic bytes")]
        {
            let y = self.y.saturating_sub(11);
            let _ = writeln!(self.out, "<rect class=\"bar {kind}\" x=\"{x}\" y=\"{y}\" width=\"14\" height=\"14\"/>");
            self.text(x.saturating_add(20), self.y, "soft", word);
            x = x.saturating_add(wide(word)).saturating_add(44);
        }
        let word = "dashed: may be absent; offsets and sizes in bytes";
        self.text(x, self.y, "soft", word);
        self.y = self.y.saturating_add(8);
    }

    fn text(&mut self, x: usize, y: usize, class: &str, text: &str) {
        let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
        let _ = writeln!(self.out, "<text x=\"{x}\" y=\"{y}\"{class}>{}</text>", escaped(text));
        self.width = self.width.max(x.saturating_add(wide(text)));
    }

    /// Text that ends at `x`.
    fn right(&mut self, x: usize, y: usize, class: &str, text: &str) {
        let _ = writeln!(
            self.out,
            "<text x=\"{x}\" y=\"{y}\" text-anchor=\"end\" class=\"{class}\">{}</text>",
            escaped(text)
        );
    }
}

/// All parts of a block, those of its cases included.
fn parts_of(block: &Block) -> impl Iterator<Item = &Part> {
    block.parts.iter().chain(block.branches.iter().flat_map(|branch| &branch.parts))
}

/// How many brackets are inside the one of the part at `index`.
fn depth(parts: &[Part], index: usize) -> usize {
    let Some(part) = parts.get(index) else { return 0 };
    let inside = index.saturating_add(1)..=index.saturating_add(part.determines);
    let deepest = inside.filter(|inner| parts.get(*inner).is_some_and(|part| part.determines > 0));
    deepest.map(|inner| depth(parts, inner).saturating_add(1)).max().unwrap_or(0)
}

/// Width of a text.
fn wide(text: &str) -> usize {
    text.chars().count().saturating_mul(CHARACTER) / 10
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
