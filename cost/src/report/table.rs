//! The tables of a report, and the formats that they are written in.

use std::io::Write;

use crate::{Result, Variable};

use super::Report;

/// The format of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Comma-separated values, with all digits.
    Csv,
    /// A table of Markdown.
    Markdown,
    /// A `tabular` of LaTeX, to be included in a document.
    Latex,
}

/// A table of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReportTable {
    /// A row for each kind and direction: the statistics of its costs and errors.
    Kinds,
    /// A row for each coefficient, with its 95 % confidence interval.
    Terms,
    /// A row for each measured input: its cost and its prediction.
    Residuals,
}

/// Cells with the titles of their columns.
pub(super) struct Table {
    titles: Vec<&'static str>,
    rows: Vec<Vec<Cell>>,
}

enum Cell {
    Text(String),
    Number(f64),
}

impl From<&str> for Cell {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<f64> for Cell {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl Table {
    pub(super) fn of(report: &Report, table: ReportTable) -> Self {
        match table {
            ReportTable::Kinds => Self::kinds(report),
            ReportTable::Terms => Self::terms(report),
            ReportTable::Residuals => Self::residuals(report),
        }
    }

    fn kinds(report: &Report) -> Self {
        let titles = vec![
            "kind",
            "direction",
            "unit",
            "rows",
            "removed",
            "min",
            "max",
            "mean",
            "deviation",
            "r2",
            "within",
            "error_min",
            "error_max",
            "error_mean",
            "error_deviation",
            "error_median",
            "log_rejected_by",
        ];
        let rows = report.kinds.iter().map(|kind| {
            let (costs, errors) = (kind.costs, kind.errors);
            let mut row: Vec<Cell> =
                vec![kind.kind().into(), kind.direction().name().into(), report.unit.name().into()];
            row.extend([kind.residuals.len() as f64, kind.removed as f64].map(Cell::Number));
            row.extend([costs.min, costs.max, costs.mean, costs.deviation, kind.r2, kind.within].map(Cell::Number));
            row.extend([errors.min, errors.max, errors.mean, errors.deviation, kind.median()].map(Cell::Number));
            row.push(kind.model.log_rejected_by.map_or_else(|| "".into(), Cell::Number));
            row
        });
        Self { titles, rows: rows.collect() }
    }

    fn terms(report: &Report) -> Self {
        let titles = vec!["kind", "direction", "unit", "variable", "coefficient", "low_95", "high_95"];
        let terms = report.kinds.iter().flat_map(|kind| kind.model.terms.iter().map(move |term| (kind, term)));
        let rows = terms.map(|(kind, term)| {
            let (coefficient, half) = (term.coefficient, term.confidence);
            let mut row: Vec<Cell> =
                vec![kind.kind().into(), kind.direction().name().into(), report.unit.name().into()];
            row.push(term.variable.name().into());
            row.extend([coefficient, coefficient - half, coefficient + half].map(Cell::Number));
            row
        });
        Self { titles, rows: rows.collect() }
    }

    fn residuals(report: &Report) -> Self {
        let counts = || Variable::ALL.iter().filter(|variable| **variable != Variable::Constant);
        let mut titles = vec!["kind", "direction", "unit", "seed", "measured", "predicted", "relative_error"];
        titles.extend(counts().map(|variable| variable.name()));
        let rows = report.kinds.iter().flat_map(|kind| kind.residuals.iter()).map(|residual| {
            let row = &residual.row;
            let mut cells: Vec<Cell> =
                vec![(*row.input.kind).into(), row.direction.name().into(), report.unit.name().into()];
            cells.push((*row.input.seed.to_string()).into());
            cells.extend([row.cost, residual.predicted, residual.relative()].map(Cell::Number));
            cells.extend(counts().map(|variable| Cell::Number(variable.of(&row.input.load()) as f64)));
            cells
        });
        Self { titles, rows: rows.collect() }
    }

    pub(super) fn write(&self, format: Format, mut out: impl Write) -> Result<()> {
        match format {
            Format::Csv => {
                let mut table = csv::Writer::from_writer(out);
                table.write_record(&self.titles)?;
                for row in &self.rows {
                    table.write_record(row.iter().map(|cell| match cell {
                        Cell::Text(text) => text.clone(),
                        Cell::Number(number) => number.to_string(),
                    }))?;
                }
                table.flush()?;
            }
            Format::Markdown => {
                writeln!(out, "| {} |", self.titles.join(" | "))?;
                writeln!(out, "|{}", self.aligned("---|", "---:|"))?;
                for row in &self.rows {
                    writeln!(out, "| {} |", row.iter().map(Cell::short).collect::<Vec<_>>().join(" | "))?;
                }
            }
            Format::Latex => {
                let line = |cells: Vec<String>| {
                    cells.iter().map(|cell| escaped(cell)).collect::<Vec<_>>().join(" & ") + " \\\\"
                };
                writeln!(out, "\\begin{{tabular}}{{{}}}", self.aligned("l", "r"))?;
                writeln!(out, "{}\n\\hline", line(self.titles.iter().map(|title| (*title).to_owned()).collect()))?;
                self.rows
                    .iter()
                    .try_for_each(|row| writeln!(out, "{}", line(row.iter().map(Cell::short).collect())))?;
                writeln!(out, "\\end{{tabular}}")?;
            }
        }
        Ok(())
    }

    /// Returns a mark for each column: of texts, or of numbers.
    fn aligned(&self, text: &str, number: &str) -> String {
        let first = self.rows.first().into_iter().flatten();
        first.map(|cell| if matches!(cell, Cell::Text(_)) { text } else { number }).collect()
    }
}

impl Cell {
    /// Returns the cell for readers: numbers with four significant digits.
    fn short(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Number(number) => {
                // The first format rounds, which may make the number of digits before the point larger.
                let exponent =
                    format!("{number:.3e}").rsplit('e').next().and_then(|digits| digits.parse().ok()).unwrap_or(0);
                format!("{number:.*}", usize::try_from(3_i32.saturating_sub(exponent).clamp(0, 9)).unwrap_or_default())
            }
        }
    }
}

/// Escapes the characters that LaTeX interprets.
fn escaped(text: &str) -> String {
    text.chars()
        .flat_map(|letter| {
            matches!(letter, '_' | '%' | '&' | '#' | '$' | '{' | '}').then_some('\\').into_iter().chain([letter])
        })
        .collect()
}
