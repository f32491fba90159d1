//! The description as the reference prints it (`binary_schema.ml`, `Printer`): tables in reStructuredText.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::words::{self, EMPTY, NAME_HEADS, ROW_HEADS};
use super::{Body, Definition, Description, Row};

/// Columns of a line of the reference's printer.
const MARGIN: usize = 78;

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if words::is_empty(self) {
            f.write_str(EMPTY)?;
        } else {
            rows(f, &self.toplevel)?;
        }
        self.definitions.iter().try_for_each(|definition| write!(f, "\n{definition}"))?;
        if self.definitions.is_empty() { f.write_str("\n") } else { Ok(()) }
    }
}

impl fmt::Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heading = words::heading(&self.title, &self.body);
        let description = self.description.as_deref();
        // The reference breaks the line before the underline only if the text up to the next possible break does not fit.
        let next = match &self.body {
            Body::Cases { cases, tag, .. } => cases.first().map(|case| words::case_heading(case, *tag).len()),
            Body::Rows(_) | Body::Enum { .. } => None,
        };
        let is_one_line = next.is_some_and(|next| {
            let text = heading.len().saturating_mul(2).saturating_add(description.map_or(0, str::len));
            text.saturating_add(next).saturating_add(2) <= MARGIN
        });
        title(f, &heading, "*", is_one_line)?;
        if let Some(description) = description {
            write!(f, "{description}\n\n")?;
        }
        match &self.body {
            Body::Rows(lines) => rows(f, lines),
            Body::Cases { cases, tag, .. } => cases.iter().enumerate().try_for_each(|(index, case)| {
                f.write_str(if index == 0 { "" } else { "\n" })?;
                title(f, &words::case_heading(case, *tag), "=", false)?;
                rows(f, &case.rows)
            }),
            Body::Enum { names, .. } => table(f, &NAME_HEADS, &words::names(names)),
        }
    }
}

fn title(f: &mut fmt::Formatter<'_>, text: &str, underline: &str, is_one_line: bool) -> fmt::Result {
    let between = if is_one_line { ' ' } else { '\n' };
    write!(f, "{text}{between}{}\n\n", underline.repeat(text.len()))
}

fn rows(f: &mut fmt::Formatter<'_>, rows: &[Row]) -> fmt::Result {
    table(f, &ROW_HEADS, &words::table(rows, &|name| format!("${name}")))
}

fn table(f: &mut fmt::Formatter<'_>, heads: &[&str], lines: &[Vec<String>]) -> fmt::Result {
    // Widths are in bytes, as in the reference.
    let width = |(column, head): (usize, &&str)| {
        let cells = lines.iter().filter_map(|line| line.get(column)).map(String::len);
        cells.fold(head.len(), usize::max)
    };
    let widths: Vec<usize> = heads.iter().enumerate().map(width).collect();
    let rule = |f: &mut fmt::Formatter<'_>, line: &str| {
        let cells = widths.iter().map(|width| format!("{}+", line.repeat(width.saturating_add(2))));
        writeln!(f, "+{}", cells.collect::<String>())
    };
    let row = |f: &mut fmt::Formatter<'_>, cells: &mut dyn Iterator<Item = &str>| {
        let pad = |(cell, width): (&str, &usize)| format!(" {cell}{} |", " ".repeat(width.saturating_sub(cell.len())));
        writeln!(f, "|{}", cells.zip(&widths).map(pad).collect::<String>())
    };
    rule(f, "-")?;
    row(f, &mut heads.iter().copied())?;
    rule(f, "=")?;
    for line in lines {
        row(f, &mut line.iter().map(String::as_str))?;
        rule(f, "-")?;
    }
    f.write_str("\n")
}
