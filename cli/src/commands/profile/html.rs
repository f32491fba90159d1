//! Writes the report: one HTML page that contains its plots and tables and needs no other file.

use maud::{Markup, PreEscaped, html};

use super::{
    compare::{Change, Comparison, Verdict},
    data::{MessageCosts, Profile},
    figure::{Figure, Work},
    flame, plot,
    text::{comparison_sentence, damage, percent, sampling, search, throughput_sentence},
    trend::{Trends, Verdict as TrendVerdict},
};
use crate::{
    error::Error,
    output::{self, counted, duration, grouped, mean},
};

const STYLE: &str = include_str!("report.css");
const SCRIPT: &str = include_str!("report.js");
/// The widths of each plot: one for phones, one for larger screens. The page shows the plot that fits.
const WIDTHS: [(&str, u32); 2] = [("narrow", 358), ("wide", 920)];

/// Returns the page.
pub(super) fn page(profile: &Profile) -> Result<String, Error> {
    let bars = plots(&plot::bars_in_words(profile), |width| plot::bars(profile, width))?;
    let timeline = plots(&plot::timeline_in_words(profile), |width| plot::timeline(profile, width))?;
    let body = html! {
        (heading(profile))
        (summary(profile))
        section {
            h2 { "Where the time goes" }
            (bars)
            (work(profile))
            @if let Some(sentence) = search(profile) { p { (sentence) } }
        }
        section {
            h2 { "Along the stream" }
            p { "The time for a message, in windows of " (counted(profile.timeline.messages_in_a_window, "message", "messages")) "." }
            (timeline)
            (legend())
            @if let Some(sentence) = plot::cut(profile) { p.soft { (sentence) } }
            p { (Trends::TITLE) ":" }
            ul { @for sentence in profile.trends.sentences() { li { (sentence) } } }
        }
        section {
            h2 { "Flame graph" }
            p { "The width of a bar is its time: the total on top, below it the kind of work, the kind of message, its field. "
                "A click enlarges a bar; bars of less than 0.05 % are left out." }
            (flame::page(profile))
        }
        (kinds(profile))
        (along_by_kind(profile)?)
        (fields(profile))
        (contents(profile))
        (allocation(profile))
        @if let Some(comparison) = &profile.comparison { (compared(comparison)) }
        (failures(profile))
    };
    Ok(output::page::page(&format!("Profile of {}", profile.source), STYLE, SCRIPT, &body))
}

fn heading(profile: &Profile) -> Markup {
    let run = &profile.run;
    html! {
        header {
            h1 { "Profile of " (words(&profile.source)) }
            p.soft {
                (counted(profile.messages, "message", "messages")) ", " (counted(profile.bytes, "byte", "bytes")) " · "
                (run.date) " · " (run.machine) ", " (counted(run.cores, "core", "cores")) " · tezos-codec " (run.version)
            }
            @if run.one_in > 1 { p.soft { (sampling(run.one_in)) } }
            @if !run.optimised { p.warning { "These are times of a debug build and not meaningful." } }
        }
    }
}

/// Returns the main figures, for the top of the page.
fn summary(profile: &Profile) -> Markup {
    let whole = profile.total();
    let longest = Work::ALONG
        .into_iter()
        .max_by(|one, other| profile.figure(*one).nanoseconds.total_cmp(&profile.figure(*other).nanoseconds));
    let trend = &profile.trends.time_per_message;
    let is_growing = trend.verdict == TrendVerdict::Growing;
    html! {
        section.summary {
            dl {
                div { dt { "Total" } dd { (duration(whole)) } }
                div { dt { "For a message" } dd { (duration(whole / profile.messages.max(1) as f64)) } }
                @if let Some(work) = longest {
                    div { dt { "Most goes into" } dd { (work.name()) " " (percent(profile.figure(work).percent_of(whole))) } }
                }
                @if let Some(throughput) = &profile.throughput {
                    div { dt { "Decoding" } dd { (mean(throughput.megabytes_per_second(throughput.decoding).round())) " MB/s" } }
                }
            }
            p.warning[is_growing] { (trend.sentence("Cost per message")) }
            @if let Some(throughput) = &profile.throughput { p { (throughput_sentence(throughput)) } }
            @if let Some(comparison) = &profile.comparison { p { (comparison_sentence(comparison)) } }
        }
    }
}

fn work(profile: &Profile) -> Markup {
    let whole = profile.total();
    html! {
        table {
            thead { tr { th { "work" } th { "time" } th { "of all" } th { "a message" } th { "±" } } }
            tbody {
                @for work in Work::ALONG {
                    @let figure = profile.figure(work);
                    tr {
                        th scope="row" { (work.name()) }
                        td { (duration(figure.nanoseconds)) }
                        td { (percent(figure.percent_of(whole))) }
                        td { (one(figure, profile.messages)) }
                        td { @if figure.nanoseconds > 0.0 { (percent(figure.spread * 100.0 / figure.nanoseconds)) } }
                    }
                }
            }
        }
    }
}

fn legend() -> Markup {
    html! {
        ul.legend {
            @for work in Work::ALONG {
                li { span.swatch style={ "background: " (plot::hex_colour(work)) } {} (work.name()) }
            }
        }
    }
}

/// The number of kinds that are shown before those that are folded.
const FIRST_KINDS: usize = 5;

/// The number of changes beyond noise that are shown before those that are folded.
const FIRST_CHANGES: usize = 2;

fn kinds(profile: &Profile) -> Markup {
    let (first, others) = profile.kinds.split_at(profile.kinds.len().min(FIRST_KINDS));
    html! {
        section {
            h2 { "Kinds of messages" }
            p { "Decoding, hashing and proofs of one message of each kind, on average." }
            (kinds_table(profile, first))
            @if !others.is_empty() {
                details {
                    summary { (counted(others.len() as u64, "other kind", "other kinds")) }
                    (kinds_table(profile, others))
                }
            }
        }
    }
}

/// Returns the time along the stream of the kinds that take the most time, by field.
fn along_by_kind(profile: &Profile) -> Result<Markup, Error> {
    let first = profile.kinds.iter().filter(|kind| kind.count > 1).take(FIRST_KINDS);
    let plots: Vec<(&MessageCosts, Markup)> = first
        .map(|kind| {
            let label = plot::timeline_of_in_words(kind);
            plots(&label, |width| plot::timeline_of(profile, kind, width)).map(|plots| (kind, plots))
        })
        .collect::<Result<_, _>>()?;
    Ok(html! {
        @if !plots.is_empty() {
            section {
                h2 { "Along the stream, by kind and field" }
                p { "The time for a message of a kind, in the windows that have one." }
                @for (kind, plots) in plots {
                    details {
                        summary { (words(&kind.name)) }
                        (plots)
                        ul.legend {
                            @for (name, colour) in plot::parts_of(kind) {
                                li { span.swatch style={ "background: " (plot::css(colour)) } {} (words(name)) }
                            }
                        }
                        p { (kind.trend.sentence("Cost per message")) }
                    }
                }
            }
        }
    })
}

fn kinds_table(profile: &Profile, kinds: &[MessageCosts]) -> Markup {
    let all = profile.figure(Work::Decoding).nanoseconds;
    html! {
        table {
            thead { tr { th { "kind" } th { "count" } th { "of decoding" } th { "decoding" } th { "hash" } th { "proof" } } }
            tbody {
                @for kind in kinds {
                    tr {
                        th scope="row" { (words(&kind.name)) }
                        td { (grouped(kind.count)) }
                        td { (percent(kind.decoding.percent_of(all))) }
                        td { (one(kind.decoding, kind.count)) }
                        td { (one(kind.hashing, kind.count)) }
                        td { (one(kind.verification, kind.count)) }
                    }
                }
            }
        }
    }
}

fn fields(profile: &Profile) -> Markup {
    let with_fields = || profile.kinds.iter().filter(|kind| !kind.fields.is_empty());
    html! {
        @if with_fields().next().is_some() {
            section {
                h2 { "Fields" }
                p { "The time of decoding by field, for kinds with several fields." }
                @for kind in with_fields() {
                    details {
                        summary { (words(&kind.name)) " " span.soft { (duration(kind.decoding.nanoseconds)) } }
                        table {
                            thead { tr { th { "field" } th { "of its kind" } th { "one" } } }
                            tbody { @for (name, time) in kind.parts() { (field(kind, name, time)) } }
                        }
                    }
                }
            }
        }
    }
}

fn field(kind: &MessageCosts, name: &str, time: f64) -> Markup {
    html! {
        tr {
            th scope="row" { (words(name)) }
            td { (percent(time * 100.0 / kind.decoding.nanoseconds.max(f64::MIN_POSITIVE))) }
            td { (duration(time / kind.count.max(1) as f64)) }
        }
    }
}

fn contents(profile: &Profile) -> Markup {
    let with_contents = || profile.kinds.iter().filter(|kind| !kind.contents.is_empty());
    html! {
        @if with_contents().next().is_some() {
            section {
                h2 { "Operations" }
                p { "The operations in messages. The peer protocol does not decode them: it is the time that their economic protocol takes, beside all other work." }
                @for kind in with_contents() {
                    details {
                        summary { (words(&kind.name)) }
                        table {
                            thead { tr { th { "operation" } th { "count" } th { "bytes" } th { "one" } } }
                            tbody {
                                @for contents in &kind.contents {
                                    tr {
                                        th scope="row" { (words(&contents.name)) }
                                        td { (grouped(contents.count)) }
                                        td { (grouped(contents.bytes)) }
                                        td { (one(contents.decoding, contents.count)) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn allocation(profile: &Profile) -> Markup {
    html! {
        section {
            h2 { "Allocation" }
            p { "Allocations for decoding one message, on average: their number, their bytes, and the bytes that the value holds; and the most that one message needed at a time." }
            details {
                summary { "By kind" }
                table {
                    thead { tr { th { "kind" } th { "requests" } th { "bytes" } th { "live" } th { "peak" } } }
                    tbody {
                        @for kind in profile.kinds.iter().filter(|kind| kind.allocation.count > 0) {
                            @let mean_of = |number: u64| mean(number as f64 / kind.count.max(1) as f64);
                            tr {
                                th scope="row" { (words(&kind.name)) }
                                td { (mean_of(kind.allocation.count)) }
                                td { (mean_of(kind.allocation.bytes)) }
                                td { (mean_of(kind.allocation.live)) }
                                td { (grouped(kind.allocation.peak)) }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn compared(comparison: &Comparison) -> Markup {
    let (within, beyond): (Vec<_>, Vec<_>) =
        comparison.changes.iter().partition(|change| change.verdict == Verdict::WithinNoise);
    let (first, others) = beyond.split_at(beyond.len().min(FIRST_CHANGES));
    html! {
        section {
            h2 { "Compared" }
            p { (comparison_sentence(comparison)) }
            @for warning in &comparison.warnings { p.warning { (warning) } }
            @if !first.is_empty() { (changes(first)) }
            @if !others.is_empty() {
                details {
                    summary { (counted(others.len() as u64, "other change", "other changes")) }
                    (changes(others))
                }
            }
            @if !within.is_empty() {
                details {
                    summary { (counted(within.len() as u64, "change", "changes")) " within noise" }
                    (changes(&within))
                }
            }
        }
    }
}

fn changes(changes: &[&Change]) -> Markup {
    html! {
        table {
            thead { tr { th { "for a message" } th { "then" } th { "now" } th { "change" } th { "chance" } } }
            tbody {
                @for change in changes {
                    tr {
                        th scope="row" { (words(&change.what)) }
                        td { (duration(change.old)) }
                        td { (duration(change.new)) }
                        td { (format!("{:+.1} %", change.percent())) }
                        td { (format!("± {:.1} %", change.percent_by_chance())) }
                    }
                }
            }
        }
    }
}

fn failures(profile: &Profile) -> Markup {
    html! {
        @if profile.failures.count > 0 {
            section {
                h2 { "Failures: " (grouped(profile.failures.count)) }
                ul { @for failure in &profile.failures.first { li { (failure) } } }
            }
        }
        @for sentence in damage(profile) { p.warning { (sentence) } }
    }
}

/// Formats the mean time of one message of `count`, or a dash if no time was measured.
fn one(figure: Figure, count: u64) -> String {
    if figure.nanoseconds > 0.0 { duration(figure.nanoseconds / count.max(1) as f64) } else { "–".into() }
}

/// Returns a name in which lines may be broken after `_`, `.` and `/`.
fn words(name: &str) -> Markup {
    html! { @for word in name.split_inclusive(['_', '.', '/']) { (word) wbr; } }
}

/// Returns a plot in each of the widths.
fn plots(label: &str, draw: impl Fn(u32) -> Result<String, Error>) -> Result<Markup, Error> {
    let plots = WIDTHS.map(|(class, width)| draw(width).map(|svg| (class, svg)));
    let [narrow, wide] = plots;
    let plots = [narrow?, wide?];
    Ok(html! {
        @for (class, svg) in plots {
            figure class=(class) role="img" aria-label=(label) { (PreEscaped(svg)) }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::profile::{
        compare,
        data::{Failures, Throughput, tests::example},
    };

    /// The sections without their plots, one on each line.
    #[test]
    fn the_sections_of_a_small_profile() {
        let mut profile = example();
        (profile.run.one_in, profile.run.optimised, profile.faults) = (16, false, 1);
        profile.failures = Failures { count: 1200, first: vec!["line 7: <it> failed".into()] };
        let figure = |nanoseconds| Figure { nanoseconds, spread: 0.0 };
        profile.throughput =
            Some(Throughput { messages: 6, bytes: 1024, turns: 1, decoding: figure(512.0), copying: figure(256.0) });
        let comparison = compare::tests::slower();
        profile.comparison = Some(comparison.clone());
        let sections = [
            heading(&profile),
            summary(&profile),
            work(&profile),
            legend(),
            kinds(&profile),
            fields(&profile),
            contents(&profile),
            allocation(&profile),
            compared(&comparison),
            failures(&profile),
        ];
        let text: String = sections.into_iter().map(|section| section.into_string() + "\n").collect();
        crate::golden::compare("profile.html", &text);
        let mut less = example();
        less.kinds.remove(0);
        for absent in [fields(&less), contents(&less), failures(&less)] {
            assert_eq!(absent.into_string(), "");
        }
        assert!(!heading(&less).into_string().contains("soft\">One message in"));
    }

    #[test]
    fn kinds_behind_the_first_are_folded() {
        let mut profile = example();
        profile.kinds = vec![profile.kinds[0].clone(); FIRST_KINDS];
        assert!(!kinds(&profile).into_string().contains("<details>"));
        profile.kinds.push(profile.kinds[0].clone());
        assert!(kinds(&profile).into_string().contains("<details><summary>1 other kind</summary><table>"));
    }

    #[test]
    fn changes_behind_the_first_are_folded() {
        let mut comparison = compare::tests::slower();
        let change = comparison.changes.iter().find(|change| change.verdict == Verdict::Slower).unwrap().clone();
        comparison.changes = vec![change.clone(); FIRST_CHANGES];
        assert!(!compared(&comparison).into_string().contains("<details>"));
        comparison.changes.push(change);
        assert!(compared(&comparison).into_string().contains("<details><summary>1 other change</summary><table>"));
    }
}
