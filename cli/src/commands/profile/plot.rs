//! Draws the plots: a bar for each kind of work, and the time along the stream, of all messages and of a kind.

use plotters::{
    coord::Shift,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::{
    data::{MessageCosts, Profile},
    figure::Work,
    text::{MIN_PERCENT, percent},
    timeline::{OfKind, Window},
};
use crate::{
    error::Error,
    output::{counted, duration, page::titled},
};

/// Returns the colour of a kind of work.
pub(super) const fn colour(work: Work) -> RGBColor {
    match work {
        Work::Framing => RGBColor(0x8a, 0x93, 0x9c),
        Work::Search => RGBColor(0xc4, 0x5a, 0x5a),
        Work::Decryption => RGBColor(0xe0, 0x9f, 0x3e),
        Work::Joining => RGBColor(0x9a, 0x7f, 0xbf),
        Work::Decoding => RGBColor(0x3f, 0x7f, 0xbf),
        Work::Hashing => RGBColor(0x4f, 0xa3, 0x6c),
        Work::Verification => RGBColor(0x2f, 0x9d, 0xa8),
    }
}

/// Returns the colour of a kind of work as CSS writes it.
pub(super) fn hex_colour(work: Work) -> String {
    css(colour(work))
}

const INK: RGBColor = RGBColor(0x1c, 0x27, 0x33);
const SOFT: RGBColor = RGBColor(0x66, 0x72, 0x7f);
const GRID: RGBColor = RGBColor(0xdd, 0xe2, 0xe7);
/// Height of a bar and the gap below it.
const ROW: i32 = 28;
/// Height of the plot of the time along the stream.
const TIMELINE: u32 = 300;
/// Approximate width of a character.
const LETTER: i32 = 7;

type Area<'s> = DrawingArea<SVGBackend<'s>, Shift>;
type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Draws both plots, one above the other, on white.
pub(super) fn both(profile: &Profile) -> Result<String, Error> {
    let bars = bars_height(profile);
    let svg = drawing((960, bars.saturating_add(TIMELINE).saturating_add(30)), |root| {
        root.fill(&WHITE)?;
        let (above, below) = root.split_vertically(bars);
        draw_bars(&above, profile)?;
        draw_legend(&below, 20)?;
        draw_timeline(&below.margin(30, 0, 0, 0), &Along::all(profile))
    })?;
    Ok(titled(&svg, &format!("{}. {}", bars_in_words(profile), timeline_in_words(profile))))
}

/// Draws a bar for each kind of work, `width` pixels wide.
pub(super) fn bars(profile: &Profile, width: u32) -> Result<String, Error> {
    drawing((width, bars_height(profile)), |root| draw_bars(root, profile))
}

/// Draws the time for a message along the stream, `width` pixels wide.
pub(super) fn timeline(profile: &Profile, width: u32) -> Result<String, Error> {
    drawing((width, TIMELINE), |root| draw_timeline(root, &Along::all(profile)))
}

/// Draws the time for a message of a kind along the stream, `width` pixels wide.
pub(super) fn timeline_of(profile: &Profile, kind: &MessageCosts, width: u32) -> Result<String, Error> {
    drawing((width, TIMELINE), |root| draw_timeline(root, &Along::kind(profile, kind)))
}

/// The fields of a kind with their colours, then what is between them, its hashing and its verification: those that take time.
pub(super) fn parts_of(kind: &MessageCosts) -> Vec<(&str, RGBColor)> {
    let fields =
        kind.parts().zip(0_usize..).map(|((name, time), at)| (name, time, field_colour(at, kind.fields.len())));
    let others = [(Work::Hashing, kind.hashing), (Work::Verification, kind.verification)];
    let others = others.map(|(work, figure)| (work.name(), figure.nanoseconds, colour(work)));
    fields.chain(others).filter(|(_, time, _)| *time > 0.0).map(|(name, _, colour)| (name, colour)).collect()
}

/// Returns the colour of a field, lighter from one to the next, or of what is between the `fields`.
fn field_colour(at: usize, fields: usize) -> RGBColor {
    if at >= fields {
        return SOFT;
    }
    let (RGBColor(red, green, blue), lighter) = (colour(Work::Decoding), 0.8 * at as f64 / fields as f64);
    let [red, green, blue] = [red, green, blue].map(|one| (f64::from(one) + (255.0 - f64::from(one)) * lighter) as u8);
    RGBColor(red, green, blue)
}

/// Returns a colour as CSS writes it.
pub(super) fn css(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// What is drawn along the stream.
struct Along {
    /// The number of messages in each window, of all kinds.
    messages: Vec<f64>,
    /// A layer for each part of the time: its colour, and its nanoseconds for a message in each window.
    layers: Vec<(RGBColor, Vec<f64>)>,
}

impl Along {
    /// Returns the time of all messages, by kind of work.
    fn all(profile: &Profile) -> Self {
        let windows = &profile.timeline.windows;
        let layer =
            |work: Work| (colour(work), windows.iter().map(|window| window.per_message(work).max(0.0)).collect());
        Self { messages: messages(windows), layers: Work::ALONG.map(layer).into() }
    }

    /// Returns the time of the messages of a kind, by field.
    fn kind(profile: &Profile, kind: &MessageCosts) -> Self {
        let windows = &profile.timeline.windows;
        let parts: Vec<Vec<f64>> =
            windows.iter().map(|window| window.kinds.get(&kind.name).map(OfKind::parts).unwrap_or_default()).collect();
        let fields = kind.fields.len();
        let colours = (0..=fields).map(|at| field_colour(at, fields));
        let colours = colours.chain([colour(Work::Hashing), colour(Work::Verification)]);
        let layer = |at: usize| parts.iter().map(|parts| parts.get(at).copied().unwrap_or_default()).collect();
        Self { messages: messages(windows), layers: colours.zip(0..).map(|(colour, at)| (colour, layer(at))).collect() }
    }

    /// Returns the time for a message in each window.
    fn heights(&self) -> Vec<f64> {
        let at = |at: usize| self.layers.iter().filter_map(|(_, times)| times.get(at)).sum();
        (0..self.messages.len()).map(at).collect()
    }
}

fn messages(windows: &[Window]) -> Vec<f64> {
    windows.iter().map(|window| window.messages as f64).collect()
}

/// Returns the kinds of work that have a bar: all but those whose share is printed as 0.0 %.
fn with_bars(profile: &Profile) -> impl Iterator<Item = Work> {
    let whole = profile.total();
    Work::ALONG.into_iter().filter(move |work| profile.figure(*work).percent_of(whole) >= MIN_PERCENT)
}

/// Describes the bars for readers who do not see them.
pub(super) fn bars_in_words(profile: &Profile) -> String {
    let whole = profile.total();
    let shares = with_bars(profile).map(|work| (work.name(), percent(profile.figure(work).percent_of(whole))));
    let shares: Vec<String> = shares.map(|(name, share)| format!("{name} {share}")).collect();
    format!("Time by kind of work: {}", shares.join(", "))
}

/// Describes the time along the stream for readers who do not see it.
pub(super) fn timeline_in_words(profile: &Profile) -> String {
    format!("Time for a message along the stream. {}", profile.trends.time_per_message.sentence("Cost per message"))
}

/// Describes the time along the stream of a kind for readers who do not see it.
pub(super) fn timeline_of_in_words(kind: &MessageCosts) -> String {
    let mean = duration(kind.decoding.nanoseconds / kind.count.max(1) as f64);
    let trend = kind.trend.sentence("Cost per message");
    format!("Time for a message along the stream: {}, {mean} on average. {trend}", kind.name)
}

fn bars_height(profile: &Profile) -> u32 {
    u32::try_from(with_bars(profile).count()).unwrap_or(u32::MAX).saturating_mul(ROW.unsigned_abs()).saturating_add(8)
}

fn drawing(size: (u32, u32), draw: impl FnOnce(&Area<'_>) -> Drawn) -> Result<String, Error> {
    let mut svg = String::new();
    let drawn = {
        let root = SVGBackend::with_string(&mut svg, size).into_drawing_area();
        draw(&root).and_then(|()| Ok(root.present()?))
    };
    drawn.map_err(|error| Error::new(format_args!("the plot cannot be drawn: {error}")))?;
    Ok(svg)
}

fn text(area: &Area<'_>, text: &str, position: (i32, i32), colour: RGBColor, end: HPos) -> Drawn {
    let style = TextStyle::from(("sans-serif", 16).into_font()).color(&colour).pos(Pos::new(end, VPos::Center));
    Ok(area.draw_text(text, &style, position)?)
}

/// Draws a row for each kind of work: its name, its bar, its share of the total and its time.
fn draw_bars(area: &Area<'_>, profile: &Profile) -> Drawn {
    let (width, _) = area.dim_in_pixel();
    let (names, numbers) = (96, 124);
    let longest_bar = i32::try_from(width)?.saturating_sub(names).saturating_sub(numbers).max(1);
    let whole = profile.total();
    let longest = with_bars(profile).map(|work| profile.figure(work).nanoseconds).fold(1.0, f64::max);
    for (work, row) in with_bars(profile).zip(0_i32..) {
        let figure = profile.figure(work);
        let middle = row.saturating_mul(ROW).saturating_add(ROW / 2).saturating_add(4);
        text(area, work.name(), (names.saturating_sub(10), middle), INK, HPos::Right)?;
        let length = (figure.nanoseconds / longest * f64::from(longest_bar)) as i32;
        let end = names.saturating_add(length.max(1));
        area.draw(&Rectangle::new(
            [(names, middle.saturating_sub(9)), (end, middle.saturating_add(9))],
            colour(work).filled(),
        ))?;
        let label = format!("{:.1} % · {}", figure.percent_of(whole), duration(figure.nanoseconds));
        text(area, &label, (end.saturating_add(6), middle), SOFT, HPos::Left)?;
    }
    Ok(())
}

/// Draws the colours and their names on one line.
fn draw_legend(area: &Area<'_>, y: i32) -> Drawn {
    let mut x = 64_i32;
    for work in Work::ALONG {
        let corners = [(x, y.saturating_sub(5)), (x.saturating_add(10), y.saturating_add(5))];
        area.draw(&Rectangle::new(corners, colour(work).filled()))?;
        text(area, work.name(), (x.saturating_add(15), y), INK, HPos::Left)?;
        x = x.saturating_add(40).saturating_add(LETTER.saturating_mul(i32::try_from(work.name().len())?));
    }
    Ok(())
}

/// Returns the upper end of the plot along the stream: just above the highest window, but at most five times the 90th percentile, so that a
/// few high windows do not flatten the others.
fn top(sorted: &[f64]) -> f64 {
    let highest = sorted.last().copied().unwrap_or_default().max(1.0);
    let percentile = sorted.iter().rev().nth(sorted.len() / 10).copied().unwrap_or(highest);
    (highest * 1.05).min((percentile * 5.0).max(1.0))
}

/// Returns a sentence about the windows that are higher than the plot, or `None` if none is.
pub(super) fn cut(profile: &Profile) -> Option<String> {
    let mut all = Along::all(profile).heights();
    all.sort_unstable_by(f64::total_cmp);
    let top = top(&all);
    let higher = all.iter().filter(|time| **time > top).count();
    let highest = all.last().copied().filter(|_| higher > 0)?;
    let windows = counted(higher, "window is", "windows are");
    Some(format!("{windows} higher than the plot, with a stroke on top: up to {}.", duration(highest)))
}

/// Draws a bar for each window, in layers.
fn draw_timeline(area: &Area<'_>, along: &Along) -> Drawn {
    let heights = along.heights();
    let mut sorted = heights.clone();
    sorted.sort_unstable_by(f64::total_cmp);
    let (top, messages) = (top(&sorted), along.messages.iter().sum::<f64>().max(1.0));
    let mut chart = ChartBuilder::on(area)
        .margin(8)
        .margin_right(14)
        .x_label_area_size(38)
        .y_label_area_size(56)
        .build_cartesian_2d(0.0..messages, 0.0..top)?;
    let mut mesh = chart.configure_mesh();
    mesh.disable_x_mesh().light_line_style(TRANSPARENT).bold_line_style(GRID).axis_style(GRID);
    mesh.label_style(("sans-serif", 15, &SOFT)).x_labels(5).y_labels(6);
    mesh.x_desc("messages").x_label_formatter(&|at| crate::output::grouped(*at as u64));
    mesh.y_label_formatter(&|time| duration(*time)).draw()?;
    let mut low = vec![0.0; heights.len()];
    for (colour, times) in &along.layers {
        let mut from = 0.0;
        for ((width, time), low) in along.messages.iter().zip(times).zip(&mut low) {
            let (to, high) = (from + width, *low + time);
            if high > *low && *low < top {
                chart.draw_series([Rectangle::new([(from, *low), (to, high.min(top))], colour.filled())])?;
            }
            (from, *low) = (to, high);
        }
    }
    let mut from = 0.0;
    for (width, height) in along.messages.iter().zip(heights) {
        let to = from + width;
        if height > top {
            chart.draw_series([PathElement::new(vec![(from, top), (to, top)], INK.stroke_width(4))])?;
        }
        from = to;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::profile::data::tests::example;

    #[test]
    fn the_plot_ends_above_all_but_a_few_windows() {
        assert_eq!(top(&[]), 1.05);
        assert_eq!(top(&[10.0; 20]), 10.5);
        // The 90th percentile of 20 windows is the third from the top.
        let mut times = [10.0; 20];
        times[19] = 1000.0;
        times[18] = 900.0;
        assert_eq!(top(&times), 50.0);
        times[17] = 100.0;
        assert_eq!(top(&times), 500.0);
        let window = |nanoseconds| Window {
            messages: 2,
            times: [0.0, 0.0, 0.0, 0.0, nanoseconds * 2.0, 0.0, 0.0],
            ..Window::default()
        };
        let mut profile = example();
        profile.timeline.windows = vec![window(10.0); 19];
        profile.timeline.windows.push(window(50.0));
        assert_eq!(cut(&profile), None);
        profile.timeline.windows.push(window(51.0));
        assert_eq!(
            cut(&profile).as_deref(),
            Some("1 window is higher than the plot, with a stroke on top: up to 51.0 ns.")
        );
    }

    #[test]
    fn the_plots_of_a_small_profile() {
        let mut profile = example();
        let window = |messages, decoding, hashing| Window {
            messages,
            times: [1.0, 99.0, 2.0, 3.0, decoding, hashing, 4.0],
            ..Window::default()
        };
        profile.timeline.windows =
            vec![window(1, 100.0, 0.0), window(4, 300.0, 80.0), window(0, 0.0, 0.0), window(1, 5000.0, 0.0)];
        crate::golden::compare("profile.svg", &both(&profile).unwrap());
    }

    #[test]
    fn a_kind_is_drawn_by_field() {
        let mut profile = example();
        let of_kind = |decoding: f64, fields: &[f64]| {
            let times = [0.0, 0.0, 0.0, 0.0, decoding, 5.0, 0.0];
            let kind = OfKind::measured(1, times, fields.to_vec());
            Window { messages: 4, kinds: [("Operation".to_owned(), kind)].into(), ..Window::default() }
        };
        profile.timeline.windows = vec![
            of_kind(100.0, &[20.0, 70.0]),
            Window { messages: 4, ..Window::default() },
            of_kind(60.0, &[30.0, 30.0]),
        ];
        let kind = profile.kinds[0].clone();
        let along = Along::kind(&profile, &kind);
        assert_eq!((along.messages.as_slice(), along.heights()), (&[4.0; 3][..], vec![105.0, 0.0, 65.0]));
        let layers: Vec<&[f64]> = along.layers.iter().map(|(_, times)| times.as_slice()).collect();
        let expected: [&[f64]; 5] =
            [&[20.0, 0.0, 30.0], &[70.0, 0.0, 30.0], &[10.0, 0.0, 0.0], &[5.0, 0.0, 5.0], &[0.0; 3]];
        assert_eq!(layers, expected);
        let names: Vec<&str> = parts_of(&kind).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["branch", "data", "(between them)", "hashing"]);
        // Two windows with three and with two fields that take time, and their hashes.
        let svg = timeline_of(&profile, &kind, 300).unwrap();
        assert_eq!(svg.matches("stroke=\"none\"/>").count(), 7, "{svg}");
        assert!(svg.contains(&css(field_colour(1, 2)).to_uppercase()));
    }

    #[test]
    fn bars_have_their_share_of_the_longest() {
        let svg = bars(&example(), 420).unwrap();
        // 200 pixels for the longest bar; work without time has none.
        let widths = svg.lines().filter(|line| line.starts_with("<rect")).map(|line| {
            let (_, behind) = line.split_once("width=\"").unwrap();
            behind.split('"').next().unwrap().parse::<u32>().unwrap()
        });
        assert_eq!(widths.collect::<Vec<_>>(), [200, 50]);
        assert!(svg.contains("\n80.0 % · 1.20 µs\n") && svg.contains("\n20.0 % · 300 ns\n"), "{svg}");
    }
}
