//! Logs of Delta Lake, so that engines read each folder as a table: its columns, its files and their statistics are known without a file being
//! opened, and a table without rows is one too.
//!
//! ```text
//! <out>/<table>/_delta_log/00000000000000000000.json
//! ```
//!
//! Rule: the [protocol](https://github.com/delta-io/delta/blob/master/PROTOCOL.md) of Delta Lake, version 1 of readers.

use std::fs;

use arrow_schema::{DataType, Field, Fields, Schema};
use serde_json::{Value, json};

use super::writer::sha256;
use super::{Error, Export, Manifest, TableFile, write_aside};
use crate::table::REFUSALS;

/// Writes the log of each table.
pub(super) fn write(export: &Export, manifest: &Manifest) -> Result<(), Error> {
    let rows = export.selection.rows(export.options);
    for (table, schema) in rows.names().zip(rows.schemas()) {
        let files = manifest.tables.get(table).map_or(&[][..], |table| &table.files);
        let mut log = format!("{}\n{}\n", protocol(), metadata(table, &schema));
        for file in files {
            log.push_str(&format!("{}\n", add(table, &schema, file)));
        }
        let folder = export.out.join(table).join("_delta_log");
        fs::create_dir_all(&folder).map_err(|error| Error::io(&folder, error))?;
        write_aside(&folder.join(format!("{:020}.json", 0)), log.as_bytes())?;
    }
    Ok(())
}

fn protocol() -> Value {
    json!({"protocol": {"minReaderVersion": 1, "minWriterVersion": 2}})
}

/// Returns the columns of a table. Its id depends on these alone, so that the same export has the same log.
fn metadata(table: &str, schema: &Schema) -> Value {
    let schema = structure(schema.fields()).to_string();
    let digits = sha256(format!("{table} {schema}").as_bytes());
    let part = |from: usize, to: usize| digits.get(from..to).unwrap_or_default();
    let id = format!("{}-{}-{}-{}-{}", part(0, 8), part(8, 12), part(12, 16), part(16, 20), part(20, 32));
    let format = json!({"provider": "parquet", "options": {}});
    json!({"metaData": {
        "id": id, "name": table, "format": format, "schemaString": schema, "partitionColumns": [], "configuration": {},
    }})
}

/// Adds a file. Its levels are those of its range, so that a query by level opens no others. The time of its change would differ between equal
/// exports.
fn add(table: &str, schema: &Schema, file: &TableFile) -> Value {
    let is_by_level = table != REFUSALS && schema.index_of("level").is_ok();
    let stats = match file.levels.filter(|_| is_by_level) {
        Some((first, last)) => {
            json!({"numRecords": file.rows, "minValues": {"level": first}, "maxValues": {"level": last}})
        }
        None => json!({"numRecords": file.rows}),
    };
    let path = file.path.strip_prefix(table).map_or(&*file.path, |path| path.trim_start_matches('/'));
    json!({"add": {
        "path": path, "partitionValues": {}, "size": file.bytes, "modificationTime": 0, "dataChange": true, "stats": stats.to_string(),
    }})
}

fn structure(fields: &Fields) -> Value {
    json!({"type": "struct", "fields": fields.iter().map(|field| column(field)).collect::<Vec<_>>()})
}

fn column(field: &Field) -> Value {
    json!({"name": field.name(), "type": type_of(field.data_type()), "nullable": true, "metadata": {}})
}

fn type_of(of: &DataType) -> Value {
    match of {
        DataType::Boolean => json!("boolean"),
        DataType::Int32 => json!("integer"),
        DataType::Int64 => json!("long"),
        DataType::Float64 => json!("double"),
        DataType::Binary => json!("binary"),
        DataType::Timestamp(..) => json!("timestamp"),
        DataType::Decimal128(digits, scale) => json!(format!("decimal({digits},{scale})")),
        DataType::List(item) => {
            json!({"type": "array", "elementType": type_of(item.data_type()), "containsNull": true})
        }
        DataType::Struct(fields) => structure(fields),
        _ => json!("string"),
    }
}
