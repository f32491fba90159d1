//! Draws the measurements and predictions of each kind.

use std::{
    fs,
    path::{Path, PathBuf},
};

use plotters::{
    coord::{combinators::LogCoord, ranged1d::ValueFormatter},
    prelude::*,
};
use resvg::{
    tiny_skia::{Pixmap, Transform},
    usvg::{Options, Tree},
};

use crate::{Direction, Error, KindReport, Report, Residual, Result, Unit, Variable};

/// Width and height of a row of two charts.
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

/// An error of one of the drawing libraries, as text.
fn failed(error: impl std::fmt::Display) -> Error {
    Error::Plot(error.to_string())
}

impl Report {
    /// Draws each kind into a folder, as SVG and as PNG, and returns the number of kinds.
    ///
    /// `KIND.svg` has the costs by size, measured and predicted, and the predicted against the measured costs. `KIND.projections.svg` has a
    /// chart for each variable of each model: the measured cost without the other terms of the model, and the line of the term.
    ///
    /// # Errors
    /// [`Error::Plot`] if the system has no fonts; [`Error::Write`].
    pub fn plot(&self, folder: &Path) -> Result<usize> {
        fs::create_dir_all(folder)?;
        let mut kinds: Vec<(&str, Vec<&KindReport>)> = Vec::new();
        for kind in &self.kinds {
            match kinds.iter_mut().find(|(name, _)| *name == kind.kind()) {
                Some((_, series)) => series.push(kind),
                None => kinds.push((kind.kind(), vec![kind])),
            }
        }
        let mut options = Options::default();
        let fonts = options.fontdb_mut();
        fonts.load_system_fonts();
        let families = || fonts.faces().flat_map(|face| face.families.iter().map(|(family, _)| family.clone()));
        let family = families().find(|family| family == "DejaVu Sans").or_else(|| families().next());
        fonts
            .set_sans_serif_family(family.ok_or_else(|| failed("install a font, such as Debian's fonts-dejavu-core"))?);
        for (name, series) in &kinds {
            let unit = self.unit;
            draw(&folder.join(name), costs(name, unit, series), SIZE.1, &options)?;
            let charts: Vec<(&KindReport, Variable)> = series
                .iter()
                .flat_map(|kind| kind.model.terms.iter().map(|term| (*kind, term.variable)))
                .filter(|(_, variable)| *variable != Variable::Constant)
                .collect();
            if !charts.is_empty() {
                let height = SIZE.1.saturating_mul(u32::try_from(charts.len().div_ceil(2)).unwrap_or(1));
                draw(
                    &folder.join(format!("{name}.projections")),
                    projections(name, unit, &charts, height),
                    height,
                    &options,
                )?;
            }
        }
        Ok(kinds.len())
    }
}

/// The result of drawing, with the error of the library.
type Drawn<T> = std::result::Result<T, DrawingAreaErrorKind<<SVGBackend<'static> as DrawingBackend>::ErrorType>>;

/// Writes a drawing as SVG and as PNG.
fn draw(file: &Path, svg: Drawn<String>, height: u32, options: &Options<'_>) -> Result<()> {
    let svg = svg.map_err(failed)?;
    // Not `with_extension`, because the name of a kind may contain a dot.
    let with = |extension: &str| PathBuf::from(format!("{}.{extension}", file.display()));
    fs::write(with("svg"), &svg)?;
    let tree = Tree::from_str(&svg, options).map_err(failed)?;
    let mut pixels = Pixmap::new(SIZE.0, height).ok_or_else(|| failed("a drawing without pixels"))?;
    resvg::render(&tree, Transform::default(), &mut pixels.as_mut());
    pixels.save_png(with("png")).map_err(failed)
}

/// Returns the range of some numbers above 0, with a margin at both ends.
fn range(values: impl Iterator<Item = f64> + Clone) -> (f64, f64) {
    let least = values.clone().fold(f64::INFINITY, f64::min).max(1e-3);
    let most = values.fold(0.0, f64::max);
    (least / 1.3, (most * 1.3).max(least * 2.0))
}

/// Draws the costs of a kind by size, and the predicted against the measured costs.
fn costs(kind: &str, unit: Unit, series: &[&KindReport]) -> Drawn<String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, SIZE).into_drawing_area();
        area.fill(&WHITE)?;
        let area = area.titled(kind, ("sans-serif", 20))?;
        let (left, right) = area.split_horizontally(SIZE.0 / 2);
        let rows = || series.iter().flat_map(|kind| &kind.residuals);
        let costs = range(rows().flat_map(|residual| [residual.row.cost, residual.predicted]));
        let bytes = range(rows().map(|residual| residual.row.input.bytes as f64));
        by_size(&left, unit, series, bytes, costs)?;
        against(&right, unit, series, costs)?;
        area.present()?;
    }
    Ok(svg)
}

type Area<'a> = DrawingArea<SVGBackend<'a>, plotters::coord::Shift>;

/// Draws the measurements as dots and the predictions as crosses, by the number of bytes.
fn by_size(area: &Area<'_>, unit: Unit, series: &[&KindReport], bytes: (f64, f64), costs: (f64, f64)) -> Drawn<()> {
    let mut chart = chart(area, bytes, costs, "bytes", unit.name())?;
    for kind in series {
        let colour = colour(kind.direction());
        let at = |residual: &Residual, cost| (residual.row.input.bytes as f64, cost);
        let dots = kind.residuals.iter();
        let dots = dots.map(|residual| Circle::new(at(residual, residual.row.cost), 2, colour.mix(0.6).filled()));
        chart
            .draw_series(dots)?
            .label(kind.direction().name())
            .legend(move |(x, y)| Circle::new((x.saturating_add(8), y), 4, colour.filled()));
        let crosses = kind.residuals.iter();
        chart.draw_series(
            crosses.map(|residual| Cross::new(at(residual, residual.predicted), 3, colour.stroke_width(1))),
        )?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .border_style(BLACK.mix(0.3))
        .background_style(WHITE.mix(0.8))
        .draw()
}

/// Draws the predicted against the measured cost, with lines at the limits of close predictions.
fn against(area: &Area<'_>, unit: Unit, series: &[&KindReport], costs: (f64, f64)) -> Drawn<()> {
    let name = unit.name();
    let mut chart = chart(area, costs, costs, &format!("measured {name}"), &format!("predicted {name}"))?;
    for factor in [1.0 - unit.close(), 1.0, 1.0 + unit.close()] {
        let ends = [costs.0, costs.1].map(|cost| (cost, cost * factor));
        chart.draw_series(LineSeries::new(ends, BLACK.mix(if factor == 1.0 { 0.8 } else { 0.3 })))?;
    }
    for kind in series {
        let colour = colour(kind.direction()).mix(0.6);
        let dots = kind.residuals.iter();
        chart.draw_series(
            dots.map(|residual| Circle::new((residual.row.cost, residual.predicted), 2, colour.filled())),
        )?;
    }
    Ok(())
}

type Chart<'a> = ChartContext<'a, SVGBackend<'a>, Cartesian2d<LogCoord<f64>, LogCoord<f64>>>;

fn chart<'a>(area: &Area<'a>, x: (f64, f64), y: (f64, f64), x_name: &str, y_name: &str) -> Drawn<Chart<'a>> {
    let mut chart = framed(area).build_cartesian_2d((x.0..x.1).log_scale(), (y.0..y.1).log_scale())?;
    axes(&mut chart, x_name, y_name)?;
    Ok(chart)
}

/// Starts a chart with margins for its labels.
fn framed<'a, 'b>(area: &'b Area<'a>) -> ChartBuilder<'b, 'b, SVGBackend<'a>> {
    let mut builder = ChartBuilder::on(area);
    builder.margin(10).margin_right(35).x_label_area_size(40).y_label_area_size(75);
    builder
}

/// Draws the lines and labels of the axes.
fn axes<X, Y>(chart: &mut ChartContext<'_, SVGBackend<'_>, Cartesian2d<X, Y>>, x_name: &str, y_name: &str) -> Drawn<()>
where
    X: Ranged<ValueType = f64> + ValueFormatter<f64>,
    Y: Ranged<ValueType = f64> + ValueFormatter<f64>,
{
    chart
        .configure_mesh()
        .light_line_style(WHITE)
        .x_labels(6)
        .y_labels(6)
        .x_label_formatter(&number)
        .y_label_formatter(&number)
        .x_desc(x_name)
        .y_desc(y_name)
        .draw()
}

fn number(value: &f64) -> String {
    if value.abs() < 10.0 { format!("{value:.1}") } else { format!("{value:.0}") }
}

/// Draws for each variable of a model what is left of the measured costs without the other terms, and the line of the term.
fn projections(kind: &str, unit: Unit, charts: &[(&KindReport, Variable)], height: u32) -> Drawn<String> {
    let mut svg = String::new();
    {
        let area = SVGBackend::with_string(&mut svg, (SIZE.0, height)).into_drawing_area();
        area.fill(&WHITE)?;
        let area = area.titled(kind, ("sans-serif", 20))?;
        for (area, (kind, variable)) in area.split_evenly((charts.len().div_ceil(2), 2)).iter().zip(charts) {
            projection(area, unit, kind, *variable)?;
        }
        area.present()?;
    }
    Ok(svg)
}

fn projection(area: &Area<'_>, unit: Unit, kind: &KindReport, variable: Variable) -> Drawn<()> {
    let points = kind.projection(variable);
    let slope = kind.model.terms.iter().find(|term| term.variable == variable).map_or(0.0, |term| term.coefficient);
    let most = points.iter().map(|(x, _)| *x).fold(1.0, f64::max) * 1.05;
    let ys = || points.iter().map(|(_, y)| *y).chain([0.0, slope * most]);
    let (low, high) = (ys().fold(0.0, f64::min), ys().fold(1e-3, f64::max));
    let mut chart = framed(area).build_cartesian_2d(0.0..most, low * 1.05..high * 1.05)?;
    let y_name = format!("{} {}, without the other terms", kind.direction(), unit.name());
    axes(&mut chart, variable.name(), &y_name)?;
    let colour = colour(kind.direction());
    chart.draw_series(points.iter().map(|point| Circle::new(*point, 2, colour.mix(0.6).filled())))?;
    chart.draw_series(LineSeries::new([(0.0, 0.0), (most, slope * most)], BLACK.mix(0.8)))?;
    Ok(())
}
