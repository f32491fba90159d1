//! The picture as SVG: a card for each block, a bar for each part, as long as its bytes; a bracket from a size or a flag to what
//! it speaks of; a line from a tag to its cases.

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt::Write;

use super::shapes::{title_wide, wide};
use super::{Block, Demand, Part, PartKind, Picture};

/// Height of a row.
pub(super) const ROW: usize = 26;
/// Width of a byte in a bar.
pub(super) const BYTE: usize = 14;
/// Bytes of the longest bar that is drawn as it is; longer ones are torn.
pub(super) const BYTES: usize = 16;
/// Between a bar and the end of its offset: for the brackets.
const BRACKETS: usize = 44;
/// Between the start of a bar and that of a name.
const NAME: usize = BYTES * BYTE + 24;
/// How much further right a case is than its tag.
const INDENT: usize = 36;

/// Least width of the column of sizes.
const UNITS: usize = 72;
/// Stands for the width of a card until that is known; no text has it.
const CARD_WIDTH: &str = "\0";

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
    let offsets = picture.blocks.iter().flat_map(Block::all_parts).map(|part| wide(&part.offset)).max();
    let bars = offsets.unwrap_or_default().max(60).saturating_add(BRACKETS).saturating_add(32);
    let (out, columns) = (String::new(), Columns::default());
    let mut drawing = Drawing { out, y: 16, width: 0, bars, columns, picture };
    for (index, block) in picture.blocks.iter().enumerate() {
        drawing.card(index, block);
    }
    drawing.demands();
    drawing.key();
    let (width, height) = (drawing.width.saturating_add(32), drawing.y.saturating_add(8));
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\">\n\
         {STYLE}<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n{}</svg>\n",
        // Cards are as wide as the widest.
        drawing.out.replace(CARD_WIDTH, &drawing.width.to_string())
    )
}

pub(super) struct Drawing<'p> {
    pub(super) out: String,
    y: usize,
    /// Of the widest card.
    pub(super) width: usize,
    /// Where bars begin: behind the offsets and the brackets.
    pub(super) bars: usize,
    columns: Columns,
    picture: &'p Picture,
}

/// Where the columns of a card begin that are right of the bars.
#[derive(Default)]
struct Columns {
    names: usize,
    units: usize,
    contents: usize,
}

impl Drawing<'_> {
    fn card(&mut self, index: usize, block: &Block) {
        let outer = core::mem::take(&mut self.out);
        let top = self.y;
        self.columns = self.columns(block);
        self.y = self.y.saturating_add(28);
        let title = block.title.as_deref().unwrap_or("the value");
        self.text(32, self.y, "title", title);
        if !block.size.is_empty() {
            let x = 32usize.saturating_add(title_wide(title)).saturating_add(24);
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
        self.close(outer, top, &format!(" id=\"block-{index}\""));
    }

    /// What is demanded beyond the layout, in a card of its own.
    fn demands(&mut self) {
        let demands = &self.picture.demands;
        if demands.is_empty() {
            return;
        }
        let (outer, top) = (core::mem::take(&mut self.out), self.y);
        let place =
            |demand: &Demand| if demand.place.is_empty() { "the value itself".into() } else { demand.place.clone() };
        let words = demands.iter().map(|demand| wide(&place(demand))).max().unwrap_or_default().saturating_add(56);
        self.y = self.y.saturating_add(28);
        self.text(32, self.y, "title", "Demanded beyond the layout");
        self.y = self.y.saturating_add(14);
        for demand in demands {
            self.y = self.y.saturating_add(ROW);
            self.text(32, self.y.saturating_sub(9), "bold", &place(demand));
            self.text(words, self.y.saturating_sub(9), "", &demand.words.replace('`', ""));
        }
        self.close(outer, top, "");
    }

    /// The end of the card that begins at `top`: what is in it, in front of it what is drawn already.
    fn close(&mut self, outer: String, top: usize, attributes: &str) {
        self.y = self.y.saturating_add(10);
        let inside = core::mem::replace(&mut self.out, outer);
        let height = self.y.saturating_sub(top);
        let _ = writeln!(
            self.out,
            "<g{attributes}><rect class=\"card\" x=\"16\" y=\"{top}\" width=\"{CARD_WIDTH}\" height=\"{height}\" rx=\"6\"/>"
        );
        self.out.push_str(&inside);
        self.out.push_str("</g>\n");
        self.y = self.y.saturating_add(16);
    }

    /// The columns of a card: cases are further right than what stands in front of them.
    fn columns(&self, block: &Block) -> Columns {
        let widest = |width: &dyn Fn(&Part) -> usize| block.all_parts().map(width).max().unwrap_or_default();
        let indent = if block.branches.is_empty() { 0 } else { INDENT };
        let names = self.bars.saturating_add(indent).saturating_add(NAME);
        let units =
            names.saturating_add(widest(&|part| wide(part.name.as_deref().unwrap_or("size")))).saturating_add(18);
        let contents = units.saturating_add(widest(&|part| wide(&unit(part))).max(UNITS)).saturating_add(14);
        Columns { names, units, contents }
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
        let Columns { names, units, contents: at } = self.columns;
        let label = match (part.kind, &part.name) {
            (PartKind::Size, _) => ("soft", "size"),
            (_, Some(name)) => ("bold", name.as_str()),
            (_, None) => ("soft", "–"),
        };
        self.text(names, text, label.0, label.1);
        self.text(units, text, "", &unit(part));
        if let Some(block) = part.block.filter(|block| self.picture.blocks.get(*block).is_some()) {
            let _ = writeln!(self.out, "<a href=\"#block-{block}\">");
            self.text(at, text, "", &part.contents);
            self.out.push_str("</a>\n");
        } else {
            self.text(at, text, "", &part.contents);
        }
        if let Some(determined) = &part.determined {
            let at = at.saturating_add(wide(&part.contents)).saturating_add(18);
            self.text(at, text, "soft", &format!("({determined})"));
        }
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
}

/// How long a part is, in words.
fn unit(part: &Part) -> String {
    match (part.bytes, part.size.as_str()) {
        (Some(1), _) if !part.is_optional => "1 byte".to_string(),
        (_, "rest") => "the rest".to_string(),
        (_, size) => format!("{size} bytes"),
    }
}

/// How many brackets are inside the one of the part at `index`.
fn depth(parts: &[Part], index: usize) -> usize {
    let Some(part) = parts.get(index) else { return 0 };
    let inside = index.saturating_add(1)..=index.saturating_add(part.determines);
    let deepest = inside.filter(|inner| parts.get(*inner).is_some_and(|part| part.determines > 0));
    deepest.map(|inner| depth(parts, inner).saturating_add(1)).max().unwrap_or(0)
}
