//! Helpers for Markdown output.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

/// Appends a table whose cells are already Markdown.
pub(crate) fn table(out: &mut String, heads: &[&str], rows: impl Iterator<Item = Vec<String>>) {
    out.push_str(&format!("| {} |\n|{}\n", heads.join(" | "), "---|".repeat(heads.len())));
    rows.for_each(|row| out.push_str(&format!("| {} |\n", row.join(" | "))));
}

/// Escapes the characters of `text` that are markup.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(character, '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '#') {
            out.push('\\');
        }
        out.push(character);
    }
    out
}

/// Escapes a sentence of a table cell, except for the names between backquotes.
pub(crate) fn escaped_sentence(sentence: &str) -> String {
    let pieces = sentence.split('`').enumerate().map(|(index, piece)| match index % 2 {
        0 => escaped(piece),
        _ => code(piece),
    });
    pieces.collect()
}

/// Returns a path as the cell of a table.
pub(crate) fn path_cell(path: &str) -> String {
    if path.is_empty() { "the value itself".into() } else { code(path) }
}

/// Puts text of a table cell between backquotes, where only a vertical bar needs escaping.
fn code(text: &str) -> String {
    format!("`{}`", text.replace('|', "\\|"))
}

/// Returns the anchor that common renderers generate for a heading.
pub(crate) fn anchor(heading: &str) -> String {
    let is_kept = |character: &char| character.is_alphanumeric() || matches!(character, ' ' | '-' | '_');
    heading.to_lowercase().chars().filter(is_kept).map(|it| if it == ' ' { '-' } else { it }).collect()
}
