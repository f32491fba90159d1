//! Draws for each kind the measurements with the predictions by size, and the predicted against the measured cost.

use std::{fs, path::Path};

use plotters::{coord::combinators::LogCoord, prelude::*};
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree},
};

use crate::{
    Result,
    files::{Direction, Home, Measurement, Model, Row, Solution},
    measure::progress,
};

/// Width and height of a drawing.
const SIZE: (u32, u32) = (900, 400);

/// Colours of decoding, encoding and hashing, which people with any colour vision can tell apart.
const COLOURS: [RGBColor; 3] = [RGBColor(0, 114, 178), RGBColor(213, 94, 0), RGBColor(0, 158, 115)];

const fn colour(direction: Direction) -> RGBColor {
    let [decode, encode, hash] = COLOURS;
    match direction {
        Direction::Decode => decode,
        Direction::Encode => encode,
        Direction::Hash => hash,
    }
}

/// The rows of a kind in a direction, and their model.
type Series<'m> = (Direction, Vec<&'m Row>, &'m Model);

/// Draws every kind, as SVG and as PNG.
pub(crate) fn all(measurement: &Measurement, solution: &Solution, folder: &Path) -> Result<()> {
    fs::create_dir_all(folder)?;
    let mut kinds: Vec<((Home, &str), Vec<Series<'_>>)> = Vec::new();
    for ((home, kind, direction), rows) in measurement.groups() {
        let is_of = |model: &&Model| (model.home, &*model.kind, model.direction) == (home, kind, direction);
        let model = solution.models.iter().find(is_of).ok_or_else(|| format!("{kind} has no model"))?;
        match kinds.iter_mut().find(|(key, _)| *key == (home, kind)) {
            Some((_, series)) => series.push((direction, rows, model)),
            None => kinds.push(((home, kind), vec![(direction, rows, model)])),
        }
    }
    let mut options = Options::default();
    let fonts = options.fontdb_mut();
    fonts.load_system_fonts();
    let families = || fonts.faces().flat_map(|face| face.families.iter().map(|(family, _)| family.clone()));
    let family = families().find(|family| family == "DejaVu Sans").or_else(|| families().next());
    let family = family.ok_or("there are no fonts for PNG: install one, such as Debian's fonts-dejavu-core")?;
    fonts.set_sans_serif_family(family);
    let bar = progress("drawing", kinds.len());
    for ((home, kind), series) in &kinds {
        let svg = kind_drawing(kind, measurement.unit.name(), series)?;
        let name = format!("{home:?}.{kind}");
        fs::write(folder.join(format!("{name}.svg")), &svg)?;
        png(&svg, &options, &folder.join(format!("{name}.png")))?;
        bar.inc(1);
    }
    bar.finish_and_clear();
    println!("{} drawings in {}", kinds.len(), folder.display());
    Ok(())
}

fn png(svg: &str, options: &Options<'_>, file: &Path) -> Result<()> {
    let tree = Tree::from_str(svg, options)?;
    let mut pixels = Pixmap::new(SIZE.0, SIZE.1).ok_or("a drawing without pixels")?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    Ok(pixels.save_png(file)?)
}

/// Returns the range of some numbers, with a margin at both ends.
fn range(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let least = values.clone().fold(f64::INFINITY, f64::min).max(1e-3);
    let most = values.fold(0.0, f64::max);
    (least / 1.3, (most * 1.3).max(least * 2.0))
}

fn kind_drawing(kind: &str, unit: &str, series: &[Series<'_>]) -> Result<String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let area = area.titled(kind, ("sans-serif", 20))?;
        let (left, right) = area.split_horizontally(SIZE.0 / 2);
        let rows = || series.iter().flat_map(|(_, rows, model)| rows.iter().map(move |row| (*row, *model)));
        let costs = range(rows().flat_map(|(row, model)| [row.cost, model.predict(&row.input.load())]));
        let bytes = range(rows().map(|(row, _)| row.input.bytes as f64));
        by_size(&left, unit, series, bytes, costs)?;
        against(&right, unit, series, costs)?;
        area.present()?;
    }
    Ok(svg)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

/// Draws the measurements as dots and the predictions as crosses, by the number of bytes.
fn by_size(area: &Area<'_>, unit: &str, series: &[Series<'_>], bytes: (f64, f64), costs: (f64, f64)) -> Result<()> {
    let mut chart = chart(area, bytes, costs, "bytes", unit)?;
    for (direction, rows, model) in series {
        let colour = colour(*direction);
        let dots = rows.iter().map(|row| Circle::new((row.input.bytes as f64, row.cost), 2, colour.mix(0.6).filled()));
        chart
            .draw_series(dots)?
            .label(direction.name())
            .legend(move |(x, y)| Circle::new((x + 8, y), 4, colour.filled()));
        let crosses = rows.iter().map(|row| {
            Cross::new((row.input.bytes as f64, model.predict(&row.input.load())), 3, colour.stroke_width(1))
        });
        chart.draw_series(crosses)?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .border_style(BLACK.mix(0.3))
        .background_style(WHITE.mix(0.8))
        .draw()?;
    Ok(())
}

/// Draws the predicted against the measured cost, with lines at 15 % above and below.
fn against(area: &Area<'_>, unit: &str, series: &[Series<'_>], costs: (f64, f64)) -> Result<()> {
    let mut chart = chart(area, costs, costs, &format!("measured {unit}"), &format!("predicted {unit}"))?;
    for factor in [1.0 - crate::fit::CLOSE, 1.0, 1.0 + crate::fit::CLOSE] {
        let ends = [costs.0, costs.1].map(|cost| (cost, cost * factor));
        chart.draw_series(LineSeries::new(ends, BLACK.mix(if factor == 1.0 { 0.8 } else { 0.3 })))?;
    }
    for (direction, rows, model) in series {
        let colour = colour(*direction).mix(0.6);
        let dots = rows.iter().map(|row| Circle::new((row.cost, model.predict(&row.input.load())), 2, colour.filled()));
        chart.draw_series(dots)?;
    }
    Ok(())
}

type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<LogCoord<f64>, LogCoord<f64>>>;

fn chart<'a>(area: &Area<'a>, x: (f64, f64), y: (f64, f64), x_name: &str, y_name: &str) -> Result<Chart<'a>> {
    let mut chart = ChartBuilder::on(area)
        .margin(10)
        .margin_right(35)
        .x_label_area_size(40)
        .y_label_area_size(75)
        .build_cartesian_2d((x.0..x.1).log_scale(), (y.0..y.1).log_scale())?;
    let number = |value: &f64| if *value < 10.0 { format!("{value:.1}") } else { format!("{value:.0}") };
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_labels(6)
        .y_labels(6)
        .x_label_formatter(&number)
        .y_label_formatter(&number)
        .x_desc(x_name)
        .y_desc(y_name)
        .draw()?;
    Ok(chart)
}
