//! Lists of faults: those that a person wrote, and the mutants of cargo-mutants.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::process::Command;

use serde::Deserialize;

use crate::Result;

/// A change to one file.
#[derive(Clone, Debug)]
pub struct Fault {
    /// The file, from the root of the workspace.
    pub file: String,
    /// The bytes that are replaced, without what is equal at both ends.
    pub range: Range<usize>,
    /// What is written in their place.
    pub new: String,
    /// What is wrong then.
    pub what: String,
    /// Why no test can see it, for those that none sees.
    pub unseen: Option<String>,
}

#[derive(Deserialize)]
struct List {
    fault: Vec<Row>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    file: String,
    old: String,
    new: String,
    what: String,
    unseen: Option<String>,
}

/// Reads a list like `planted.toml`. Each `old` has to be in its file exactly once.
pub fn planted(list: &Path, root: &Path) -> Result<Vec<Fault>> {
    let list: List = toml::from_str(&std::fs::read_to_string(list)?)?;
    list.fault
        .into_iter()
        .map(|Row { file, old, new, what, unseen }| {
            let source = std::fs::read_to_string(root.join(&file)).map_err(|error| format!("{file}: {error}"))?;
            let [start] = source.match_indices(&old).map(|(at, _)| at).collect::<Vec<_>>()[..] else {
                return Err(format!("{file} does not have this text exactly once: {old}").into());
            };
            let (range, new) = trimmed(&old, &new);
            Ok(Fault { file, range: start + range.start..start + range.end, new, what, unseen })
        })
        .collect()
}

/// Lists the mutants that an option of cargo-mutants selects, such as `--package`.
///
/// The keys of `explained` are names of mutants without line and column, its values the reasons why no test can see them.
pub fn mutants(option: &str, values: &[&str], explained: &Path, root: &Path) -> Result<Vec<Fault>> {
    #[derive(Deserialize)]
    struct Mutant {
        name: String,
        file: String,
        replacement: String,
        span: Span,
    }
    #[derive(Deserialize)]
    struct Span {
        start: Position,
        end: Position,
    }
    #[derive(Deserialize)]
    struct Position {
        line: usize,
        column: usize,
    }
    let reasons: BTreeMap<String, String> = match std::fs::read_to_string(explained) {
        Ok(text) => toml::from_str(&text)?,
        Err(_) => BTreeMap::new(),
    };
    let mut command = Command::new("cargo");
    command.args(["mutants", "--list", "--json"]).current_dir(root);
    for value in values {
        command.args([option, value]);
    }
    let listed = command.output()?;
    if !listed.status.success() {
        return Err(String::from_utf8_lossy(&listed.stderr).into());
    }
    let mutants: Vec<Mutant> = serde_json::from_slice(&listed.stdout)?;
    mutants
        .into_iter()
        .map(|Mutant { name, file, replacement, span }| {
            let source = std::fs::read_to_string(root.join(&file))?;
            let start = offset(&source, span.start.line, span.start.column);
            let end = offset(&source, span.end.line, span.end.column);
            let (range, new) = trimmed(&source[start..end], &replacement);
            let what = name.splitn(4, ':').last().unwrap_or(&name).trim().to_owned();
            let unseen = reasons.get(&format!("{file}: {what}")).cloned();
            Ok(Fault { file, range: start + range.start..start + range.end, new, what, unseen })
        })
        .collect()
}

/// Returns the offset of a line and column, both counted from one, the column in characters.
fn offset(source: &str, line: usize, column: usize) -> usize {
    let start: usize = source.split_inclusive('\n').take(line - 1).map(str::len).sum();
    start + source[start..].chars().take(column - 1).map(char::len_utf8).sum::<usize>()
}

/// Returns the part of `old` that differs from `new`, and what `new` has there.
fn trimmed(old: &str, new: &str) -> (Range<usize>, String) {
    let same = |(one, other): (char, char)| (one == other).then(|| one.len_utf8());
    let start: usize = old.chars().zip(new.chars()).map_while(same).sum();
    let end: usize = old[start..].chars().rev().zip(new[start..].chars().rev()).map_while(same).sum();
    (start..old.len() - end, new[start..new.len() - end].to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A fault whose code has changed or moved is planted there again.
    #[test]
    fn planted_faults_are_in_the_sources() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let faults = planted(&here.join("planted.toml"), &here.join("../..")).unwrap();
        assert!(faults.len() > 250, "{}", faults.len());
    }

    #[test]
    fn only_what_differs_is_replaced() {
        assert_eq!(trimmed("a >= b", "a > b"), (3..4, String::new()));
        assert_eq!(trimmed("é == b", "é != b"), (3..4, "!".into()));
        assert_eq!(trimmed("", "x"), (0..0, "x".into()));
        assert_eq!(trimmed("aa", "a"), (1..2, String::new()));
    }

    #[test]
    fn columns_are_counted_in_characters() {
        assert_eq!(offset("one\né two\n", 2, 3), 7);
    }
}
