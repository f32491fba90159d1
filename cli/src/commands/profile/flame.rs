//! Draws the flame graph: work, kind and field, each with a width in proportion to its time.

use inferno::flamegraph::{self, Options, Palette, TextTruncateDirection, color::BasicPalette};

use super::{
    data::{MessageCosts, Profile},
    figure::Work,
};
use crate::error::Error;

/// Returns the profile as folded stacks, the input format of flame graph tools: the frames from the outermost inwards, then the
/// nanoseconds.
pub(super) fn folded(profile: &Profile) -> Vec<String> {
    let mut stacks = Vec::new();
    let mut push = |stack: String, nanoseconds: f64| {
        if nanoseconds >= 0.5 {
            stacks.push(format!("{stack} {nanoseconds:.0}"));
        }
    };
    for work in Work::ALL {
        let name = work.name();
        match work {
            Work::Framing | Work::Search | Work::Decryption | Work::Joining => {
                push(name.to_owned(), profile.figure(work).nanoseconds);
            }
            Work::Decoding => {
                for kind in &profile.kinds {
                    let between = kind.parts().last().map_or(0.0, |(_, time)| time);
                    push(format!("{name};{}", kind.name), between);
                    for field in &kind.fields {
                        push(
                            format!("{name};{};{}", kind.name, field.path.replace('.', ";")),
                            field.decoding.nanoseconds,
                        );
                    }
                }
            }
            Work::Hashing => of_kinds(&profile.kinds, |kind| kind.hashing.nanoseconds, name, &mut push),
            Work::Verification => of_kinds(&profile.kinds, |kind| kind.verification.nanoseconds, name, &mut push),
        }
    }
    stacks
}

fn of_kinds(kinds: &[MessageCosts], time: fn(&MessageCosts) -> f64, work: &str, push: &mut impl FnMut(String, f64)) {
    kinds.iter().for_each(|kind| push(format!("{work};{}", kind.name), time(kind)));
}

/// Draws the flame graph, `width` pixels wide. With `alone`, it has a title and a script, so that a click in a browser enlarges a frame.
pub(super) fn svg(profile: &Profile, width: usize, alone: bool) -> Result<String, Error> {
    let stacks = folded(profile);
    let mut options = Options::default();
    options.title = if alone { format!("Time by work, kind and field: {}", profile.source) } else { String::new() };
    options.count_name = "ns".into();
    options.name_type = "Part:".into();
    options.image_width = Some(width);
    options.font_type = "sans-serif".into();
    options.text_truncate_direction = TextTruncateDirection::Right;
    options.colors = Palette::Basic(BasicPalette::Orange);
    options.deterministic = true;
    options.no_javascript = !alone;
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
                "search 7",
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
