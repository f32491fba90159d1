//! Prints changes as JSON and as Markdown.

use alloc::format;
use alloc::string::String;

use super::{Change, Diff};
use crate::json::{list, string};
use crate::markdown::{escaped_sentence, path_cell, table};

/// Printed below the changes if constraints were not compared.
const INCOMPLETE: &str = "\nLimits in bytes, functions and default values were not compared, because one of the two schemas does not contain them.\n";

pub(super) fn json(diff: &Diff) -> String {
    let changes = list(&diff.changes, |Change { path, kind, what, old_bytes, new_bytes }| {
        let (path, what) = (string(path), string(what));
        let decodes = format!("\"old_bytes\":{old_bytes},\"new_bytes\":{new_bytes}");
        format!("{{\"path\":{path},\"kind\":\"{kind}\",\"what\":{what},{decodes}}}")
    });
    let (old, new, complete) = (diff.old_bytes(), diff.new_bytes(), diff.complete);
    format!("{{\"changes\":{changes},\"old_bytes\":{old},\"new_bytes\":{new},\"complete\":{complete}}}")
}

pub(super) fn markdown(diff: &Diff) -> String {
    let incomplete = if diff.complete { "" } else { INCOMPLETE };
    if diff.is_empty() {
        return format!("Nothing changed.\n{incomplete}");
    }
    let mut out = String::new();
    let yes = |all: bool| if all { "yes" } else { "not all" }.into();
    let rows = diff.changes.iter().map(|Change { path, kind, what, old_bytes, new_bytes }| {
        [kind.name().into(), path_cell(path), escaped_sentence(what), yes(*old_bytes), yes(*new_bytes)].into()
    });
    table(&mut out, &["change", "where", "what", "old bytes decode", "new bytes decode by old readers"], rows);
    out.push_str(incomplete);
    out
}
