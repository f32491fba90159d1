//! The description in Markdown: a heading and a table for each definition, references as links to the headings.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::words::{self, EMPTY, NAME_HEADS, ROW_HEADS};
use super::{Body, Description, Row};

pub(super) fn description(description: &Description) -> String {
    let mut out = String::new();
    if words::is_empty(description) {
        out.push_str(EMPTY);
        out.push('\n');
    } else {
        rows(&mut out, &description.toplevel, description);
    }
    for definition in &description.definitions {
        out.push_str(&format!("\n## {}\n\n", escaped(&words::heading(&definition.title, &definition.body))));
        if let Some(text) = &definition.description {
            out.push_str(&format!("{}\n\n", escaped(text)));
        }
        match &definition.body {
            Body::Rows(lines) => rows(&mut out, lines, description),
            Body::Cases { cases, tag, .. } => {
                for (index, case) in cases.iter().enumerate() {
                    let gap = if index == 0 { "" } else { "\n" };
                    let heading = words::case_heading(case, *tag);
                    out.push_str(&format!("{gap}### {}\n\n", escaped(&heading)));
                    rows(&mut out, &case.rows, description);
                }
            }
            Body::Enum { names, .. } => {
                let lines = words::names(names);
                let lines = lines.into_iter().map(|line| line.iter().map(|cell| escaped(cell)).collect());
                table(&mut out, &NAME_HEADS, lines);
            }
        }
    }
    out
}

fn rows(out: &mut String, rows: &[Row], description: &Description) {
    let link = |name: &str| {
        let definition = description.definitions.iter().find(|definition| definition.title == name);
        let anchor = definition.map(|definition| anchor(&words::heading(&definition.title, &definition.body)));
        match anchor {
            Some(anchor) => format!("[{}](#{anchor})", escaped(name)),
            None => escaped(name),
        }
    };
    let lines = words::table(rows, &link).into_iter().map(|line| {
        let cells = line.into_iter().enumerate();
        // The third column has links, already escaped.
        cells.map(|(column, cell)| if column == 2 { cell } else { escaped(&cell) }).collect()
    });
    table(out, &ROW_HEADS, lines);
}

fn table(out: &mut String, heads: &[&str], lines: impl Iterator<Item = Vec<String>>) {
    out.push_str(&format!("| {} |\n|", heads.join(" | ")));
    for _ in heads {
        out.push_str("---|");
    }
    out.push('\n');
    for line in lines {
        out.push_str(&format!("| {} |\n", line.join(" | ")));
    }
}

/// Text in which nothing is markup.
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

/// The link target that common renderers give a heading.
fn anchor(heading: &str) -> String {
    let kept = heading.chars().filter(|it| it.is_alphanumeric() || matches!(it, ' ' | '-' | '_'));
    kept.map(|it| if it == ' ' { '-' } else { it }).flat_map(char::to_lowercase).collect()
}

/// Words as plain text of a table, but for names, which stand in backquotes: in these a bar alone is markup.
pub(crate) fn escaped_words(words: &str) -> String {
    let parts = words.split('`').enumerate().map(|(index, part)| match index % 2 {
        0 => escaped(part),
        _ => format!("`{}`", part.replace('|', "\\|")),
    });
    parts.collect()
}
