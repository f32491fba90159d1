//! The score of each file, and the lines that fail.

use std::{collections::BTreeMap, fmt};

use crate::judge::Verdict;

/// The score of a file.
pub(crate) struct FileScore {
    name: String,
    passed: usize,
    failures: Vec<String>,
    /// For each engine, the lines that it agrees on and those that it answers.
    engines: BTreeMap<&'static str, [usize; 2]>,
}

impl FileScore {
    /// A file without lines.
    pub(crate) fn new(name: String) -> Self {
        Self { name, passed: 0, failures: Vec::new(), engines: BTreeMap::new() }
    }

    /// Adds a line and the verdict of each engine on it: it passes where one agrees and none differs.
    pub(crate) fn add(&mut self, place: &str, subject: &str, verdicts: &[(&'static str, Verdict)]) {
        let (mut differ, mut silent, mut agrees) = (Vec::new(), Vec::new(), false);
        for (name, verdict) in verdicts {
            let (agreed, answered) = match verdict {
                Verdict::Agrees => (1, 1),
                Verdict::Differs(sentence) => {
                    differ.push(format!("{name}: {sentence}"));
                    (0, 1)
                }
                Verdict::Silent(sentence) => {
                    silent.push(format!("{name}: {sentence}"));
                    (0, 0)
                }
            };
            agrees |= agreed == 1;
            let [all_agreed, all_answered] = self.engines.entry(name).or_default();
            *all_agreed = all_agreed.saturating_add(agreed);
            *all_answered = all_answered.saturating_add(answered);
        }
        let reasons = match (differ.is_empty(), agrees) {
            (true, true) => return self.passed = self.passed.saturating_add(1),
            (true, false) => silent,
            (false, _) => differ,
        };
        let colon = if subject.is_empty() { "" } else { ": " };
        self.fail(place, &format!("{subject}{colon}{}", reasons.join("; ")));
    }

    /// Adds a line that fails.
    pub(crate) fn fail(&mut self, place: &str, sentence: &str) {
        // The path of a value that is nested deep is too long to be read.
        const MAX_CHARS: usize = 800;
        let (kept, dots) = match sentence.char_indices().nth(MAX_CHARS) {
            Some((end, _)) => (sentence.get(..end).unwrap_or_default(), " .."),
            None => (sentence, ""),
        };
        self.failures.push(format!("{place} {kept}{dots}"));
    }

    fn lines(&self) -> usize {
        self.passed.saturating_add(self.failures.len())
    }
}

/// The scores of all files.
pub(crate) struct Report {
    pub(crate) files: Vec<FileScore>,
    /// How many failures are printed.
    pub(crate) shown: usize,
}

impl Report {
    /// Whether every line has passed.
    pub(crate) fn is_clean(&self) -> bool {
        self.files.iter().all(|file| file.failures.is_empty())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const ENGINES: [&str; 2] = ["fast", "walker"];
        write!(f, "{:<30}{:>8}{:>8}{:>8}", "file", "lines", "passed", "failed")?;
        writeln!(f, "{:>18}{:>18}", ENGINES[0], ENGINES[1])?;
        for file in &self.files {
            write!(f, "{:<30}{:>8}{:>8}{:>8}", file.name, file.lines(), file.passed, file.failures.len())?;
            for [agreed, answered] in ENGINES.map(|name| file.engines.get(name).copied().unwrap_or_default()) {
                write!(f, "{:>18}", format!("{agreed} of {answered}"))?;
            }
            writeln!(f)?;
        }
        let failures = || self.files.iter().flat_map(|file| &file.failures);
        failures().take(self.shown).try_for_each(|failure| writeln!(f, "{failure}"))?;
        match failures().skip(self.shown).count() {
            0 => {}
            more => writeln!(f, ".. and {more} more; --all shows them")?,
        }
        let sum = |count: fn(&FileScore) -> usize| grouped(self.files.iter().map(count).sum());
        writeln!(f, "{} of {} passed", sum(|file| file.passed), sum(FileScore::lines))
    }
}

/// `17972` as `17,972`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}
