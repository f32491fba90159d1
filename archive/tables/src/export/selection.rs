//! What of the tables is written.

use std::collections::BTreeMap;
use std::str::FromStr;

use arrow_schema::Schema;
use serde::{Deserialize, Serialize};

use crate::{Options, Rows};

/// What of the tables is written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Selection {
    /// The tables with their columns; all tables if it is empty. The refusals are always written.
    pub tables: BTreeMap<String, Columns>,
    /// The first and the last level.
    pub levels: Option<(i32, i32)>,
}

/// The columns of a table; all if it is empty.
pub type Columns = Vec<String>;

impl Selection {
    /// Returns true if a level is written.
    pub(crate) fn has_level(&self, level: i32) -> bool {
        self.levels.is_none_or(|(first, last)| (first..=last).contains(&level))
    }

    /// Creates the tables that are written, without rows.
    pub(crate) fn rows(&self, options: Options) -> Rows {
        let has_column = |table: &str, column: &str| match self.tables.get(table) {
            Some(columns) if !columns.is_empty() => columns.iter().any(|known| known == column),
            _ => true,
        };
        Rows::select(options, |table| self.tables.is_empty() || self.tables.contains_key(table), has_column)
    }

    /// Checks that the tables and columns exist.
    ///
    /// # Errors
    /// A sentence that names what does not exist.
    pub fn check<'a>(&self, tables: impl Iterator<Item = (&'a str, Schema)>) -> Result<(), String> {
        let known: BTreeMap<&str, Schema> = tables.collect();
        for (table, columns) in &self.tables {
            let schema = known.get(table.as_str()).ok_or_else(|| {
                format!(
                    "there is no table {table}: expected one of {}",
                    known.keys().copied().collect::<Vec<_>>().join(", ")
                )
            })?;
            if let Some(column) = columns.iter().find(|column| schema.field_with_name(column).is_err()) {
                return Err(format!("the table {table} has no column {column}"));
            }
        }
        Ok(())
    }
}

/// Reads `transactions,blocks.level,blocks.hash`: tables, or columns of them.
impl FromStr for Selection {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let mut tables: BTreeMap<String, Columns> = BTreeMap::new();
        for part in text.split(',').map(str::trim).filter(|part| !part.is_empty()) {
            match part.split_once('.') {
                None => drop(tables.entry(part.into()).or_default()),
                Some((table, column)) => tables.entry(table.into()).or_default().push(column.into()),
            }
        }
        Ok(Self { tables, levels: None })
    }
}
