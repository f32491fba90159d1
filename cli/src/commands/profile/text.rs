//! Formats a profile as text, in tables.

use std::fmt::Write as _;

use super::{
    compare::{Comparison, Verdict},
    data::{Allocation, Profile, Throughput},
    figure::Work,
    trend::Trends,
};
use crate::output::{add_row, counted, duration, fill, grouped, lines, mean, table};

/// Formats a profile in tables and sentences.
pub(super) fn text(profile: &Profile) -> String {
    let mut text = format!(
        "Session: {}\n{}, {}\n",
        profile.source,
        counted(profile.messages, "message", "messages"),
        counted(profile.bytes, "byte", "bytes")
    );
    if profile.run.one_in > 1 {
        let _ = writeln!(text, "{}", sampling(profile.run.one_in));
    }
    let _ = writeln!(text, "{}", work(profile));
    if let Some(sentence) = search(profile) {
        let _ = writeln!(text, "{}", fill(&sentence, ""));
    }
    let _ = writeln!(text, "Kinds of messages\n{}", kinds(profile));
    if profile.kinds.iter().any(|kind| !kind.fields.is_empty()) {
        let _ = writeln!(text, "Fields\n{}", fields(profile));
    }
    if profile.kinds.iter().any(|kind| !kind.contents.is_empty()) {
        let _ = writeln!(text, "Operations, decoded with their protocol\n{}", contents(profile));
    }
    let _ = writeln!(text, "Allocation of one message\n{}", allocation(profile));
    let _ = writeln!(text, "{}", Trends::TITLE);
    for sentence in profile.trends.sentences() {
        let _ = writeln!(text, "{}", fill(&sentence, "  "));
    }
    if let Some(throughput) = &profile.throughput {
        let _ = writeln!(text, "{}", fill(&throughput_sentence(throughput), ""));
    }
    if let Some(comparison) = &profile.comparison {
        text.push_str(&compared(comparison));
    }
    if !profile.run.optimised {
        text.push_str("These are times of a debug build and not meaningful: use `cargo run --release`.\n");
    }
    let failures = &profile.failures;
    let _ = writeln!(text, "Failures: {}", grouped(failures.count));
    for failure in &failures.first {
        let _ = writeln!(text, "  {failure}");
    }
    for sentence in damage(profile) {
        let _ = writeln!(text, "{}", fill(&sentence, ""));
    }
    text
}

/// Returns a sentence about the fraction of messages that were measured.
pub(super) fn sampling(one_in: u64) -> String {
    format!(
        "One message in {} was measured; the others are given the time of as many bytes of their kind.",
        grouped(one_in)
    )
}

/// Returns a sentence about the search for chunks, if there was one.
pub(super) fn search(profile: &Profile) -> Option<String> {
    let time = profile.figure(Work::Search).nanoseconds;
    let sentence = "a node closes the connection instead";
    (time > 0.0).then(|| {
        format!("Besides, the search for the next chunk after lost packets took {}: {sentence}.", duration(time))
    })
}

/// Returns sentences about the damage of the recording.
pub(super) fn damage(profile: &Profile) -> Vec<String> {
    let (faults, unread) = (profile.faults, profile.unread_bytes);
    let places = counted(faults, "place", "places");
    let faults = (faults > 0).then(|| format!("The recording is damaged at {places}, listed by `replay`."));
    let bytes = counted(unread, "encrypted byte is", "encrypted bytes are");
    let unread = (unread > 0).then(|| format!("{bytes} in no chunk that can be decrypted."));
    faults.into_iter().chain(unread).collect()
}

/// Formats the time and the share of each kind of work. Kinds of work without time are left out.
fn work(profile: &Profile) -> String {
    let mut out = table(&["work", "time", "of all", "for a message", "±"]);
    let whole = profile.total();
    for work in Work::ALONG {
        let figure = profile.figure(work);
        if figure.nanoseconds > 0.0 {
            add_row(
                &mut out,
                [
                    work.name().into(),
                    duration(figure.nanoseconds),
                    percent(figure.percent_of(whole)),
                    duration(figure.nanoseconds / profile.messages.max(1) as f64),
                    percent(figure.spread * 100.0 / figure.nanoseconds),
                ],
            );
        }
    }
    add_row(&mut out, ["all".into(), duration(whole), percent(if whole > 0.0 { 100.0 } else { 0.0 })]);
    lines(out)
}

/// Formats the costs of each kind of message, some of them as means for one message.
fn kinds(profile: &Profile) -> String {
    let mut out = table(&["kind", "count", "bytes", "decoding", "of it", "one", "MB/s", "hash", "proof"]);
    let all = profile.figure(Work::Decoding).nanoseconds;
    for kind in &profile.kinds {
        let count = kind.count.max(1) as f64;
        let one = |figure: super::figure::Figure| {
            if figure.nanoseconds > 0.0 { duration(figure.nanoseconds / count) } else { "-".into() }
        };
        let mut row = vec![kind.name.clone(), grouped(kind.count), grouped(kind.bytes)];
        row.extend([duration(kind.decoding.nanoseconds), percent(kind.decoding.percent_of(all)), one(kind.decoding)]);
        row.push(mean((kind.bytes as f64 * 1e3 / kind.decoding.nanoseconds.max(1e-9)).round()));
        row.extend([one(kind.hashing), one(kind.verification)]);
        add_row(&mut out, row);
    }
    lines(out)
}

/// Formats the mean allocations of decoding one message of each kind. Kinds without allocations are left out.
fn allocation(profile: &Profile) -> String {
    let mut out = table(&["kind", "requests", "bytes", "live", "peak"]);
    for kind in profile.kinds.iter().filter(|kind| kind.allocation.count > 0) {
        let Allocation { count, bytes, live, peak } = kind.allocation;
        let mut row = vec![kind.name.clone()];
        row.extend([count, bytes, live].map(|number| mean(number as f64 / kind.count.max(1) as f64)));
        row.push(grouped(peak));
        add_row(&mut out, row);
    }
    lines(out)
}

fn fields(profile: &Profile) -> String {
    let mut out = table(&["kind and field", "decoding", "of its kind", "one"]);
    for kind in profile.kinds.iter().filter(|kind| !kind.fields.is_empty()) {
        let all = kind.decoding.nanoseconds;
        add_row(&mut out, [kind.name.clone(), duration(all)]);
        for (name, time) in kind.parts() {
            let row = [
                format!("  {name}"),
                duration(time),
                percent(time * 100.0 / all),
                duration(time / kind.count.max(1) as f64),
            ];
            add_row(&mut out, row);
        }
    }
    lines(out)
}

/// Formats the costs of the operations in each kind of message.
fn contents(profile: &Profile) -> String {
    let mut out = table(&["kind and operation", "count", "bytes", "decoding", "one"]);
    for kind in profile.kinds.iter().filter(|kind| !kind.contents.is_empty()) {
        add_row(&mut out, [kind.name.clone()]);
        for contents in &kind.contents {
            let row = [
                format!("  {}", contents.name),
                grouped(contents.count),
                grouped(contents.bytes),
                duration(contents.decoding.nanoseconds),
                duration(contents.decoding.nanoseconds / contents.count.max(1) as f64),
            ];
            add_row(&mut out, row);
        }
    }
    lines(out)
}

/// Returns a sentence about decoding compared with copying.
pub(super) fn throughput_sentence(throughput: &Throughput) -> String {
    let speed = |figure| mean(throughput.megabytes_per_second(figure).round());
    format!(
        "From memory ({} bytes, {}): decoding {} MB/s, copying {} MB/s; decoding takes {} times as long as copying.",
        grouped(throughput.bytes),
        counted(throughput.turns, "turn", "turns"),
        speed(throughput.decoding),
        speed(throughput.copying),
        mean(throughput.ratio())
    )
}

/// Returns a sentence that counts the changes by verdict.
pub(super) fn comparison_sentence(comparison: &Comparison) -> String {
    let [slower, faster, same] =
        [Verdict::Slower, Verdict::Faster, Verdict::WithinNoise].map(|verdict| comparison.count(verdict));
    let (with, runs) = (&comparison.with, counted(comparison.runs, "run", "runs"));
    format!("Compared with {with}, by {runs}: {slower} slower, {faster} faster, {same} within noise.")
}

fn compared(comparison: &Comparison) -> String {
    let mut text = format!("{}\n", comparison_sentence(comparison));
    for warning in &comparison.warnings {
        let _ = writeln!(text, "  {warning}");
    }
    let mut out = table(&["for a message", "then", "now", "change", "chance", ""]);
    for change in &comparison.changes {
        let row = [
            change.what.clone(),
            duration(change.old),
            duration(change.new),
            format!("{:+.1} %", change.percent()),
            format!("± {:.1} %", change.percent_by_chance()),
            change.verdict.words().into(),
        ];
        add_row(&mut out, row);
    }
    let _ = writeln!(text, "{}", lines(out));
    text
}

/// The minimum percentage that is not printed as 0.0 %.
pub(super) const MIN_PERCENT: f64 = 0.05;

/// Formats a percentage.
pub(super) fn percent(percent: f64) -> String {
    format!("{percent:.1} %")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::profile::{
        compare,
        data::{Failures, tests::example},
        figure::Figure,
    };

    #[test]
    fn a_small_profile_as_text() {
        let mut profile = example();
        profile.run.one_in = 16;
        profile.failures = Failures { count: 1200, first: vec!["line 7: it failed".into()] };
        (profile.faults, profile.unread_bytes) = (2, 1234);
        let figure = |nanoseconds| Figure { nanoseconds, spread: 0.0 };
        profile.work.insert(Work::Search, figure(139e6));
        profile.throughput =
            Some(Throughput { messages: 6, bytes: 1024, turns: 1, decoding: figure(512.0), copying: figure(256.0) });
        profile.comparison = Some(compare::tests::slower());
        crate::golden::compare("profile.txt", &text(&profile));
        // Nothing was sampled or damaged, and no kind has fields.
        let mut less = example();
        less.kinds.remove(0);
        less.run.optimised = false;
        let less = text(&less);
        for absent in
            ["One message in", "Fields\n", "Operations, decoded", "damaged", "From memory", "Compared", "Besides"]
        {
            assert!(!less.contains(absent), "{less}");
        }
        assert!(less.contains("These are times of a debug build") && less.ends_with("Failures: 0\n"), "{less}");
    }
}
