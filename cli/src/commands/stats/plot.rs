//! Draws the sizes of each kind on the left, the shares of its largest fields on the right, and the sizes of the largest fields below.

use std::cmp::Reverse;

use plotters::{
    coord::Shift,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::{sizes::Sizes, tally::MessageSizes};
use crate::{
    error::Error,
    output::{counted, page::titled},
};

/// Height of a row.
const ROW: u32 = 26;
/// Width of the names of kinds.
const NAMES: u32 = 210;
/// Width of the names of fields.
const FIELD_NAMES: u32 = 470;
/// Maximum number of fields whose sizes are drawn: the largest of all kinds.
const LARGEST: usize = 25;
/// Height of the title and of the numbers below the rows.
const AROUND: u32 = 90;
/// Number of fields of a kind with a colour of their own. The others share one.
const FIELDS: usize = 4;
/// Colours of fields, the largest first, and of the rest.
const COLOURS: [RGBColor; 5] = [
    RGBColor(0x6b, 0xa3, 0xd6),
    RGBColor(0xf0, 0xb8, 0x5a),
    RGBColor(0x8f, 0xc9, 0x8b),
    RGBColor(0xc3, 0x9b, 0xd3),
    RGBColor(0xc9, 0xd0, 0xd6),
];
const INK: RGBColor = RGBColor(0x1c, 0x27, 0x33);
const SOFT: RGBColor = RGBColor(0x66, 0x72, 0x7f);

type Area<'s> = DrawingArea<SVGBackend<'s>, Shift>;

/// Returns the drawing of `kinds` as SVG.
pub(super) fn svg(kinds: &[(&str, &MessageSizes)]) -> Result<String, Error> {
    let mut svg = String::new();
    let mut fields: Vec<(String, &Sizes)> = kinds.iter().flat_map(|(kind, of)| named(kind, of.fields())).collect();
    fields.sort_by_key(|(_, sizes)| Reverse(sizes.total()));
    fields.truncate(LARGEST);
    let heights = [kinds.len(), fields.len()].map(height);
    let drawn = {
        let size = (1200, heights.iter().copied().fold(0, u32::saturating_add));
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        draw(&root, kinds, &fields)
    };
    drawn.map_err(|error| Error::new(format_args!("the drawing cannot be made: {error}")))?;
    let kinds: Vec<String> =
        kinds.iter().map(|(kind, of)| format!("{kind} {}", counted(of.sizes.total(), "byte", "bytes"))).collect();
    Ok(titled(&svg, &format!("Bytes by kind of message and the sizes of the largest fields: {}", kinds.join(", "))))
}

/// Returns the height of `rows` rows.
fn height(rows: usize) -> u32 {
    u32::try_from(rows).unwrap_or(u32::MAX).max(1).saturating_mul(ROW).saturating_add(AROUND)
}

/// Returns the fields of a kind, with its name before theirs.
fn named<'k>(kind: &str, fields: Vec<(&str, &'k Sizes)>) -> Vec<(String, &'k Sizes)> {
    let name = |path: &str| format!("{kind}: {}", if path.is_empty() { "size, tag" } else { path });
    fields.into_iter().map(|(path, sizes)| (name(path), sizes)).collect()
}

fn draw(
    root: &Area<'_>,
    kinds: &[(&str, &MessageSizes)],
    fields: &[(String, &Sizes)],
) -> Result<(), Box<dyn std::error::Error>> {
    root.fill(&WHITE)?;
    let (above, below) = root.split_vertically(height(kinds.len()));
    let (sizes, shares) = above.split_horizontally(680);
    let rows: Vec<(String, &Sizes)> = kinds.iter().map(|(name, kind)| ((*name).to_owned(), &kind.sizes)).collect();
    draw_sizes(&sizes, "bytes of a message: least, middle half, median, most", NAMES, &rows)?;
    draw_shares(&shares, kinds)?;
    draw_sizes(&below, "bytes of a field in a message, the largest fields first", FIELD_NAMES, fields)?;
    root.present()?;
    Ok(())
}

/// Draws a box plot for each row, on a logarithmic axis: a line from minimum to maximum, a box for the middle half, a stroke at the median.
fn draw_sizes(
    area: &Area<'_>,
    caption: &str,
    names: u32,
    rows: &[(String, &Sizes)],
) -> Result<(), Box<dyn std::error::Error>> {
    let max = rows.iter().map(|(_, sizes)| sizes.quantile(1.0)).max().unwrap_or(1).max(10);
    let mut chart = ChartBuilder::on(area)
        .caption(caption, ("sans-serif", 15, &INK))
        .margin(8)
        .x_label_area_size(34)
        .set_label_area_size(LabelAreaPosition::Left, names)
        .build_cartesian_2d((1.0..max as f64 * 1.3).log_scale(), 0.0..rows.len().max(1) as f64)?;
    let mut mesh = chart.configure_mesh();
    mesh.disable_y_mesh().disable_y_axis().light_line_style(WHITE).label_style(("sans-serif", 12, &SOFT));
    mesh.x_label_formatter(&|bytes| format!("{bytes}")).draw()?;
    for (row, (name, sizes)) in rows.iter().rev().enumerate() {
        let (low, y) = (row as f64, row as f64 + 0.5);
        let at = |part| (sizes.quantile(part) as f64).max(1.0);
        chart.draw_series([PathElement::new(vec![(at(0.0), y), (at(1.0), y)], SOFT)])?;
        // A box without width is visible as a stroke.
        let corners = [(at(0.25), low + 0.25), (at(0.75), low + 0.75)];
        chart.draw_series([Rectangle::new(corners, COLOURS[0].filled()), Rectangle::new(corners, SOFT)])?;
        let median = vec![(at(0.5), low + 0.15), (at(0.5), low + 0.85)];
        chart.draw_series([PathElement::new(median, INK.stroke_width(2))])?;
        let (_, middle) = chart.backend_coord(&(1.0, y));
        // Coordinates of text are relative to the area, those of a chart to the whole drawing.
        let middle = middle.saturating_sub(area.get_base_pixel().1);
        let end = Pos::new(HPos::Right, VPos::Center);
        let style = TextStyle::from(("sans-serif", 12).into_font()).color(&INK).pos(end);
        area.draw_text(name, &style, (i32::try_from(names)?, middle))?;
    }
    Ok(())
}

/// Draws a bar for each kind, divided by the shares of its fields.
fn draw_shares(area: &Area<'_>, kinds: &[(&str, &MessageSizes)]) -> Result<(), Box<dyn std::error::Error>> {
    let mut chart = ChartBuilder::on(area)
        .caption("of which the largest fields, in %", ("sans-serif", 15, &INK))
        .margin(8)
        .margin_right(24)
        .x_label_area_size(34)
        .build_cartesian_2d(0.0..100.0, 0.0..kinds.len().max(1) as f64)?;
    let mut mesh = chart.configure_mesh();
    mesh.disable_y_mesh().disable_y_axis().light_line_style(WHITE).label_style(("sans-serif", 12, &SOFT));
    mesh.x_label_formatter(&|share| format!("{share:.0}")).draw()?;
    for (row, (_, kind)) in kinds.iter().rev().enumerate() {
        let (low, all) = (row as f64, kind.sizes.total().max(1) as f64);
        let mut from = 0.0;
        let largest = kind.fields().into_iter().take(FIELDS).map(|(path, sizes)| (path, sizes.total() as f64));
        let largest: Vec<_> = largest.collect();
        let rest = all - largest.iter().map(|(_, bytes)| bytes).sum::<f64>();
        for ((path, bytes), colour) in largest.into_iter().chain([("the rest", rest)]).zip(COLOURS) {
            let to = from + bytes * 100.0 / all;
            if bytes > 0.0 {
                let corners = [(from, low + 0.15), (to, low + 0.85)];
                chart.draw_series([Rectangle::new(corners, colour.filled()), Rectangle::new(corners, WHITE)])?;
                label(area, chart.backend_coord(&(from, low + 0.5)), chart.backend_coord(&(to, low)), path)?;
            }
            from = to;
        }
    }
    Ok(())
}

/// Draws the name of a field inside its section of the bar, if it fits: the whole path, or its last step.
fn label(area: &Area<'_>, from: (i32, i32), to: (i32, i32), path: &str) -> Result<(), Box<dyn std::error::Error>> {
    let path = if path.is_empty() { "size, tag" } else { path };
    let last = path.rsplit('.').next().unwrap_or(path);
    let max_length = usize::try_from(to.0.saturating_sub(from.0))? / 7;
    // Coordinates of text are relative to the area, those of a chart to the whole drawing.
    let (left, top) = area.get_base_pixel();
    let position = (from.0.saturating_sub(left).saturating_add(4), from.1.saturating_sub(top));
    let style = TextStyle::from(("sans-serif", 11).into_font()).color(&INK).pos(Pos::new(HPos::Left, VPos::Center));
    if let Some(text) = [path, last].into_iter().find(|text| text.len() <= max_length) {
        area.draw_text(text, &style, position)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        commands::stats::tally::Tally,
        stream::{Message, Tally as _},
    };

    /// Two kinds, one of which has more fields than there are colours.
    #[test]
    fn the_drawing_of_a_few_messages() {
        let named = |text: &str| crate::ids::named(text).unwrap().encoding;
        let many = named(
            "obj{a: uint8; inner: obj{b: fixed_bytes(9)}; c: variable_bytes; d: fixed_bytes(5); e: int32; f: uint16; g: bool}",
        );
        let case = named("union(tag=uint8){1 Case: bytes}");
        let mut tally = Tally::default();
        for (encoding, bytes) in
            [(many, vec![0; 32]), (many, vec![0; 60]), (many, vec![0; 40]), (case, vec![1, 0, 0, 0, 0])]
        {
            tally.add(&Message { what: None, encoding, index: 0, line: 1, bytes: &bytes, is_sampled: true });
        }
        // The lines of the grid are white on white.
        let drawing = svg(&tally.kinds()).unwrap();
        let lines = drawing.lines().filter(|line| !line.starts_with("<line ")).map(|line| format!("{line}\n"));
        crate::golden::compare("stats.svg", &lines.collect::<String>());
        assert!(svg(&[]).is_ok_and(|empty| empty.contains("height=\"232\"")));
    }

    #[test]
    fn the_largest_fields_are_drawn() {
        let mut kinds = Tally::default();
        let fields = (0..30).map(|at| format!("f{at}: fixed_bytes({})", at + 1)).collect::<Vec<_>>().join("; ");
        let encoding = crate::ids::named(&format!("obj{{{fields}}}")).unwrap().encoding;
        kinds.add(&Message { what: None, encoding, index: 0, line: 1, bytes: &[0; 465], is_sampled: true });
        let drawing = svg(&kinds.kinds()).unwrap();
        // The fields of 6 bytes and more are 25.
        assert!(drawing.contains("\nall: f5\n") && !drawing.contains("\nall: f4\n"), "{drawing}");
    }
}
