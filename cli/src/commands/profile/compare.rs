//! Compares two builds: what became slower or faster, beyond what the same build shows from one process to the next.

use std::{fs, path::Path};

use serde::{Deserialize, Serialize};
use statrs::distribution::{ContinuousCDF as _, StudentsT};

use super::{
    data::{FORMAT, Profile, Run},
    flips,
    runs::{self, Times},
};
use crate::error::Error;

/// Minimum change, as a fraction of the old time, between builds that are measured in turns: the placement of code and memory, which is that of
/// the build, changes times that much.
const CHANGE_MIN: f64 = 0.05;
/// Minimum change since an earlier profile: there the machine, too, may be in another state.
const CHANGE_SINCE_MIN: f64 = 0.1;
/// Minimum change in nanoseconds for a message: an iteration of the loop around it takes as long.
const NANOSECONDS_MIN: f64 = 1.0;
/// The probability that an unchanged tool has a change since an earlier profile, if times from process to process are log-normal and independent.
/// They are not quite: the speed of a machine varies less during runs in a row than from one day to another. So it is a fifth of 1 in 100.
const CHANCE: f64 = 0.002;

/// The comparison of two builds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Comparison {
    /// What this build is compared with: the date of the earlier profile, or the file of the other build.
    pub(super) with: String,
    /// The number of runs of this build, each in a process of its own.
    pub(super) runs: usize,
    /// The reasons why the two may not be comparable, as sentences.
    pub(super) warnings: Vec<String>,
    /// The changes of each kind of work and each kind of message in both profiles.
    pub(super) changes: Vec<Change>,
}

/// A time in both builds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) struct Change {
    /// The name of what was measured.
    pub(super) what: String,
    /// Nanoseconds for a message in the other build: the geometric mean of the runs.
    pub(super) old: f64,
    /// Nanoseconds for a message in this build, likewise.
    pub(super) new: f64,
    /// The logarithm of the largest ratio of two times that the same build shows by chance.
    pub(super) by_chance: f64,
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
    /// Returns the change from the logarithms of both times, and the largest difference between them that chance explains.
    fn new(what: &str, old: f64, new: f64, by_chance: f64, min: f64) -> Self {
        let change = new - old;
        let (old, new) = (old.exp(), new.exp());
        let is_change = change.abs() > by_chance.max(min.ln_1p()) && (new - old).abs() > NANOSECONDS_MIN;
        let verdict = match is_change {
            true if change > 0.0 => Verdict::Slower,
            true => Verdict::Faster,
            false => Verdict::WithinNoise,
        };
        Self { what: what.into(), old, new, by_chance, verdict }
    }

    /// Returns the change in percent of the old time.
    pub(super) fn percent(&self) -> f64 {
        if self.old > 0.0 { (self.new / self.old - 1.0) * 100.0 } else { 0.0 }
    }

    /// Returns the largest change in percent that the same build shows by chance.
    pub(super) fn percent_by_chance(&self) -> f64 {
        self.by_chance.exp_m1() * 100.0
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
    /// Compares `new` with the earlier profile `old`. `runs` are the times of several runs of this build: their spread is that of one run of
    /// the same build, of which the earlier profile has one.
    pub(super) fn since(old: &Profile, new: &Profile, runs: &[Times]) -> Self {
        Self::of_times(&runs::times_of(old), old, new, runs)
    }

    /// Compares runs with the times `before`, of the earlier profile `old`.
    fn of_times(before: &Times, old: &Profile, new: &Profile, runs: &[Times]) -> Self {
        let now = runs::logarithms(runs);
        // What is measured in both, with the mean of the runs and their standard deviation.
        let both = now.iter().filter_map(|(what, times)| {
            let before = before.get(*what)?.ln();
            let deviation = flips::error(times) * (times.len() as f64).sqrt();
            Some((*what, before, mean(times), deviation))
        });
        let both: Vec<_> = both.collect();
        // A few runs may be alike by chance: none counts as steadier than most.
        let usual = crate::measure::median(&mut both.iter().map(|(.., deviation)| *deviation).collect::<Vec<_>>());
        let count = runs.len() as f64;
        let deviations = deviations(count - 1.0, both.len()) * (1.0 + 1.0 / count).sqrt();
        let drift = (new.run.steady / old.run.steady).ln().abs();
        let drift = if drift.is_finite() { drift } else { 0.0 };
        let change = |(what, before, now, deviation): (&str, f64, f64, f64)| {
            Change::new(what, before, now, deviations * deviation.max(usual) + drift, CHANGE_SINCE_MIN)
        };
        let changes = both.into_iter().map(change).collect();
        Self { with: old.run.date.clone(), runs: runs.len(), warnings: warnings(old, new), changes }
    }

    /// Compares this build with another one, from runs that took turns.
    pub(super) fn in_turns(other: &Path, old: &[Times], new: &[Times]) -> Self {
        let (before, now) = (runs::logarithms(old), runs::logarithms(new));
        let both: Vec<_> = now.iter().filter_map(|(what, new)| Some((*what, before.get(what)?, new))).collect();
        let differences = both.iter().map(|(_, old, new)| new.iter().zip(*old).map(|(new, old)| new - old).collect());
        let differences: Vec<Vec<f64>> = differences.collect();
        let limit = flips::largest_by_chance(&differences);
        let changes = both.iter().zip(&differences).map(|((what, old, new), differences)| {
            Change::new(what, mean(old), mean(new), limit * flips::error(differences), CHANGE_MIN)
        });
        let changes = changes.collect();
        Self { with: other.display().to_string(), runs: new.len(), warnings: Vec::new(), changes }
    }

    /// Returns the number of changes with this verdict.
    pub(super) fn count(&self, verdict: Verdict) -> usize {
        self.changes.iter().filter(|change| change.verdict == verdict).count()
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// Returns the number of standard deviations that none of `things` exceeds, with the probability 1 - [`CHANCE`].
fn deviations(freedom: f64, things: usize) -> f64 {
    let chance = CHANCE / 2.0 / things.max(1) as f64;
    StudentsT::new(0.0, 1.0, freedom).map_or(f64::INFINITY, |of| of.inverse_cdf(1.0 - chance))
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
pub(super) mod tests {
    use super::*;
    use crate::commands::profile::{RUNS, data::tests::example};

    /// Returns a comparison of the example with itself, in which the first kind takes a quarter longer.
    pub(in crate::commands::profile) fn slower() -> Comparison {
        let mut new = example();
        new.kinds[0].decoding.nanoseconds = 1000.0;
        Comparison::since(&example(), &new, &vec![runs::times_of(&new); 7])
    }

    fn runs(times: &[&[f64]]) -> Vec<Times> {
        let run = |at| {
            times.iter().zip(0_u8..).map(|(times, kind): (&&[f64], _)| (format!("kind {kind}"), times[at])).collect()
        };
        (0..times[0].len()).map(run).collect()
    }

    #[test]
    fn a_change_is_beyond_chance_and_large_enough() {
        let verdict = |old: f64, new: f64, by_chance| Change::new("it", old.ln(), new.ln(), by_chance, 0.05).verdict;
        assert_eq!(verdict(100.0, 115.0, 0.1), Verdict::Slower);
        assert_eq!(verdict(100.0, 115.0, 0.14), Verdict::WithinNoise);
        assert_eq!(verdict(100.0, 85.0, 0.16), Verdict::Faster);
        assert_eq!(verdict(100.0, 85.0, 0.17), Verdict::WithinNoise);
        // Less than 5 %, however steady, and less than a nanosecond.
        assert_eq!((verdict(100.0, 105.1, 0.0), verdict(100.0, 104.9, 0.0)), (Verdict::Slower, Verdict::WithinNoise));
        assert_eq!((verdict(2.0, 3.01, 0.0), verdict(2.0, 2.99, 0.0)), (Verdict::Slower, Verdict::WithinNoise));
        let change = Change::new("it", 100_f64.ln(), 115_f64.ln(), 1.5_f64.ln(), 0.05);
        assert!((change.percent() - 15.0).abs() < 1e-9 && (change.percent_by_chance() - 50.0).abs() < 1e-9);
    }

    #[test]
    fn builds_are_compared_pair_by_pair() {
        // Both have the noise of the machine. The second kind is a tenth slower, the third is too noisy.
        let machine = [100.0, 131.0, 90.0, 250.0, 102.0, 99.0, 160.0, 111.0, 94.0];
        let scaled = |by: &[f64]| machine.iter().zip(by.iter().cycle()).map(|(time, by)| time * by).collect::<Vec<_>>();
        let (same, slower, noisy) = (scaled(&[1.01, 0.99]), scaled(&[1.1, 1.11, 1.09]), scaled(&[1.5, 0.7, 1.4, 1.1]));
        let (old, new) = (runs(&[&machine, &machine, &machine]), runs(&[&same, &slower, &noisy]));
        let comparison = Comparison::in_turns(Path::new("other"), &old, &new);
        let verdicts: Vec<_> = comparison.changes.iter().map(|change| change.verdict).collect();
        assert_eq!(verdicts, [Verdict::WithinNoise, Verdict::Slower, Verdict::WithinNoise], "{comparison:?}");
        assert_eq!((comparison.with.as_str(), comparison.runs), ("other", 9));
        assert_eq!((comparison.count(Verdict::Slower), comparison.count(Verdict::Faster)), (1, 0));
        // Of too few pairs, chance explains everything.
        let few = Comparison::in_turns(Path::new("other"), &old[..4], &new[..4]);
        assert_eq!(few.count(Verdict::WithinNoise), 3);
    }

    #[test]
    fn an_earlier_profile_is_compared_with_several_runs() {
        let (old, mut new) = (example(), example());
        let steady = |factor: f64| {
            let factors = [0.99, 1.0, 1.01, 0.995, 1.005, 1.0, 1.0];
            let run =
                |by: f64| runs::times_of(&old).into_iter().map(|(what, time)| (what, time * by * factor)).collect();
            factors.map(run).to_vec()
        };
        let count = |new: &Profile, factor| Comparison::since(&old, new, &steady(factor)).count(Verdict::WithinNoise);
        assert_eq!((count(&new, 1.0), count(&new, 1.09), count(&new, 1.3), count(&new, 0.7)), (4, 4, 0, 0));
        // The fixed work takes a third longer, too: it is the machine.
        new.run.steady *= 1.35;
        assert_eq!(count(&new, 1.3), 4);
        let comparison = Comparison::since(&old, &new, &steady(1.0));
        let what: Vec<_> = comparison.changes.iter().map(|change| (change.what.as_str(), change.old.round())).collect();
        let expected =
            [("decoding", 200.0), ("decoding Bootstrap", 400.0), ("decoding Operation", 200.0), ("hashing", 50.0)];
        assert_eq!(what, expected);
        assert_eq!((comparison.with.as_str(), comparison.runs), ("a date", 7));
    }

    /// The times of several kinds in processes on a machine whose speed changes. Each process places code and memory elsewhere, and some are
    /// interrupted.
    struct Machine {
        state: u64,
        speed: f64,
    }

    impl Machine {
        fn random(&mut self) -> f64 {
            self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let mixed = (self.state ^ (self.state >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            (mixed >> 11) as f64 / (1_u64 << 53) as f64
        }

        /// Returns a nearly normal number, of the variance 1.
        fn normal(&mut self) -> f64 {
            (0..12).map(|_| self.random()).sum::<f64>() - 6.0
        }

        /// Returns the times of a run, in which the last kind takes `factor` times as long.
        fn run(&mut self, factor: f64) -> Times {
            self.speed = 0.9 * self.speed + 0.03 * self.normal();
            let time = |kind: u32| {
                let placement = 0.03 * self.normal();
                let interruption = if self.random() < 0.1 { 0.3 * self.random() } else { 0.0 };
                let of_kind = if kind == 7 { factor } else { 1.0 };
                (format!("kind {kind}"), 100.0 * of_kind * (self.speed + placement + interruption).exp())
            };
            (0..8).map(time).collect()
        }

        /// Returns the least times of five runs of each of two builds, which take turns. The second takes `factor` times as long.
        fn pair(&mut self, factor: f64) -> [Times; 2] {
            let mut pair = [Times::new(), Times::new()];
            for _ in 0..5 {
                let [old, new] = &mut pair;
                runs::keep_least(old, self.run(1.0));
                runs::keep_least(new, self.run(factor));
            }
            pair
        }
    }

    /// Returns how many of 100 comparisons have a change, and how many have one that is a slower last kind.
    fn compared(compare: impl Fn(&mut Machine) -> Comparison) -> [usize; 2] {
        let of_seed =
            |state: u64| compare(&mut Machine { state: state.wrapping_mul(0x9e37_79b9_7f4a_7c15), speed: 0.0 });
        let comparisons: Vec<_> = (0..100).map(of_seed).collect();
        let is_changed = |comparison: &&Comparison| comparison.count(Verdict::WithinNoise) < comparison.changes.len();
        let is_found = |comparison: &&Comparison| comparison.changes[7].verdict == Verdict::Slower;
        [comparisons.iter().filter(is_changed).count(), comparisons.iter().filter(is_found).count()]
    }

    #[test]
    fn a_build_beside_itself_seldom_has_a_change() {
        let in_turns = |factor| {
            compared(|machine| {
                let (old, new): (Vec<_>, Vec<_>) = (0..12).map(|_| machine.pair(factor).into()).unzip();
                Comparison::in_turns(Path::new("other"), &old, &new)
            })
        };
        assert!(in_turns(1.0)[0] <= 1, "{:?}", in_turns(1.0));
        assert!(in_turns(1.1)[1] >= 90, "{:?}", in_turns(1.1));
    }

    #[test]
    fn an_earlier_profile_of_the_same_build_seldom_has_a_change() {
        // The machine had another speed then, which the fixed work has, too.
        let since = |factor| {
            compared(|machine| {
                let [mut old, mut new] = [example(), example()];
                machine.speed = 0.1 * machine.normal();
                old.run.steady *= machine.speed.exp();
                let before = machine.run(1.0);
                machine.speed = 0.1 * machine.normal();
                new.run.steady *= machine.speed.exp();
                let runs: Vec<_> = (0..RUNS).map(|_| machine.run(factor)).collect();
                Comparison::of_times(&before, &old, &new, &runs)
            })
        };
        assert!(since(1.0)[0] <= 1, "{:?}", since(1.0));
        assert!(since(4.0)[1] >= 90, "{:?}", since(4.0));
    }

    #[test]
    fn more_things_and_fewer_runs_need_more_deviations() {
        // From a table of Student's t: 0.1 % on each side with 6 degrees of freedom, 0.01 % with 10.
        assert!((deviations(6.0, 1) - 5.208).abs() < 1e-3);
        assert!((deviations(10.0, 10) - 5.694).abs() < 1e-3);
        assert_eq!(deviations(0.0, 1), f64::INFINITY);
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
