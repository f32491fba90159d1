//! The tables in words.

use std::fmt::Write as _;

use arrow_schema::{DataType, Field};

use crate::options::Options;
use crate::table::Schemas;

/// Returns the tables with the names and the types of their columns. All columns may be null.
#[must_use]
pub fn description(options: &Options) -> String {
    let mut text = String::new();
    for table in Schemas::new().tables {
        let _ = writeln!(text, "{}", table.name);
        for field in &table.fields(options) {
            describe(field, 1, &mut text);
        }
        text.push('\n');
    }
    text
}

/// Writes a column, and those inside it further to the right.
fn describe(field: &Field, depth: usize, text: &mut String) {
    let (of, inside) = type_of(field.data_type());
    let _ = writeln!(text, "{:indent$}{} {of}", "", field.name(), indent = depth.saturating_mul(4));
    for field in inside {
        describe(field, depth.saturating_add(1), text);
    }
}

/// Returns the name of a type, and the fields inside it.
fn type_of(of: &DataType) -> (String, Vec<&Field>) {
    match of {
        DataType::List(item) => {
            let (of, inside) = type_of(item.data_type());
            (format!("list of {of}"), inside)
        }
        DataType::Struct(fields) => ("struct".into(), fields.iter().map(AsRef::as_ref).collect()),
        DataType::Utf8 => ("text".into(), Vec::new()),
        DataType::Timestamp(..) => ("timestamp(ms, UTC)".into(), Vec::new()),
        DataType::Decimal128(digits, _) => (format!("decimal({digits}, 0)"), Vec::new()),
        of => (of.to_string().to_lowercase(), Vec::new()),
    }
}
