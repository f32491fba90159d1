//! The description as the reference prints it (`binary_schema.ml`, `Printer`): tables in reStructuredText.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::words::{self, EMPTY, NAME_HEADS, ROW_HEADS};
use super::{Body, Definition, Description};

/// Columns of a line of the reference's printer.
const MARGIN: usize = 78;

impl fmt::Display for Description {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if words::is_empty(self) {
            f.write_str(EMPTY)?;
        } else {
            rows(f, &self.toplevel)?;
        }
        for definition in &self.definitions {
            f.write_str("\n")?;
            fmt::Display::fmt(definition, f)?;
        }
        if self.definitions.is_empty() { f.write_str("\n") } else { Ok(()) }
    }
}

impl fmt::Display for Definition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heading = words::heading(&self.title, &self.body);
        let description = self.description.as_deref();
        // The reference breaks the line before the underline only where what comes up to the next such place does not fit.
        let behind = match &self.body {
            Body::Cases { cases, tag, .. } => cases.first().map(|case| words::case_heading(case, *tag).len()),
            Body::Rows(_) | Body::Enum { .. } => None,
        };
        let one_line = behind.is_some_and(|behind| {
            let text = heading.len().saturating_mul(2).saturating_add(description.map_or(0, str::len));
            text.saturating_add(behind).saturating_add(2) <= MARGIN
        });
        title(f, &heading, '*', one_line)?;
        if let Some(description) = description {
            write!(f, "{description}\n\n")?;
        }
        match &self.body {
            Body::Rows(lines) => rows(f, lines),
            Body::Cases { cases, tag, .. } => {
                for (index, case) in cases.iter().enumerate() {
                    if index != 0 {
                        f.write_str("\n")?;
                    }
                    title(f, &words::case_heading(case, *tag), '=', false)?;
                    rows(f, &case.rows)?;
                }
                Ok(())
            }
            Body::Enum { names, .. } => table(f, &NAME_HEADS, &words::names(names)),
        }
    }
}

fn title(f: &mut fmt::Formatter<'_>, text: &str, underline: char, one_line: bool) -> fmt::Result {
    let line = fill(underline, text.len());
    let between = if one_line { ' ' } else { '\n' };
    write!(f, "{text}{between}{line}\n\n")
}

fn rows(f: &mut fmt::Formatter<'_>, rows: &[super::Row]) -> fmt::Result {
    table(f, &ROW_HEADS, &words::table(rows, &|name| format!("${name}")))
}

fn table(f: &mut fmt::Formatter<'_>, heads: &[&str], lines: &[Vec<String>]) -> fmt::Result {
    let widths: Vec<usize> = heads
        .iter()
        .enumerate()
        .map(|(column, head)| {
            let cells = lines.iter().filter_map(|line| line.get(column)).map(String::len);
            cells.fold(head.len(), usize::max)
        })
        .collect();
    let rule = |f: &mut fmt::Formatter<'_>, line: char| {
        f.write_str("+")?;
        widths.iter().try_for_each(|width| write!(f, "{}+", fill(line, width.saturating_add(2))))?;
        f.write_str("\n")
    };
    let row = |f: &mut fmt::Formatter<'_>, cells: &mut dyn Iterator<Item = &str>| {
        f.write_str("|")?;
        for (cell, width) in cells.zip(&widths) {
            // Widths are in bytes, as the reference's are.
            write!(f, " {cell}{} |", fill(' ', width.saturating_sub(cell.len())))?;
        }
        f.write_str("\n")
    };
    rule(f, '-')?;
    row(f, &mut heads.iter().copied())?;
    rule(f, '=')?;
    for line in lines {
        row(f, &mut line.iter().map(String::as_str))?;
        rule(f, '-')?;
    }
    f.write_str("\n")
}

fn fill(character: char, count: usize) -> String {
    core::iter::repeat_n(character, count).collect()
}
