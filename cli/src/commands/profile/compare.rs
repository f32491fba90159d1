//! Compares a profile with an earlier one: what became slower or faster.

use std::{collections::BTreeMap, fs, path::Path};

use serde::{Deserialize, Serialize};

use super::{
    data::{FORMAT, MessageCosts, Profile, Run},
    figure::Figure,
};
use crate::error::Error;

/// Minimum change beyond noise, in standard deviations.
const DEVIATIONS: f64 = 3.0;
/// Minimum change beyond noise, as a fraction of the old time: the placement of code and memory changes times that much.
const CHANGE_MIN: f64 = 0.1;
/// Minimum change beyond noise, in nanoseconds for a message: an iteration of the loop around it takes as long.
const NANOSECONDS_MIN: f64 = 1.0;

/// The comparison of a profile with an earlier one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Comparison {
    /// The date of the earlier profile.
    pub(super) since: String,
    /// The reasons why the two may not be comparable, as sentences.
    pub(super) warnings: Vec<String>,
    /// The changes of each kind of work and each kind of message in both profiles.
    pub(super) changes: Vec<Change>,
}

/// A time in both profiles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Change {
    /// The name of what was measured.
    pub(super) what: String,
    /// Nanoseconds for a message in the earlier profile.
    pub(super) old: Figure,
    /// Nanoseconds for a message in this profile.
    pub(super) new: Figure,
    /// The verdict.
    pub(super) verdict: Verdict,
}

/// The verdict on a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Verdict {
    /// It takes longer than before.
    Slower,
    /// It takes less time than before.
    Faster,
    /// The change is not beyond noise.
    WithinNoise,
}

impl Verdict {
    /// Returns the verdict in words.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Self::Slower => "slower",
            Self::Faster => "faster",
            Self::WithinNoise => "within noise",
        }
    }
}

impl Change {
    fn new(what: String, old: Figure, new: Figure) -> Self {
        let change = new.nanoseconds - old.nanoseconds;
        let noise = (DEVIATIONS * old.spread.hypot(new.spread)).max(CHANGE_MIN * old.nanoseconds).max(NANOSECONDS_MIN);
        let verdict = match change {
            change if change > noise => Verdict::Slower,
            change if change < -noise => Verdict::Faster,
            _ => Verdict::WithinNoise,
        };
        Self { what, old, new, verdict }
    }

    /// Returns the change in percent of the old time.
    pub(super) fn percent(&self) -> f64 {
        if self.old.nanoseconds > 0.0 { (self.new.nanoseconds / self.old.nanoseconds - 1.0) * 100.0 } else { 0.0 }
    }
}

/// Reads a profile printed by `--json`.
pub(super) fn load(file: &Path) -> Result<Profile, Error> {
    let text = fs::read_to_string(file)
        .map_err(|error| Error::at_path(file, format_args!("the profile cannot be read: {error}")))?;
    let wrong = |sentence: String| Error::at_path(file, sentence);
    // The format is checked first, because other formats have other fields.
    let value: serde_json::Value = serde_json::from_str(&text)
        .map_err(|error| wrong(format!("this is not JSON, as `tezos-codec profile --json` prints it: {error}")))?;
    match value.get("format").and_then(serde_json::Value::as_u64) {
        Some(format) if format == u64::from(FORMAT) => {}
        Some(format) => {
            return Err(wrong(format!(
                "this is a profile of format {format}, of another version of the tool: make it again"
            )));
        }
        None => return Err(wrong("this is not a profile: `tezos-codec profile --json` prints one".into())),
    }
    serde_json::from_value(value).map_err(|error| wrong(format!("this profile cannot be read: {error}")))
}

impl Comparison {
    /// Compares `new` with the earlier profile `old`.
    pub(super) fn new(old: &Profile, new: &Profile) -> Self {
        let of_work = |profile: &Profile, figure: Figure| for_one(figure, profile.messages);
        let works = new.work.iter().filter_map(|(work, figure)| {
            let before = old.work.get(work)?;
            let measured = before.nanoseconds > 0.0 || figure.nanoseconds > 0.0;
            measured.then(|| Change::new(work.name().into(), of_work(old, *before), of_work(new, *figure)))
        });
        let before: BTreeMap<&str, &MessageCosts> = old.kinds.iter().map(|kind| (kind.name.as_str(), kind)).collect();
        let kinds = new.kinds.iter().filter_map(|kind| {
            let before = before.get(kind.name.as_str())?;
            let what = format!("decoding {}", kind.name);
            Some(Change::new(what, for_one(before.decoding, before.count), for_one(kind.decoding, kind.count)))
        });
        Self { since: old.run.date.clone(), warnings: warnings(old, new), changes: works.chain(kinds).collect() }
    }

    /// Returns the number of changes with this verdict.
    pub(super) fn count(&self, verdict: Verdict) -> usize {
        self.changes.iter().filter(|change| change.verdict == verdict).count()
    }
}

/// Returns the time for one message of `count`.
fn for_one(figure: Figure, count: u64) -> Figure {
    let count = count.max(1) as f64;
    Figure { nanoseconds: figure.nanoseconds / count, spread: figure.spread / count }
}

/// Describes the differences between two profiles that make their times hard to compare.
fn warnings(old: &Profile, new: &Profile) -> Vec<String> {
    let mut warnings = Vec::new();
    if (old.messages, old.bytes) != (new.messages, new.bytes) {
        warnings.push("The sessions differ: different messages have different times.".to_owned());
    }
    let machine = |run: &Run| (run.machine.clone(), run.cores);
    if machine(&old.run) != machine(&new.run) {
        warnings.push(format!("The earlier profile is of another machine: {}.", old.run.machine));
    }
    if old.run.optimised != new.run.optimised {
        warnings.push("One of the two is of a debug build.".into());
    }
    if old.run.one_in != new.run.one_in {
        warnings.push(format!("The earlier one was measured with --one-in {}.", old.run.one_in));
    }
    if old.run.jobs != new.run.jobs {
        warnings.push(format!("The earlier one was measured with --jobs {}.", old.run.jobs));
    }
    warnings
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::profile::{data::tests::example, figure::Work};

    fn change(old: (f64, f64), new: (f64, f64)) -> Verdict {
        let figure = |(nanoseconds, spread)| Figure { nanoseconds, spread };
        Change::new("it".into(), figure(old), figure(new)).verdict
    }

    #[test]
    fn a_change_is_beyond_noise_or_within() {
        assert_eq!(change((100.0, 1.0), (115.0, 1.0)), Verdict::Slower);
        assert_eq!(change((100.0, 1.0), (85.0, 1.0)), Verdict::Faster);
        // Less than 10 %, however steady, and less than a nanosecond.
        assert_eq!(change((100.0, 0.0), (109.9, 0.0)), Verdict::WithinNoise);
        assert_eq!(change((1.0, 0.0), (1.9, 0.0)), Verdict::WithinNoise);
        // More than 10 %, but one of the two figures is noisy.
        assert_eq!(change((100.0, 6.0), (115.0, 0.0)), Verdict::WithinNoise);
        assert_eq!(change((100.0, 0.0), (85.0, 6.0)), Verdict::WithinNoise);
        assert_eq!(change((0.0, 0.0), (0.0, 0.0)), Verdict::WithinNoise);
        // Exactly 10 %, exactly a nanosecond, exactly three deviations of both, and a little more.
        for (old, limit, more) in [(100.0, 10.0, 0.1), (1.0, 1.0, 0.1)] {
            assert_eq!(change((old, 0.0), (old + limit, 0.0)), Verdict::WithinNoise);
            assert_eq!(change((old, 0.0), (old + limit + more, 0.0)), Verdict::Slower);
            assert_eq!(change((old, 0.0), (old - limit, 0.0)), Verdict::WithinNoise);
        }
        assert_eq!(change((100.0, 0.0), (89.9, 0.0)), Verdict::Faster);
        assert_eq!(change((100.0, 3.0), (115.0, 4.0)), Verdict::WithinNoise);
        assert_eq!(change((100.0, 3.0), (115.1, 4.0)), Verdict::Slower);
        assert_eq!(change((100.0, 3.0), (84.9, 4.0)), Verdict::Faster);
    }

    #[test]
    fn times_are_those_of_one_message() {
        let (mut old, mut new) = (example(), example());
        (old.messages, old.kinds[0].count) = (8, 2);
        (new.messages, new.kinds[0].count) = (4, 0);
        old.work.insert(Work::Search, Figure::default());
        new.work.insert(Work::Search, Figure::default());
        new.work.insert(Work::Framing, Figure { nanoseconds: 5.0, spread: 0.0 });
        let comparison = Comparison::new(&old, &new);
        let changes: Vec<_> =
            comparison.changes.iter().map(|it| (it.what.as_str(), it.old.nanoseconds, it.new.nanoseconds)).collect();
        // Work of one profile only is not compared, nor work without time in both.
        assert_eq!(
            changes,
            [
                ("decoding", 150.0, 300.0),
                ("hashing", 37.5, 75.0),
                ("decoding Operation", 400.0, 800.0),
                ("decoding Bootstrap", 400.0, 400.0)
            ]
        );
        assert_eq!((comparison.count(Verdict::Slower), comparison.count(Verdict::WithinNoise)), (3, 1));
        assert_eq!(comparison.changes.iter().map(Change::percent).collect::<Vec<_>>(), [100.0, 100.0, 100.0, 0.0]);
        let none = Change::new(String::new(), Figure::default(), Figure { nanoseconds: 5.0, spread: 0.0 });
        assert_eq!((none.verdict, none.percent()), (Verdict::Slower, 0.0));
    }

    #[test]
    fn each_difference_of_two_profiles_is_a_warning() {
        let differing = |change: fn(&mut Profile)| {
            let mut old = example();
            change(&mut old);
            warnings(&old, &example())
        };
        assert_eq!(differing(|_| ()), [""; 0]);
        for (change, expected) in [
            (
                (|old| old.messages += 1) as fn(&mut Profile),
                "The sessions differ: different messages have different times.",
            ),
            (|old| old.bytes += 1, "The sessions differ: different messages have different times."),
            (|old| old.run.machine = "X".into(), "The earlier profile is of another machine: X."),
            (|old| old.run.cores += 1, "The earlier profile is of another machine: a machine."),
            (|old| old.run.optimised = false, "One of the two is of a debug build."),
            (|old| old.run.one_in = 7, "The earlier one was measured with --one-in 7."),
            (|old| old.run.jobs = 9, "The earlier one was measured with --jobs 9."),
        ] {
            assert_eq!(differing(change), [expected]);
        }
    }
}
