//! Writes the page: the bytes beside a tree of their parts, linked both ways, in one HTML file that needs no other file.

use maud::{Markup, html};
use tezos_encoding::{
    DecodeError, Segment,
    schema::{ShortPath, Slice, SliceKind},
};
use tezos_messages::Named;

use super::{Window, end, table::start_of};
use crate::{
    hints,
    nested::Part,
    output::{self, counted, grouped},
    reason,
};

const STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// The number of bytes in a row: as many as a phone shows in hex and as text.
const ROW: usize = 8;
/// The maximum number of bytes of a part that are shown in full. Of a longer one, half as many at each end are shown.
const BYTES_SHOWN: usize = 4096;
/// The maximum number of characters shown of a value.
const VALUE_SHOWN: usize = 400;
/// The maximum number of characters shown of a name.
const NAME_SHOWN: usize = 120;
/// The maximum depth of the tree. Browsers do not nest elements deeper than a few hundred levels.
const MAX_LEVELS: usize = 100;
/// The maximum number of parts of a branch that is open before anybody opens it, except for the outermost branches.
const OPEN: usize = 40;

/// A part of the tree.
struct Leaf<'p> {
    /// Its number on the page.
    number: usize,
    slice: &'p Slice<'p>,
    /// The branches that lead to it, outermost first.
    steps: Vec<String>,
}

/// Consecutive bytes in one row that belong to one part, or to none.
struct Run<'m> {
    offset: usize,
    bytes: &'m [u8],
    number: Option<usize>,
    class: &'static str,
    is_first: bool,
    is_refused: bool,
}

/// Returns the page of the parts in a window.
pub(super) fn page(named: &Named, bytes: &[u8], window: &Window<'_>, error: Option<&DecodeError>) -> String {
    let refused = error.map(DecodeError::offset);
    let leaves: Vec<Leaf<'_>> = window.parts.iter().enumerate().map(|(number, part)| leaf(number, part)).collect();
    let mut runs: Vec<Run<'_>> = leaves.iter().flat_map(|leaf| of_part(leaf, refused)).collect();
    if window.after == 0 {
        runs.extend(pieces(window.end, bytes.get(window.end..).unwrap_or_default(), None, "rest", refused));
    }
    let hidden = |count, side| Window::hidden(count, side).map(|hidden| format!("… {hidden}, which --all shows"));
    let is_refused_at_end = error.is_some_and(|error| error.offset() >= bytes.len());
    let body = html! {
        (heading(named, bytes, error))
        main {
            section.bytes aria-label="Bytes" { (rows(&runs, is_refused_at_end)) }
            section.tree aria-label="Parts" {
                @if let Some(before) = hidden(window.before, "before") { p.soft { (before) } }
                (branch(&leaves, 0))
                @if let Some(after) = hidden(window.after, "after") { p.soft { (after) } }
            }
        }
    };
    output::page::page(&format!("{}: {}", named.id, counted(bytes.len(), "byte", "bytes")), STYLE, SCRIPT, &body)
}

fn heading(named: &Named, bytes: &[u8], error: Option<&DecodeError>) -> Markup {
    let count = counted(bytes.len(), "byte", "bytes");
    html! {
        header {
            h1 { (named.id) }
            @if let Some(error) = error {
                @let [expected, found] = reason::of_error(named, error, bytes);
                p.refused { a href="#refused" { "Refused at byte " (grouped(error.offset())) } " of " (count) ", " (error.kind().name()) }
                dl {
                    dt { "where" }
                    dd { @if error.path().is_empty() { "the value itself" } @else { (error.path().to_string()) } }
                    dt { "expected" }
                    dd { (expected) }
                    dt { "found" }
                    dd { (found) }
                    @if let Some(valid) = hints::valid_in(named, bytes) { dt { "elsewhere" } dd { (anstream::adapter::strip_str(&valid).to_string()) } }
                }
            } @else {
                p { (count) ", all valid" }
            }
        }
    }
}

fn leaf<'p>(number: usize, part: &'p Part<'_>) -> Leaf<'p> {
    let mut steps: Vec<String> = part.paths.iter().flat_map(steps).collect();
    if steps.len() > MAX_LEVELS {
        let deeper = steps.split_off(MAX_LEVELS.saturating_sub(1));
        steps.push(deeper.join(" › "));
    }
    Leaf { number, slice: &part.slice, steps }
}

/// Returns the steps of a path; those behind its first 32 are one step if there are many.
fn steps(path: &ShortPath) -> Vec<String> {
    let step = |segment: Segment| match segment {
        Segment::Field(name) | Segment::Case(name) => name.to_owned(),
        Segment::Index(index) => format!("[{index}]"),
    };
    let head = path.head().segments().map(step);
    let tail = path.tail().map(|(hidden, tail)| format!("… {} … {tail}", counted(hidden, "level", "levels")));
    head.chain(tail).collect()
}

/// Returns the branches and parts at a level of the tree, which `depth` levels enclose.
fn branch(leaves: &[Leaf<'_>], depth: usize) -> Markup {
    let step = |leaf: &Leaf<'_>| leaf.steps.get(depth).cloned();
    let groups = leaves.chunk_by(|one, other| step(one).is_some() && step(one) == step(other));
    let inner = depth.saturating_add(1);
    html! {
        ul {
            @for group in groups {
                @if let [only] = group && only.steps.len() <= inner {
                    li { (part(only, only.steps.get(depth).map(String::as_str))) }
                } @else if let (Some(first), Some(last)) = (group.first(), group.last()) {
                    li {
                        details open[depth < 2 || group.len() <= OPEN] {
                            summary data-from=(first.number) data-to=(last.number) {
                                b { (step(first).unwrap_or_default()) }
                                " " span.soft { (counted(end(last.slice).saturating_sub(first.slice.offset), "byte", "bytes")) }
                            }
                            (branch(group, inner))
                        }
                    }
                }
            }
        }
    }
}

/// Returns a part: its offset, its name, its encoding and its value.
fn part(Leaf { number, slice, .. }: &Leaf<'_>, step: Option<&str>) -> Markup {
    // A name is `"field" (encoding)`, and the field is in the path.
    let encoding = slice.name.rsplit_once("\" (").and_then(|(_, encoding)| encoding.strip_suffix(')'));
    let value = match slice.pretty.as_str() {
        "" => hex::encode(slice.bytes.get(..VALUE_SHOWN).unwrap_or(slice.bytes)),
        pretty => pretty.to_owned(),
    };
    html! {
        a id={ "p" (number) } class=(class(slice)) href={ "#b" (number) } data-part=(number) {
            span.soft { (grouped(slice.offset)) } " "
            @if let Some(step) = step { b { (step) } " " }
            span.name { (start_of(encoding.unwrap_or(&slice.name), NAME_SHOWN)) } " "
            span.value { (start_of(&value, VALUE_SHOWN)) }
            @if let Some(written) = slice.canonical() { " " em { "in canonical form " (hex::encode(written)) } }
        }
    }
}

/// Returns the class of a part, which gives it its colour.
fn class(slice: &Slice<'_>) -> &'static str {
    match slice.kind {
        kind if kind.is_layout() => "layout",
        SliceKind::Text => "text",
        SliceKind::Bytes => "raw",
        _ => "number",
    }
}

/// Returns the bytes of a part that are shown.
fn of_part<'p>(leaf: &Leaf<'p>, refused: Option<usize>) -> Vec<Run<'p>> {
    pieces(leaf.slice.offset, leaf.slice.bytes, Some(leaf.number), class(leaf.slice), refused)
}

/// Splits bytes at the ends of rows and around the refused byte. Of many bytes, only those at both ends are returned.
fn pieces<'m>(
    offset: usize,
    bytes: &'m [u8],
    number: Option<usize>,
    class: &'static str,
    refused: Option<usize>,
) -> Vec<Run<'m>> {
    let mut runs = Vec::new();
    let half = if bytes.len() > BYTES_SHOWN { BYTES_SHOWN / 2 } else { bytes.len() };
    let (first, rest) = bytes.split_at_checked(half).unwrap_or((bytes, &[]));
    let last = rest.len().saturating_sub(BYTES_SHOWN / 2);
    for (start, mut left) in [(0, first), (half.saturating_add(last), rest.get(last..).unwrap_or_default())] {
        let mut at = offset.saturating_add(start);
        while !left.is_empty() {
            let row_ends = at.saturating_sub(at % ROW).saturating_add(ROW);
            let is_refused = refused == Some(at);
            let stop = refused.filter(|refused| *refused > at).unwrap_or(usize::MAX).min(row_ends);
            let length = if is_refused { 1 } else { stop.saturating_sub(at) };
            let (run, behind) = left.split_at_checked(length).unwrap_or((left, &[]));
            runs.push(Run { offset: at, bytes: run, number, class, is_first: at == offset, is_refused });
            at = at.saturating_add(run.len());
            left = behind;
        }
    }
    runs
}

/// Returns the rows of bytes: offset, hex and text.
fn rows(runs: &[Run<'_>], refused_at_end: bool) -> Markup {
    let row_of = |run: &Run<'_>| run.offset / ROW;
    let mut before = None;
    let rows = runs.chunk_by(|one, other| row_of(one) == row_of(other)).map(|row| {
        let start = row.first().map_or(0, |run| run.offset);
        let is_gap = before.replace(start / ROW).is_some_and(|before: usize| before.saturating_add(1) < start / ROW);
        (row, start, is_gap)
    });
    html! {
        @for (row, start, is_gap) in rows {
            @let skipped = start % ROW;
            @if is_gap { div.soft { "⋮" } }
            div.row {
                span.at { (format!("{:08x}", start.saturating_sub(skipped))) }
                span.hex { ("   ".repeat(skipped)) @for (index, run) in row.iter().enumerate() { @if index > 0 { " " } (bytes_of(run)) } }
                span.ascii aria-hidden="true" { (" ".repeat(skipped)) @for run in row { (ascii(run.bytes)) } }
            }
        }
        @if refused_at_end { div.row { span {} span #refused.refused { "the end" } } }
    }
}

/// Returns the bytes of a run in hex.
fn bytes_of(run: &Run<'_>) -> Markup {
    let digits: Vec<String> = run.bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let digits =
        html! { @if run.is_refused { span #refused.refused { (digits.join(" ")) } } @else { (digits.join(" ")) } };
    html! {
        @match run.number {
            // The first run of a part is the target of the link from the tree.
            Some(number) => a id=[run.is_first.then(|| format!("b{number}"))] class=(run.class) href={ "#p" (number) } data-part=(number) { (digits) },
            None => span class=(run.class) { (digits) },
        }
    }
}

/// Returns bytes as text, with a point for each that is no printable ASCII.
fn ascii(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| if matches!(byte, 0x20..=0x7e) { char::from(*byte) } else { '·' }).collect()
}

#[cfg(test)]
mod tests {
    use tezos_encoding::schema::decode;

    use super::*;
    use crate::{ids, nested};

    fn page_of(id: &str, bytes: &[u8], most: usize) -> String {
        let named = ids::named(id).unwrap();
        let error = decode(named.encoding, bytes).err();
        let window =
            Window::new(nested::parts(named.encoding, bytes, None), error.as_ref().map(DecodeError::offset), most);
        page(named, bytes, &window, error.as_ref())
    }

    #[test]
    fn the_page_of_a_refused_message() {
        let bytes = hex::decode("00010000000000036126620002070303").unwrap();
        let page =
            page_of("variable_list(obj{a: uint16; b: bool; c: union(tag=uint8){0 One: string | 1 Two: z}})", &bytes, 9);
        let (_, body) = page.split_once("<body>").unwrap();
        let (body, _) = body.split_once("<script>").unwrap();
        crate::golden::compare("explain.html", &(body.replace("<div", "\n<div").replace("<li", "\n<li") + "\n"));
    }

    #[test]
    fn bytes_are_split_at_rows_and_around_the_refused_one() {
        let bytes: Vec<u8> = (0..=255).cycle().take(5000).collect();
        let of = |offset, bytes, refused| {
            let runs = pieces(offset, bytes, Some(3), "raw", refused);
            runs.iter().map(|run| (run.offset, run.bytes.len(), run.is_first, run.is_refused)).collect::<Vec<_>>()
        };
        assert_eq!(of(6, &bytes[..0], None), []);
        assert_eq!(of(6, &bytes[..3], None), [(6, 2, true, false), (8, 1, false, false)]);
        assert_eq!(of(6, &bytes[..3], Some(6)), [(6, 1, true, true), (7, 1, false, false), (8, 1, false, false)]);
        assert_eq!(of(0, &bytes[..8], Some(3)), [(0, 3, true, false), (3, 1, false, true), (4, 4, false, false)]);
        // Of many bytes, the first and the last 2,048.
        let runs = of(0, &bytes, None);
        assert_eq!((runs.len(), runs[255].0, runs[256].0), (512, 2040, 2952));
        assert_eq!(of(0, &bytes[..4096], None).len(), 512);
    }

    #[test]
    fn many_parts_are_counted() {
        let page = page_of("variable_list(uint8)", &[7; 20], 5);
        assert!(page.contains("… 15 parts after this, which --all shows"), "{page}");
        assert_eq!(page.matches("<li>").count(), 5);
        let refused = page_of("tup(variable_list(uint16))", &[0; 21], 3);
        assert!(refused.contains("… 7 parts before this, which --all shows"), "{refused}");
        assert!(refused.contains("Refused at byte 20") && refused.matches("<li><a").count() == 3, "{refused}");
    }

    #[test]
    fn values_cannot_be_elements_of_the_page() {
        let page = page_of("variable_string", b"</a><script>alert(1)</script>", 5);
        assert_eq!(page.matches("<script>").count(), 1, "{page}");
    }
}
