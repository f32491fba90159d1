//! The score of each file, and the lines that fail.

use std::fmt;

use crate::judge::Verdict;

/// The names of the engines, in the order of their verdicts.
const ENGINES: [&str; 2] = ["fast", "walker"];

/// The score of a file.
pub(crate) struct FileScore {
    name: String,
    passed: usize,
    /// Lines on which an engine differs, and lines that cannot be parsed.
    wrong: Vec<String>,
    /// Lines on which no engine could be compared.
    unanswered: Vec<String>,
    /// For each engine, the number of lines on which it agrees, and on which it was compared.
    engines: [[usize; 2]; 2],
}

impl FileScore {
    /// Returns the score of a file before its first line.
    pub(crate) fn new(name: String) -> Self {
        Self { name, passed: 0, wrong: Vec::new(), unanswered: Vec::new(), engines: [[0; 2]; 2] }
    }

    /// Adds a line with the verdict of each engine. The line passes if one agrees and none differs.
    pub(crate) fn add(&mut self, place: &str, subject: &str, verdicts: [Verdict; 2]) {
        for ([agreed, answered], verdict) in self.engines.iter_mut().zip(&verdicts) {
            *agreed = agreed.saturating_add(usize::from(*verdict == Verdict::Agrees));
            *answered = answered.saturating_add(usize::from(!matches!(verdict, Verdict::Silent(_))));
        }
        let differs = verdicts.iter().any(|verdict| matches!(verdict, Verdict::Differs(_)));
        if !differs && verdicts.contains(&Verdict::Agrees) {
            self.passed = self.passed.saturating_add(1);
            return;
        }
        let reasons = ENGINES.iter().zip(&verdicts).filter_map(|(name, verdict)| match verdict {
            Verdict::Differs(sentence) => Some(format!("{name}: {sentence}")),
            Verdict::Silent(sentence) if !differs => Some(format!("{name}: {sentence}")),
            _ => None,
        });
        let sentence = shown(place, &format!("{subject}: {}", reasons.collect::<Vec<_>>().join("; ")));
        if differs { self.wrong.push(sentence) } else { self.unanswered.push(sentence) }
    }

    /// Adds a line that cannot be parsed.
    pub(crate) fn fail(&mut self, place: &str, sentence: &str) {
        self.wrong.push(shown(place, sentence));
    }

    fn lines(&self) -> usize {
        self.passed.saturating_add(self.wrong.len()).saturating_add(self.unanswered.len())
    }
}

/// Formats a failure, cut to 800 characters: the path of a deeply nested value is too long to be read.
fn shown(place: &str, sentence: &str) -> String {
    format!("{place} {sentence:.800}")
}

/// The scores of all files.
pub(crate) struct Report {
    pub(crate) files: Vec<FileScore>,
    /// Maximum number of failures that are printed.
    pub(crate) shown: usize,
}

impl Report {
    /// Returns true if every line has passed.
    pub(crate) fn is_clean(&self) -> bool {
        self.files.iter().all(|file| file.passed == file.lines())
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<30}{:>8}{:>8}{:>8}{:>14}", "file", "lines", "passed", "wrong", "not answered")?;
        writeln!(f, "{:>18}{:>18}", ENGINES[0], ENGINES[1])?;
        for file in &self.files {
            let [lines, passed] = [file.lines(), file.passed];
            write!(f, "{:<30}{lines:>8}{passed:>8}{:>8}", file.name, file.wrong.len())?;
            write!(f, "{:>14}", file.unanswered.len())?;
            for [agreed, answered] in file.engines {
                write!(f, "{:>18}", format!("{agreed} of {answered}"))?;
            }
            writeln!(f)?;
        }
        let wrong: Vec<_> = self.files.iter().flat_map(|file| &file.wrong).collect();
        let unanswered: Vec<_> = self.files.iter().flat_map(|file| &file.unanswered).collect();
        for (kind, lines) in [("wrong", wrong), ("not answered", unanswered)] {
            if !lines.is_empty() {
                writeln!(f, "{kind}: {}", lines.len())?;
            }
            lines.iter().take(self.shown).try_for_each(|line| writeln!(f, "{line}"))?;
            match lines.len().saturating_sub(self.shown) {
                0 => {}
                more => writeln!(f, ".. and {more} more; --all shows them")?,
            }
        }
        let sum = |count: fn(&FileScore) -> usize| grouped(self.files.iter().map(count).sum());
        writeln!(f, "{} of {} passed", sum(|file| file.passed), sum(FileScore::lines))
    }
}

/// Formats `17972` as `17,972`.
fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(",")
}
