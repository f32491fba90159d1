//! The changes as JSON and as Markdown.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::Diff;
use crate::describe::{escaped_words, string};

/// Below what was found, where constraints are not known.
const INCOMPLETE: &str =
    "\nLimits in bytes, functions and usual values were not compared: one of the two does not say them.\n";

pub(super) fn json(diff: &Diff) -> String {
    let changes = diff.changes.iter().map(|change| {
        format!(
            "{{\"path\":{},\"kind\":\"{}\",\"what\":{},\"old_bytes\":{},\"new_bytes\":{}}}",
            string(&change.path),
            change.kind,
            string(&change.what),
            change.old_bytes,
            change.new_bytes
        )
    });
    let changes = changes.collect::<Vec<_>>().join(",");
    let (old, new, complete) = (diff.old_bytes(), diff.new_bytes(), diff.complete);
    format!("{{\"changes\":[{changes}],\"old_bytes\":{old},\"new_bytes\":{new},\"complete\":{complete}}}")
}

pub(super) fn markdown(diff: &Diff) -> String {
    let incomplete = if diff.complete { "" } else { INCOMPLETE };
    if diff.is_empty() {
        return format!("Nothing changed.\n{incomplete}");
    }
    let mut out = String::from("| change | where | what | old bytes decode | new bytes decode by old readers |\n");
    out.push_str("|---|---|---|---|---|\n");
    let yes = |all: bool| if all { "yes" } else { "not all" };
    for change in &diff.changes {
        let path = if change.path.is_empty() { "the value itself".into() } else { format!("`{}`", change.path) };
        let (old, new) = (yes(change.old_bytes), yes(change.new_bytes));
        let what = escaped_words(&change.what);
        out.push_str(&format!("| {} | {} | {what} | {old} | {new} |\n", change.kind, path.replace('|', "\\|")));
    }
    out.push_str(incomplete);
    out
}
