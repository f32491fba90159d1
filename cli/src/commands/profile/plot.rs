//! Draws the plots: a bar for each kind of work, and the time along the stream.

use plotters::{
    coord::Shift,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

use super::{
    data::Profile,
    figure::Work,
    text::{MIN_PERCENT, percent},
};
use crate::{
    error::Error,
    measure::median,
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
    let RGBColor(red, green, blue) = colour(work);
    format!("#{red:02x}{green:02x}{blue:02x}")
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
        draw_timeline(&below.margin(30, 0, 0, 0), profile)
    })?;
    Ok(titled(&svg, &format!("{}. {}", bars_in_words(profile), timeline_in_words(profile))))
}

/// Draws a bar for each kind of work, `width` pixels wide.
pub(super) fn bars(profile: &Profile, width: u32) -> Result<String, Error> {
    drawing((width, bars_height(profile)), |root| draw_bars(root, profile))
}

/// Draws the time for a message along the stream, `width` pixels wide.
pub(super) fn timeline(profile: &Profile, width: u32) -> Result<String, Error> {
    drawing((width, TIMELINE), |root| draw_timeline(root, profile))
}

/// Returns the kinds of work that have a bar: all but those whose share is printed as 0.0 %.
fn with_bars(profile: &Profile) -> impl Iterator<Item = Work> {
    let whole = profile.total();
    Work::ALL.into_iter().filter(move |work| profile.figure(*work).percent_of(whole) >= MIN_PERCENT)
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
    let longest = profile.work.values().map(|figure| figure.nanoseconds).fold(1.0, f64::max);
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
    let windows = profile.timeline.windows.iter();
    let mut all: Vec<f64> = windows.map(|window| window.total() / window.messages.max(1) as f64).collect();
    all.sort_unstable_by(f64::total_cmp);
    let top = top(&all);
    let higher = all.iter().filter(|time| **time > top).count();
    let highest = all.last().copied().filter(|_| higher > 0)?;
    let windows = counted(higher, "window is", "windows are");
    Some(format!("{windows} higher than the plot, with a stroke on top: up to {}.", duration(highest)))
}

/// Draws a bar for each window, divided by kind of work, and the trend as a line.
fn draw_timeline(area: &Area<'_>, profile: &Profile) -> Drawn {
    let windows = &profile.timeline.windows;
    let per_message = |window: &super::timeline::Window| window.total() / window.messages.max(1) as f64;
    let mut all: Vec<f64> = windows.iter().map(per_message).collect();
    let level = median(&mut all);
    let top = top(&all);
    let messages = (profile.messages.max(1)) as f64;
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
    let mut from = 0.0;
    for window in windows {
        let to = from + window.messages as f64;
        let mut low = 0.0;
        for work in Work::ALONG {
            let high = low + window.per_message(work).max(0.0);
            chart.draw_series([Rectangle::new([(from, low.min(top)), (to, high.min(top))], colour(work).filled())])?;
            low = high;
        }
        if low > top {
            chart.draw_series([PathElement::new(vec![(from, top), (to, top)], INK.stroke_width(4))])?;
        }
        from = to;
    }
    let trend = profile.trends.time_per_message;
    let at = |x: f64| (x, (level * (1.0 + trend.slope * (x - messages / 2.0))).max(0.0));
    chart.draw_series([PathElement::new(vec![at(0.0), at(messages)], INK.stroke_width(2))])?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::profile::{data::tests::example, timeline::Window};

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
        let window =
            |nanoseconds| Window { messages: 2, bytes: 1, times: [0.0, 0.0, 0.0, 0.0, nanoseconds * 2.0, 0.0, 0.0] };
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
            bytes: 1,
            times: [1.0, 99.0, 2.0, 3.0, decoding, hashing, 4.0],
        };
        profile.timeline.windows =
            vec![window(1, 100.0, 0.0), window(4, 300.0, 80.0), window(0, 0.0, 0.0), window(1, 5000.0, 0.0)];
        profile.trends = profile.timeline.trends();
        profile.trends.time_per_message.slope = 0.1;
        crate::golden::compare("profile.svg", &both(&profile).unwrap());
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
