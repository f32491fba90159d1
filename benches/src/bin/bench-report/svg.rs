//! Draws the report: a panel of bars for each message, and a panel of lines for each type that was measured at several lengths.

use std::{error::Error, path::Path};

use plotters::{
    coord::Shift,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};
use tezos_codec_benches::numbers::grouped;

use super::{
    Section,
    results::{Group, Lines, duration},
};

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn Error>>;

const FONT: &str = "DejaVu Sans, Verdana, sans-serif";
const INK: RGBColor = RGBColor(0x22, 0x26, 0x2b);
/// Codecs of other formats; as lines they have colours of their own.
const PEER: RGBColor = RGBColor(0xd9, 0xb3, 0x82);
const FAINT: RGBColor = RGBColor(0x6b, 0x72, 0x80);

// Positions and sizes in pixels.
const COLUMNS: usize = 2;
const PANEL_WIDTH: f64 = 600.0;
const MARGIN: f64 = 24.0;
const HEAD: f64 = 92.0;
const SECTION_HEAD: f64 = 62.0;
const PANEL_HEAD: f64 = 26.0;
const BAR: f64 = 17.0;
const PANEL_GAP: f64 = 18.0;
const LINES_HEIGHT: f64 = 320.0;
/// The left end of bars, and their maximum width.
const BARS_LEFT: f64 = 172.0;
const BARS_WIDTH: f64 = 270.0;
/// The right ends of times and of ratios.
const TIME_RIGHT: f64 = 516.0;
const RATIO_RIGHT: f64 = 576.0;

/// Bars are logarithmic above this ratio of the longest to the shortest time, because the shortest would be invisible.
const LINEAR_MAX_RATIO: f64 = 60.0;

/// The content of a cell of the grid.
enum Panel<'a> {
    Bars(&'a str, &'a Group),
    Lines(&'a str, &'a Lines),
}

impl Panel<'_> {
    fn height(&self) -> f64 {
        match self {
            Self::Bars(_, group) => PANEL_HEAD + BAR * group.times.len() as f64 + PANEL_GAP,
            Self::Lines(..) => LINES_HEIGHT,
        }
    }
}

/// Draws everything into a file.
pub(crate) fn draw(path: &Path, facts: &[(&str, &str)], sections: &[Section], scaling: &[(&String, &Lines)]) -> Drawn {
    let mut parts: Vec<(&str, &str, Vec<Panel<'_>>)> = Vec::new();
    for section in sections {
        let panels = section.groups.iter().map(|(name, group)| Panel::Bars(name, group)).collect();
        parts.push((section.title, section.note, panels));
    }
    if !scaling.is_empty() {
        let panels = scaling.iter().map(|(name, lines)| Panel::Lines(name, lines)).collect();
        parts.push(("Scaling", "Time by length; both axes are logarithmic.", panels));
    }
    let height = HEAD + MARGIN + parts.iter().map(|(.., panels)| SECTION_HEAD + rows_height(panels)).sum::<f64>();
    let width = MARGIN * 2.0 + PANEL_WIDTH * COLUMNS as f64;
    let root = SVGBackend::new(path, (width as u32, height as u32)).into_drawing_area();
    root.fill(&WHITE)?;
    head(&root, facts)?;
    let mut top = HEAD;
    for (title, note, panels) in &parts {
        text(&root, title, (MARGIN, top + 16.0), 20.0, INK, HPos::Left)?;
        text(&root, &note.replace('`', ""), (MARGIN, top + 38.0), 13.0, FAINT, HPos::Left)?;
        top += SECTION_HEAD;
        for row in panels.chunks(COLUMNS) {
            for (column, panel) in row.iter().enumerate() {
                let corner = (MARGIN + PANEL_WIDTH * column as f64, top);
                let area = root.clone().shrink(pixel(corner), (PANEL_WIDTH as i32, panel.height() as i32));
                match panel {
                    Panel::Bars(name, group) => bars(&area, name, group)?,
                    Panel::Lines(name, lines) => curves(&area, name, lines)?,
                }
            }
            top += row_height(row);
        }
    }
    root.present()?;
    Ok(())
}

fn row_height(row: &[Panel<'_>]) -> f64 {
    row.iter().map(Panel::height).fold(0.0, f64::max)
}

fn rows_height(panels: &[Panel<'_>]) -> f64 {
    panels.chunks(COLUMNS).map(row_height).sum()
}

fn pixel((x, y): (f64, f64)) -> (i32, i32) {
    (x as i32, y as i32)
}

/// Draws the title, and the facts in lines of three.
fn head(area: &Area<'_>, facts: &[(&str, &str)]) -> Drawn {
    text(area, "tezos-codec: times, and their ratios to code written by hand", (MARGIN, 28.0), 22.0, INK, HPos::Left)?;
    let facts: Vec<_> = facts.iter().map(|(name, fact)| format!("{name}: {fact}")).collect();
    for (line, facts) in facts.chunks(3).enumerate() {
        text(area, &facts.join("  ·  "), (MARGIN, 52.0 + 17.0 * line as f64), 13.0, FAINT, HPos::Left)?;
    }
    Ok(())
}

/// Draws a message: a bar for each function, with its time and its ratio to the yardstick.
fn bars(area: &Area<'_>, name: &str, group: &Group) -> Drawn {
    let times = group.times.iter().map(|(_, time)| *time);
    let (least, most) = (times.clone().fold(f64::INFINITY, f64::min), times.fold(0.0, f64::max));
    let logarithmic = most > least * LINEAR_MAX_RATIO;
    let length = |time: f64| {
        let fraction = if logarithmic {
            let start = least / 2.0;
            (time / start).ln() / (most / start).ln()
        } else {
            time / most
        };
        (fraction * BARS_WIDTH).max(1.0)
    };
    let bytes = group.bytes.map_or_else(String::new, |bytes| format!(", {} bytes", grouped(bytes)));
    let scale = if logarithmic { ", logarithmic" } else { "" };
    text(area, &format!("{name}{bytes}{scale}"), (BARS_LEFT, 10.0), 14.0, INK, HPos::Left)?;
    for (row, (function, time)) in group.times.iter().enumerate() {
        let top = PANEL_HEAD + BAR * row as f64;
        let middle = top + BAR / 2.0 - 1.0;
        let ink = if is_own(function) { INK } else { FAINT };
        let corners = [pixel((BARS_LEFT, top)), pixel((BARS_LEFT + length(*time), top + BAR - 4.0))];
        area.draw(&Rectangle::new(corners, color(function).filled()))?;
        text(area, function, (BARS_LEFT - 8.0, middle), 13.0, ink, HPos::Right)?;
        text(area, &duration(*time), (TIME_RIGHT, middle), 13.0, ink, HPos::Right)?;
        if let Some(ratio) = group.ratio(function) {
            text(area, &format!("× {ratio:.2}"), (RATIO_RIGHT, middle), 13.0, ink, HPos::Right)?;
        }
    }
    if let Some(yardstick) = group.yardstick() {
        // A line through all bars, which shows at once which are longer and which are shorter.
        let x = BARS_LEFT + length(yardstick);
        let bottom = PANEL_HEAD + BAR * group.times.len() as f64 - 4.0;
        area.draw(&PathElement::new([pixel((x, PANEL_HEAD)), pixel((x, bottom))], INK.mix(0.5)))?;
    }
    Ok(())
}

/// Draws a type: a line for each function.
fn curves(area: &Area<'_>, name: &str, lines: &Lines) -> Drawn {
    let points = || lines.values().flatten().copied();
    let range = |of: fn((f64, f64)) -> f64| {
        let values = points().map(of);
        (values.clone().fold(f64::INFINITY, f64::min) / 1.3)..(values.fold(0.0, f64::max) * 1.5)
    };
    let mut chart = ChartBuilder::on(area)
        .caption(name, (FONT, 14).into_font().color(&INK))
        .margin(8)
        .margin_bottom(20)
        .x_label_area_size(34)
        .y_label_area_size(64)
        .build_cartesian_2d(range(|(length, _)| length).log_scale(), range(|(_, time)| time).log_scale())?;
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .bold_line_style(FAINT.mix(0.25))
        .label_style((FONT, 12).into_font().color(&FAINT))
        .x_desc("length")
        .x_label_formatter(&|length| grouped(*length as u64))
        .y_label_formatter(&|time| duration(*time))
        .draw()?;
    for (index, (function, points)) in lines.iter().enumerate() {
        let color = if color(function) == PEER { Palette99::pick(index).to_rgba() } else { color(function).to_rgba() };
        chart
            .draw_series(LineSeries::new(points.iter().copied(), color.stroke_width(2)).point_size(3))?
            .label(function)
            .legend(move |(x, y)| PathElement::new([(x, y), (x.saturating_add(18), y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .background_style(WHITE.mix(0.85))
        .label_font((FONT, 12).into_font().color(&INK))
        .draw()?;
    Ok(())
}

fn text(area: &Area<'_>, words: &str, position: (f64, f64), size: f64, color: RGBColor, side: HPos) -> Drawn {
    let style = (FONT, size).into_font().color(&color).pos(Pos::new(side, VPos::Center));
    area.draw(&Text::new(words.to_owned(), pixel(position), style))?;
    Ok(())
}

/// Returns true if a function belongs to this project.
fn is_own(function: &str) -> bool {
    function.starts_with("ours") || function.starts_with("derived") || function == "validate"
}

fn color(function: &str) -> RGBColor {
    match function {
        "ours" | "derived" => RGBColor(0x1d, 0x4e, 0x89),
        own if is_own(own) => RGBColor(0x6f, 0x9b, 0xd1),
        "by hand" | "encode, then hash" => RGBColor(0x2a, 0x9d, 0x6f),
        "memcpy" | "drop" => RGBColor(0xb8, 0xbe, 0xc6),
        "tezos_data_encoding" => RGBColor(0xc8, 0x55, 0x3d),
        _ => PEER,
    }
}
