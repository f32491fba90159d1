//! Checks that `encoding/docs/attributes.md` documents every keyword, and that its index lists every item; and that the page of `tezos-rlp`
//! documents the keywords of `#[rlp(..)]`.
//!
//! The items are those of the parser's table. The keywords of their arguments are the string literals that the parser's
//! source compares keys with.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use crate::attrs::item_keywords;
use crate::primitives::BUILTINS;

/// Returns the keywords that the source of a parser knows: the strings in `match` arms, and those compared by `key ==`.
fn keywords(file: &Path) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    for line in fs::read_to_string(file).unwrap().lines() {
        let text = line.trim_start();
        let arm = text.split("=>").next().filter(|_| text.starts_with('"') || text.starts_with("| \""));
        let quoted = arm.into_iter().flat_map(|arm| arm.split('"').skip(1).step_by(2));
        let compared = text.split("key == \"").skip(1).filter_map(|rest| rest.split('"').next());
        let words_of_line = quoted.chain(compared).filter(|text| !text.is_empty() && text.chars().all(is_of_word));
        words.extend(words_of_line.map(str::to_owned));
    }
    words
}

/// Returns the keywords of arguments in `#[encoding(..)]`.
fn inner_words() -> BTreeSet<String> {
    let files = fs::read_dir(path("src/attrs")).unwrap().map(|file| file.unwrap().path());
    let words = files.filter(|file| !file.ends_with("rlp.rs")).flat_map(|file| keywords(&file));
    words.chain(BUILTINS.iter().map(|row| row.keyword.to_owned())).collect()
}

fn is_of_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Returns the words in code between backquotes.
fn code_words(line: &str) -> impl Iterator<Item = impl Iterator<Item = &str>> {
    line.split('`').skip(1).step_by(2).map(|code| code.split(|letter| !is_of_word(letter)))
}

fn path(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

#[test]
fn every_keyword_is_in_the_reference() {
    let reference = fs::read_to_string(path("../encoding/docs/attributes.md")).unwrap();
    let (_, index) = reference.split_once("\n# Index\n").unwrap();
    let headings: Vec<&str> = reference.lines().filter(|line| line.starts_with("## ")).collect();
    assert_eq!(headings.iter().collect::<BTreeSet<_>>().len(), headings.len(), "a heading occurs twice");
    let first = |line| code_words(line).filter_map(|mut words| words.next());
    let sections: BTreeSet<&str> = headings.into_iter().flat_map(first).collect();
    let rows: BTreeSet<&str> = index.lines().filter(|line| line.starts_with('|')).flat_map(first).collect();
    for item in item_keywords() {
        assert!(sections.contains(item), "`{item}` has no section in encoding/docs/attributes.md");
        assert!(rows.contains(item), "`{item}` has no row in the index of encoding/docs/attributes.md");
    }
    let words: BTreeSet<&str> = reference.lines().flat_map(code_words).flatten().collect();
    let inner = inner_words();
    assert!(inner.contains("max") && inner.contains("tagged"), "the parser's keywords were not found: {inner:?}");
    for word in inner {
        assert!(words.contains(word.as_str()), "`{word}` does not occur in encoding/docs/attributes.md");
    }
}

#[test]
fn every_keyword_of_rlp_is_on_its_page() {
    let page = fs::read_to_string(path("../rlp/src/lib.rs")).unwrap();
    let words: BTreeSet<&str> = page.lines().flat_map(code_words).flatten().collect();
    let known = keywords(&path("src/attrs/rlp.rs"));
    assert!(
        known.contains("since_items") && known.contains("envelope"),
        "the parser's keywords were not found: {known:?}"
    );
    for word in known {
        assert!(words.contains(word.as_str()), "`{word}` does not occur in rlp/src/lib.rs");
    }
}
