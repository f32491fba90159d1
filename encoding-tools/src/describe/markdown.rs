//! The description in Markdown: a heading and a table for each definition, with references as links to the headings.

use alloc::format;
use alloc::string::String;

use super::words::{self, EMPTY, NAME_HEADS, ROW_HEADS};
use super::{Body, Description, Row};
use crate::markdown::{anchor, escaped, table};

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
                    out.push_str(&format!("{gap}### {}\n\n", escaped(&words::case_heading(case, *tag))));
                    rows(&mut out, &case.rows, description);
                }
            }
            Body::Enum { names, .. } => {
                let lines = words::names(names).into_iter();
                table(&mut out, &NAME_HEADS, lines.map(|line| line.iter().map(|cell| escaped(cell)).collect()));
            }
        }
    }
    out
}

fn rows(out: &mut String, rows: &[Row], description: &Description) {
    let link = |name: &str| {
        let definition = description.definitions.iter().find(|definition| definition.title == name);
        let Some(definition) = definition else { return escaped(name) };
        format!("[{}](#{})", escaped(name), anchor(&words::heading(&definition.title, &definition.body)))
    };
    let lines = words::table(rows, &link).into_iter().map(|line| {
        let cells = line.into_iter().enumerate();
        // The third column has links, already escaped.
        cells.map(|(column, cell)| if column == 2 { cell } else { escaped(&cell) }).collect()
    });
    table(out, &ROW_HEADS, lines);
}
