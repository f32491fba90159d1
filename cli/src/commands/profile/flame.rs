//! Draws the flame graph: work, kind and field, each with a width in proportion to its time. As a file it is an SVG; in the report it consists of
//! elements of the page, which fit every width.

use inferno::flamegraph::{self, Options, Palette, TextTruncateDirection, color::BasicPalette};

use maud::{Markup, html};

use super::{
    data::Profile,
    figure::Work,
    plot,
    text::{MIN_PERCENT, percent},
};
use crate::{error::Error, output::duration};

/// The width of the SVG in pixels.
const WIDTH: usize = 1200;

/// A stack: the frames from the outermost inwards, and its time in nanoseconds without that of frames inside the last.
type Stack = (Vec<String>, f64);

/// Returns the stacks of a profile. Those with the same first frames follow each other.
fn stacks(profile: &Profile) -> Vec<Stack> {
    let mut stacks = Vec::new();
    let mut push = |frames: &[&str], nanoseconds: f64| {
        if nanoseconds >= 0.5 {
            stacks.push((frames.iter().map(|frame| (*frame).to_owned()).collect(), nanoseconds));
        }
    };
    for work in Work::ALONG {
        let name = work.name();
        match work {
            Work::Framing | Work::Search | Work::Decryption | Work::Joining => {
                push(&[name], profile.figure(work).nanoseconds);
            }
            Work::Decoding => {
                for kind in &profile.kinds {
                    let between = kind.parts().last().map_or(0.0, |(_, time)| time);
                    push(&[name, &kind.name], between);
                    for field in &kind.fields {
                        let frames: Vec<&str> = [name, &kind.name].into_iter().chain(field.path.split('.')).collect();
                        push(&frames, field.decoding.nanoseconds);
                    }
                }
            }
            Work::Hashing | Work::Verification => {
                for kind in &profile.kinds {
                    let figure = if work == Work::Hashing { kind.hashing } else { kind.verification };
                    push(&[name, &kind.name], figure.nanoseconds);
                }
            }
        }
    }
    stacks
}

/// Returns the profile as folded stacks, the input format of flame graph tools: the frames, then the nanoseconds.
pub(super) fn folded(profile: &Profile) -> Vec<String> {
    stacks(profile).iter().map(|(frames, nanoseconds)| format!("{} {nanoseconds:.0}", frames.join(";"))).collect()
}

/// A frame of the graph in the report. Its position and width are in percent of the total.
struct Frame<'s> {
    name: &'s str,
    work: &'s str,
    depth: usize,
    left: f64,
    width: f64,
}

/// Returns the flame graph as elements of the page, the total on top. The script of the page enlarges, describes and searches frames.
pub(super) fn page(profile: &Profile) -> Markup {
    let stacks = stacks(profile);
    let total = stacks.iter().map(|(_, time)| time).sum::<f64>().max(f64::MIN_POSITIVE);
    let mut frames = vec![Frame { name: "total", work: "", depth: 0, left: 0.0, width: 100.0 }];
    add(&stacks, 0, 0.0, total, &mut frames);
    let rows = frames.iter().map(|frame| frame.depth).max().unwrap_or_default().saturating_add(1);
    let colour = |name: &str| Work::ALL.into_iter().find(|work| work.name() == name).map(plot::hex_colour);
    html! {
        div.flame {
            p.tools {
                input type="search" placeholder="Search" aria-label="Search the flame graph";
                button type="button" hidden { "Show all" }
                output {}
            }
            div.frames style=(format!("height: {}px", rows.saturating_mul(ROW))) {
                @for Frame { name, work, depth, left, width } in &frames {
                    @let what = format!("{name}: {}, {}", duration(width / 100.0 * total), percent(*width));
                    @let colour = colour(work).map(|colour| format!("; --work: {colour}")).unwrap_or_default();
                    button type="button" title=(what) data-left=(format!("{left:.4}")) data-width=(format!("{width:.4}")) data-depth=(depth)
                        style=(format!("top: {}px; left: {left:.4}%; width: {width:.4}%{colour}", depth.saturating_mul(ROW))) { (name) }
                }
            }
        }
    }
}

/// The height of a frame in the report and the gap below it, in pixels.
const ROW: usize = 22;

/// Adds the frames at a depth, from `left` on, and those inside them.
fn add<'s>(stacks: &'s [Stack], depth: usize, mut left: f64, total: f64, out: &mut Vec<Frame<'s>>) {
    let inner = depth.saturating_add(1);
    for group in stacks.chunk_by(|(one, _), (other, _)| one.get(depth) == other.get(depth)) {
        let width = group.iter().map(|(_, time)| time).sum::<f64>() * 100.0 / total;
        if let Some((frames, _)) = group.first()
            && let (Some(name), Some(work)) = (frames.get(depth), frames.first())
            && width >= MIN_PERCENT
        {
            out.push(Frame { name, work, depth: inner, left, width });
            add(group, inner, left, total, out);
        }
        left += width;
    }
}

/// Draws the flame graph as an SVG with a script, so that a click in a browser enlarges a frame.
pub(super) fn svg(profile: &Profile) -> Result<String, Error> {
    let stacks = folded(profile);
    let mut options = Options::default();
    options.title = format!("Time by work, kind and field: {}", profile.source);
    options.count_name = "ns".into();
    options.name_type = "Part:".into();
    options.image_width = Some(WIDTH);
    options.font_type = "sans-serif".into();
    options.text_truncate_direction = TextTruncateDirection::Right;
    options.colors = Palette::Basic(BasicPalette::Orange);
    options.deterministic = true;
    let mut svg = Vec::new();
    flamegraph::from_lines(&mut options, stacks.iter().map(String::as_str), &mut svg)
        .map_err(|error| Error::new(format_args!("the flame graph cannot be drawn: {error}")))?;
    String::from_utf8(svg).map_err(|_| Error::new("the flame graph is not text"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::profile::{data::tests::example, figure::Figure};

    #[test]
    fn stacks_lead_from_work_to_fields() {
        let mut profile = example();
        let figure = |nanoseconds| Figure { nanoseconds, spread: 0.0 };
        profile.work.insert(Work::Joining, figure(0.5));
        profile.work.insert(Work::Framing, figure(0.49));
        profile.work.insert(Work::Search, figure(7.0));
        profile.kinds[1].verification = figure(9.6);
        profile.kinds[0].fields[1].path = "data.inner".into();
        assert_eq!(
            folded(&profile),
            [
                "joining 0",
                "decoding;Operation 100",
                "decoding;Operation;branch 200",
                "decoding;Operation;data;inner 500",
                "decoding;Bootstrap 400",
                "hashing;Operation 300",
                "verification;Bootstrap 10",
            ]
        );
    }
}
