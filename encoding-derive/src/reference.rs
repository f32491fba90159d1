//! Every keyword is in the attribute reference and, where it is an item, in the table on the front page of `tezos-encoding`.
//!
//! Which keywords there are, the parser's own source says: the names that it compares keys with. Those that a function
//! `take` matches first are items; the others stand inside of one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::primitives::{BUILTINS, LEAVES};

#[derive(Default)]
struct Keywords {
    items: BTreeSet<String>,
    inside: BTreeSet<String>,
}

impl Keywords {
    fn of_the_parser() -> Self {
        let keywords = |rows: &[crate::primitives::Row]| rows.iter().map(|row| row.keyword.to_owned()).collect();
        let mut this = Self { items: keywords(LEAVES), inside: keywords(BUILTINS) };
        for file in fs::read_dir(room("src/attrs")).unwrap() {
            this.add(&fs::read_to_string(file.unwrap().path()).unwrap());
        }
        this
    }

    /// The keywords of one file: the arms of a `match`, and what `key ==` compares with.
    fn add(&mut self, source: &str) {
        let (mut in_take, mut outermost) = (false, None);
        for line in source.lines() {
            let text = line.trim_start();
            let indent = line.len().saturating_sub(text.len());
            if let Some((_, function)) = text.split_once("fn ") {
                (in_take, outermost) = (function.starts_with("take("), None);
            }
            let arm = text.split("=>").next().filter(|_| text.starts_with('"') || text.starts_with("| \""));
            let compared = text.split("key == \"").skip(1).filter_map(|rest| rest.split('"').next());
            let is_item = in_take && (arm.is_none() || *outermost.get_or_insert(indent) == indent);
            let place = if is_item { &mut self.items } else { &mut self.inside };
            place.extend(
                arm.into_iter().flat_map(quoted).chain(compared).filter(|name| is_name(name)).map(str::to_owned),
            );
        }
    }
}

fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('"').skip(1).step_by(2)
}

fn is_name(text: &str) -> bool {
    !text.is_empty() && text.chars().all(is_of_name)
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// What is in backquotes.
fn code(line: &str) -> impl Iterator<Item = &str> {
    line.split('`').skip(1).step_by(2)
}

/// The names with which code begins, on these lines.
fn first_names<'t>(lines: impl Iterator<Item = &'t str>) -> BTreeSet<String> {
    lines.flat_map(code).filter_map(|code| code.split(|letter| !is_of_name(letter)).next()).map(str::to_owned).collect()
}

fn room(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

#[test]
fn every_keyword_has_its_place() {
    let keywords = Keywords::of_the_parser();
    for known in ["tags", "tag", "skip", "dynamic", "mutez"] {
        assert!(keywords.items.contains(known), "`{known}` is not found in the parser: mend this test");
    }
    let reference = fs::read_to_string(room("../encoding/docs/attributes.md")).unwrap();
    let front_page = fs::read_to_string(room("../encoding/src/lib.rs")).unwrap();
    let sections = first_names(reference.lines().filter(|line| line.starts_with("## ")));
    let rows = first_names(front_page.lines().filter(|line| line.starts_with("//! |")));
    for item in &keywords.items {
        assert!(sections.contains(item), "`{item}` has no section in encoding/docs/attributes.md");
        assert!(rows.contains(item), "`{item}` has no row in the table of encoding/src/lib.rs");
    }
    let headings: Vec<&str> = reference.lines().filter(|line| line.starts_with("## ")).collect();
    assert_eq!(headings.iter().collect::<BTreeSet<_>>().len(), headings.len(), "a heading stands twice");
    let words: BTreeSet<&str> =
        reference.lines().flat_map(code).flat_map(|code| code.split(|c| !is_of_name(c))).collect();
    for keyword in &keywords.inside {
        assert!(words.contains(keyword.as_str()), "`{keyword}` is nowhere in encoding/docs/attributes.md");
    }
}
