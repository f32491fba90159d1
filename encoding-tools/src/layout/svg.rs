//! The diagram as SVG: a card for each block; a bar for each part, proportional to its bytes; a bracket from a size or
//! a flag to the parts that it determines; a line from a tag to its cases.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec;
use alloc::vec::Vec;

use super::shapes::{BYTE, Canvas, MAX_BAR, ROW, escaped, title_width, width};
use super::{Block, Demand, LayoutPart, PartKind, Picture};

/// Width of the column of brackets, between offsets and bars.
const BRACKETS: f64 = 44.0;
/// Distance from the start of a bar to the start of a name.
const NAME: f64 = MAX_BAR + 24.0;
/// Indentation of cases under their tag.
const INDENT: f64 = 36.0;
/// Minimum width of the column of sizes.
const MIN_UNITS: f64 = 72.0;
/// Left edge of texts in cards.
const LEFT: f64 = 32.0;
/// Placeholder for the width of cards, which is known only at the end; texts contain no control characters.
const CARD_WIDTH: &str = "\0";

/// Colours and fonts; without variables, which some SVG readers do not support.
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
    let offsets = picture.blocks.iter().flat_map(Block::all_parts).map(|part| width(&part.offset));
    let bars = offsets.fold(60.0, f64::max) + BRACKETS + LEFT;
    let (canvas, columns) = (Canvas::default(), Columns::default());
    let mut drawing = Drawing { canvas, y: 16.0, bars, columns, picture };
    for (index, block) in picture.blocks.iter().enumerate() {
        drawing.card(&format!(" id=\"block-{index}\""), |drawing| drawing.block(block));
    }
    if !picture.demands.is_empty() {
        drawing.card("", Drawing::demands);
    }
    drawing.key();
    let Drawing { canvas: Canvas { out, width: card_width }, y, .. } = drawing;
    let (width, height) = (card_width + 32.0, y + 8.0);
    let title = picture.blocks.first().and_then(|block| block.title.as_deref()).unwrap_or("the value");
    let title = escaped(title);
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"img\">\n\
         <title>Layout of {title}</title>\n{STYLE}<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
        out.replace(CARD_WIDTH, &card_width.to_string())
    )
}

struct Drawing<'p> {
    canvas: Canvas,
    y: f64,
    /// Left edge of the bars.
    bars: f64,
    columns: Columns,
    picture: &'p Picture,
}

/// Left edges of the columns to the right of the bars.
#[derive(Default)]
struct Columns {
    names: f64,
    units: f64,
    contents: f64,
}

impl Drawing<'_> {
    /// Draws a card around the output of `content`.
    fn card(&mut self, attributes: &str, content: impl FnOnce(&mut Self)) {
        let (outer, top) = (core::mem::take(&mut self.canvas.out), self.y);
        self.y += 28.0;
        content(self);
        self.y += 10.0;
        let (inside, height) = (core::mem::replace(&mut self.canvas.out, outer), self.y - top);
        let size = format!("width=\"{CARD_WIDTH}\" height=\"{height}\"");
        self.canvas.line(&format!("<g{attributes}><rect class=\"card\" x=\"16\" y=\"{top}\" {size} rx=\"6\"/>"));
        self.canvas.line(&format!("{inside}</g>"));
        self.y += 16.0;
    }

    /// Moves down a row and returns the baseline of its text.
    fn row(&mut self) -> f64 {
        self.y += ROW;
        self.y - 9.0
    }

    fn block(&mut self, block: &Block) {
        self.columns = self.columns(block);
        let title = block.title.as_deref().unwrap_or("the value");
        self.canvas.text(LEFT, self.y, "title", title);
        if !block.size.is_empty() {
            self.canvas.text(LEFT + title_width(title) + 24.0, self.y, "soft", &block.size);
        }
        self.y += 14.0;
        if block.parts.is_empty() && block.branches.is_empty() && block.names.is_empty() {
            let y = self.row();
            self.canvas.text(LEFT, y, "soft", "no bytes");
        }
        self.parts(&block.parts, 0.0);
        self.branches(block);
        for (index, name) in block.names.iter().enumerate() {
            let y = self.row();
            self.canvas.right_text(self.bars - BRACKETS, y, &index.to_string());
            self.canvas.text(self.bars, y, "bold", name);
        }
    }

    /// Draws the constraints beyond the layout.
    fn demands(&mut self) {
        let place =
            |demand: &Demand| if demand.place.is_empty() { "the value itself".into() } else { demand.place.clone() };
        let demands = &self.picture.demands;
        let words = demands.iter().map(|demand| width(&place(demand))).fold(0.0, f64::max) + 56.0;
        self.canvas.text(LEFT, self.y, "title", "Constraints beyond the layout");
        self.y += 14.0;
        for demand in demands {
            let y = self.row();
            self.canvas.text(LEFT, y, "bold", &place(demand));
            self.canvas.text(words, y, "", &demand.words.replace('`', ""));
        }
    }

    fn columns(&self, block: &Block) -> Columns {
        let widest = |of: &dyn Fn(&LayoutPart) -> f64, least| block.all_parts().map(of).fold(least, f64::max);
        let names = self.bars + NAME + if block.branches.is_empty() { 0.0 } else { INDENT };
        let units = names + widest(&|part| width(part.name.as_deref().unwrap_or("size")), 0.0) + 18.0;
        Columns { names, units, contents: units + widest(&|part| width(&unit(part)), MIN_UNITS) + 14.0 }
    }

    fn parts(&mut self, parts: &[LayoutPart], indent: f64) {
        for (part, depth) in parts.iter().zip(depths(parts)) {
            let y = self.y;
            self.part(part, self.bars + indent);
            if part.determines > 0 {
                let rows = f64::from(u32::try_from(part.determines).unwrap_or(u32::MAX));
                self.canvas.bracket(y, rows, depth, self.bars + indent - 4.0);
            }
        }
    }

    fn part(&mut self, part: &LayoutPart, x: f64) {
        let (top, y) = (self.y + 4.0, self.row());
        self.canvas.right_text(x - BRACKETS, y, &part.offset);
        self.canvas.bar(part, x, top);
        let Columns { names, units, contents } = self.columns;
        let (class, name) = match (part.kind, &part.name) {
            (PartKind::Size, _) => ("soft", "size"),
            (_, Some(name)) => ("bold", name.as_str()),
            (_, None) => ("soft", "–"),
        };
        self.canvas.text(names, y, class, name);
        self.canvas.text(units, y, "", &unit(part));
        let block = part.block.filter(|block| self.picture.blocks.get(*block).is_some());
        block.into_iter().for_each(|block| self.canvas.line(&format!("<a href=\"#block-{block}\">")));
        self.canvas.text(contents, y, "", &part.contents);
        block.into_iter().for_each(|_| self.canvas.line("</a>"));
        if let Some(determined) = &part.determined {
            let at = contents + width(&part.contents) + 18.0;
            self.canvas.text(at, y, "soft", &format!("({determined})"));
        }
    }

    fn branches(&mut self, block: &Block) {
        let (spine, start) = (self.bars + BYTE / 2.0, self.y - 4.0);
        let mut last = None;
        for branch in &block.branches {
            let y = self.row();
            let (x, middle) = (self.bars + INDENT, y - 4.0);
            last = Some(middle);
            self.canvas.line(&format!("<path class=\"line\" d=\"M{spine} {middle}H{}\"/>", x - 6.0));
            let tag = match branch.tag {
                _ if block.parts.is_empty() => String::new(),
                Some(tag) => tag.to_string(),
                None => "any other".to_string(),
            };
            self.canvas.text(x, y, "soft", &tag);
            let at = x + width(&tag) + if tag.is_empty() { 0.0 } else { 10.0 };
            self.canvas.text(at, y, "bold", &branch.title);
            if branch.parts.is_empty() {
                self.canvas.text(at + width(&branch.title) + 14.0, y, "soft", "nothing more");
            }
            self.parts(&branch.parts, INDENT);
        }
        if let Some(last) = last {
            self.canvas.line(&format!("<path class=\"line\" d=\"M{spine} {start}V{last}\"/>"));
        }
    }

    /// Explains the colours.
    fn key(&mut self) {
        self.y += 12.0;
        let (mut x, y) = (24.0, self.y - 11.0);
        let filler = ("filler", "padding, magic bytes");
        for (kind, word) in [("value", "value"), ("size", "size"), ("flag", "flag"), ("tag", "tag"), filler] {
            self.canvas.line(&format!("<rect class=\"bar {kind}\" x=\"{x}\" y=\"{y}\" width=\"14\" height=\"14\"/>"));
            self.canvas.text(x + 20.0, self.y, "soft", word);
            x += width(word) + 44.0;
        }
        self.canvas.text(x, self.y, "soft", "dashed: may be absent; offsets and sizes in bytes");
        self.y += 8.0;
    }
}

/// Returns the length of a part, in words.
fn unit(part: &LayoutPart) -> String {
    match (part.bytes, part.size.as_str()) {
        (Some(1), _) if !part.is_optional => "1 byte".to_string(),
        (_, "rest") => "the rest".to_string(),
        (_, size) => format!("{size} bytes"),
    }
}

/// Returns the nesting depth of brackets inside the bracket of each part.
fn depths(parts: &[LayoutPart]) -> Vec<f64> {
    let mut depths = vec![0.0; parts.len()];
    for (index, part) in parts.iter().enumerate().rev() {
        let inside = depths.iter().zip(parts).skip(index).take(part.determines.saturating_add(1)).skip(1);
        let deepest =
            inside.filter(|(_, inner)| inner.determines > 0).map(|(depth, _)| depth + 1.0).fold(0.0, f64::max);
        depths.get_mut(index).into_iter().for_each(|depth| *depth = deepest);
    }
    depths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::parts::tag_part;
    use tezos_encoding_core::schema::TagSize;

    /// The depth of each bracket must not be computed again for each enclosing one.
    #[test]
    fn nested_brackets_take_linear_time() {
        let part = |determines| LayoutPart { determines, ..tag_part(TagSize::U8) };
        let parts: Vec<LayoutPart> = (0..=64).rev().map(part).collect();
        let expected: Vec<f64> = (0..64u8).rev().chain([0]).map(f64::from).collect();
        assert_eq!(depths(&parts), expected);
    }
}
