//! Budgets: committed figures that measurements are compared with, so that no regression goes unnoticed and no improvement is lost.

use std::{collections::BTreeMap, fmt, fs, io, path::Path};

use toml::{Table, Value};

/// Figures by section and name.
pub type Figures = BTreeMap<String, BTreeMap<String, u64>>;

/// The result of comparing a measured figure with its budget.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The figure is within the slack.
    Kept,
    /// The figure is above the budget by more than the slack.
    Worse,
    /// The figure is below the budget by more than the slack: the budget should be lowered.
    Better,
    /// The figure has no budget.
    New,
    /// The figure is no longer measured.
    Gone,
}

/// A figure and its budget; one of them may be missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// The section and the name: `section/name`.
    pub name: String,
    /// The committed figure.
    pub budget: Option<u64>,
    /// The measured figure.
    pub measured: Option<u64>,
    /// The permitted difference, in percent of the budget; the result is rounded up to a whole number.
    pub slack: u64,
}

impl Row {
    /// Compares the figure with its budget.
    pub fn verdict(&self) -> Verdict {
        let (budget, measured) = match (self.budget, self.measured) {
            (Some(budget), Some(measured)) => (u128::from(budget), u128::from(measured)),
            (None, _) => return Verdict::New,
            (_, None) => return Verdict::Gone,
        };
        let slack = budget.saturating_mul(self.slack.into()).div_ceil(100);
        if measured > budget.saturating_add(slack) {
            Verdict::Worse
        } else if measured.saturating_add(slack) < budget {
            Verdict::Better
        } else {
            Verdict::Kept
        }
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let figure = |figure: Option<u64>| figure.map_or_else(|| "-".to_owned(), |figure| figure.to_string());
        let change = match (self.budget, self.measured) {
            (Some(budget), Some(measured)) if budget != measured => {
                format!("{:+.2} %", (measured as f64 / budget as f64 - 1.0) * 100.0)
            }
            _ => String::new(),
        };
        let word = match self.verdict() {
            Verdict::Kept => "",
            Verdict::Worse => "WORSE",
            Verdict::Better => "better: lower the budget",
            Verdict::New => "new",
            Verdict::Gone => "gone",
        };
        let (budget, measured) = (figure(self.budget), figure(self.measured));
        let line = format!("{:<44} {budget:>12} {measured:>12} {change:>10}  {word}", self.name);
        f.write_str(line.trim_end())
    }
}

/// Returns the header line of a table of [`Row`]s.
pub fn heading() -> String {
    format!("{:<44} {:>12} {:>12} {:>10}", "", "budget", "measured", "change")
}

/// Compares the measured sections with their budgets; `slack` returns the permitted percentage for a name.
pub fn compare(budget: &Figures, measured: &Figures, slack: impl Fn(&str) -> u64) -> Vec<Row> {
    let mut rows = Vec::new();
    let none = BTreeMap::new();
    for (section, measured) in measured {
        let budget = budget.get(section).unwrap_or(&none);
        let names: std::collections::BTreeSet<_> = budget.keys().chain(measured.keys()).collect();
        rows.extend(names.into_iter().map(|name| Row {
            name: format!("{section}/{name}"),
            budget: budget.get(name).copied(),
            measured: measured.get(name).copied(),
            slack: slack(name),
        }));
    }
    rows
}

/// Reads the tables of a file, with the values that are whole numbers. A file that does not exist has no tables.
///
/// # Errors
/// If the file cannot be read or parsed.
pub fn read(path: &Path) -> io::Result<Figures> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        text => text?,
    };
    let table: Table = text.parse().map_err(io::Error::other)?;
    let number = |value: &Value| value.as_integer().and_then(|value| u64::try_from(value).ok());
    let figures = table.iter().filter_map(|(section, values)| {
        let values = values.as_table()?.iter();
        Some((section.clone(), values.filter_map(|(name, value)| Some((name.clone(), number(value)?))).collect()))
    });
    Ok(figures.collect())
}

/// Writes a file: comments, texts by name, then the sections.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, comments: &str, texts: &[(&str, &str)], figures: &Figures) -> io::Result<()> {
    let mut table = Table::new();
    table.extend(texts.iter().map(|(name, text)| ((*name).to_owned(), Value::from(*text))));
    for (section, figures) in figures {
        let value = |figure: u64| i64::try_from(figure).unwrap_or(i64::MAX);
        let section_table: Table =
            figures.iter().map(|(name, figure)| (name.clone(), Value::from(value(*figure)))).collect();
        table.insert(section.clone(), section_table.into());
    }
    fs::write(path, format!("{comments}\n{table}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(budget: u64, measured: u64, slack: u64) -> Verdict {
        Row { name: String::new(), budget: Some(budget), measured: Some(measured), slack }.verdict()
    }

    #[test]
    fn the_slack_is_inclusive() {
        assert_eq!(row(1000, 1000, 0), Verdict::Kept);
        assert_eq!(row(1000, 1001, 0), Verdict::Worse);
        assert_eq!(row(1000, 999, 0), Verdict::Better);
        assert_eq!(row(1000, 1020, 2), Verdict::Kept);
        assert_eq!(row(1000, 1021, 2), Verdict::Worse);
        assert_eq!(row(1000, 980, 2), Verdict::Kept);
        assert_eq!(row(1000, 979, 2), Verdict::Better);
        assert_eq!(row(25, 26, 2), Verdict::Kept);
        assert_eq!(row(25, 27, 2), Verdict::Worse);
        assert_eq!(row(0, 1, 2), Verdict::Worse);
        assert_eq!(row(0, 0, 0), Verdict::Kept);
    }

    #[test]
    fn rows_and_files_are_as_they_are_committed() {
        let row = |budget, measured| Row { name: "a/b".into(), budget, measured, slack: 2 }.to_string();
        let line =
            |budget: &str, measured: &str, rest: &str| format!("{:<44} {budget:>12} {measured:>12} {rest}", "a/b");
        for (budget, measured, expected) in [
            (Some(1000), Some(1000), line("1000", "1000", "").trim_end().to_owned()),
            (Some(1000), Some(1020), line("1000", "1020", "   +2.00 %")),
            (Some(1000), Some(1021), line("1000", "1021", "   +2.10 %  WORSE")),
            (Some(1000), Some(900), line("1000", "900", "  -10.00 %  better: lower the budget")),
            (None, Some(7), line("-", "7", "            new")),
            (Some(7), None, line("7", "-", "            gone")),
        ] {
            assert_eq!(row(budget, measured), expected);
        }
        let path = std::env::temp_dir().join(format!("tezos-codec-budget-{}.toml", std::process::id()));
        assert_eq!(read(&path).unwrap(), Figures::new());
        let figures = Figures::from([
            ("a".into(), [("x".to_owned(), 1), ("y z".to_owned(), 1 << 40)].into()),
            ("b".into(), BTreeMap::new()),
        ]);
        write(&path, "# Why.", &[("tool", "1.0")], &figures).unwrap();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with("# Why.\ntool = \"1.0\"\n"), "{text}");
        assert_eq!(read(&path).unwrap(), figures);
        fs::write(&path, "[a]\nx = -1\ny = \"1\"\nz = 3\n").unwrap();
        assert_eq!(read(&path).unwrap(), Figures::from([("a".into(), [("z".to_owned(), 3)].into())]));
        fs::write(&path, "[a\n").unwrap();
        assert!(read(&path).is_err());
        fs::remove_file(path).unwrap();
    }

    #[test]
    fn new_and_gone_figures_are_reported_in_measured_sections_only() {
        let figures = |section: &str, names: &[&str]| {
            Figures::from([(section.to_owned(), names.iter().map(|name| ((*name).to_owned(), 1)).collect())])
        };
        let mut budget = figures("a", &["both", "gone"]);
        budget.extend(figures("not measured", &["x"]));
        let rows = compare(&budget, &figures("a", &["both", "new"]), |_| 0);
        let verdicts: Vec<_> = rows.iter().map(|row| (row.name.as_str(), row.verdict())).collect();
        assert_eq!(verdicts, [("a/both", Verdict::Kept), ("a/gone", Verdict::Gone), ("a/new", Verdict::New)]);
    }
}
