//! The score of each file, and what falls short.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
};

use super::judge::{Verdict, Verdicts};

/// The score of one engine on a file.
#[derive(Debug, Clone, Copy, Default)]
struct EngineScore {
    agree: u64,
    answered: u64,
}

/// The score of a file.
pub(super) struct FileScore {
    name: String,
    passed: u64,
    failed: u64,
    engines: BTreeMap<&'static str, EngineScore>,
    failures: Vec<String>,
}

impl FileScore {
    /// A file of this name of which no line is judged yet.
    pub(super) fn new(name: String) -> Self {
        Self { name, passed: 0, failed: 0, engines: BTreeMap::new(), failures: Vec::new() }
    }

    /// A line that cannot be read.
    pub(super) fn add_unreadable(&mut self, place: &str, sentence: &str) {
        self.fail(place, sentence);
    }

    /// A line and what the engines say: it passes where one agrees and none differs.
    pub(super) fn add(&mut self, place: &str, subject: &str, verdicts: &Verdicts) {
        for (name, verdict) in verdicts {
            let score = self.engines.entry(name).or_default();
            let agrees = *verdict == Verdict::Agrees;
            score.agree = score.agree.saturating_add(agrees.into());
            score.answered = score.answered.saturating_add((!matches!(verdict, Verdict::Silent(_))).into());
        }
        let differ: Vec<_> = verdicts.iter().filter(|(_, verdict)| matches!(verdict, Verdict::Differs(_))).collect();
        let agrees = verdicts.iter().any(|(_, verdict)| *verdict == Verdict::Agrees);
        let silent: Vec<_> = verdicts.iter().collect();
        let reasons = match (differ.is_empty(), agrees) {
            (true, true) => {
                self.passed = self.passed.saturating_add(1);
                return;
            }
            (true, false) => silent,
            (false, _) => differ,
        };
        let reasons: Vec<_> = reasons
            .into_iter()
            .filter_map(|(name, verdict)| match verdict {
                Verdict::Agrees => None,
                Verdict::Differs(sentence) | Verdict::Silent(sentence) => Some(format!("{name}: {sentence}")),
            })
            .collect();
        let reasons = reasons.join("; ");
        self.fail(place, &if subject.is_empty() { reasons } else { format!("{subject}: {reasons}") });
    }

    fn fail(&mut self, place: &str, sentence: &str) {
        self.failed = self.failed.saturating_add(1);
        self.failures.push(format!("{place} {}", cut(sentence)));
    }
}

/// A sentence without what is too long to be read: the path of a value that is nested deep.
fn cut(sentence: &str) -> String {
    const MOST: usize = 800;
    match sentence.char_indices().nth(MOST) {
        Some((end, _)) => format!("{} ..", sentence.get(..end).unwrap_or_default()),
        None => sentence.to_owned(),
    }
}

/// The scores of all files.
#[derive(Default)]
pub(super) struct Report {
    files: Vec<FileScore>,
}

impl Report {
    /// Adds a file.
    pub(super) fn add(&mut self, file: FileScore) {
        self.files.push(file);
    }

    /// Whether every line has passed.
    pub(super) fn is_clean(&self) -> bool {
        self.files.iter().all(|file| file.failed == 0)
    }

    /// All of it for people, with at most so many differences.
    pub(super) fn text(&self, shown: usize) -> String {
        let names: BTreeSet<_> = self.files.iter().flat_map(|file| file.engines.keys().copied()).collect();
        let mut text = format!("{:<30}{:>8}{:>8}{:>8}", "file", "lines", "passed", "failed");
        names.iter().for_each(|name| text.push_str(&format!("{name:>18}")));
        for file in &self.files {
            let lines = file.passed.saturating_add(file.failed);
            let _ = write!(text, "\n{:<30}{lines:>8}{:>8}{:>8}", file.name, file.passed, file.failed);
            for name in &names {
                let EngineScore { agree, answered } = file.engines.get(name).copied().unwrap_or_default();
                let _ = write!(text, "{:>18}", format!("{agree} of {answered}"));
            }
        }
        text.push('\n');
        let sum = |count: fn(&FileScore) -> u64| self.files.iter().map(count).fold(0, u64::saturating_add);
        let (passed, failed) = (sum(|file| file.passed), sum(|file| file.failed));
        let failures: Vec<_> = self.files.iter().flat_map(|file| &file.failures).collect();
        for failure in failures.iter().take(shown) {
            let _ = writeln!(text, "{failure}");
        }
        match failures.len().saturating_sub(shown) {
            0 => {}
            more => {
                let _ = writeln!(text, ".. and {more} more; --all shows them");
            }
        }
        let _ = writeln!(text, "{} of {} passed", grouped(passed), grouped(passed.saturating_add(failed)));
        text
    }
}

/// `17972` as `17,972`.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}
