//! Loads schemas by id, from a description, from a layout or from a dump.

use std::collections::BTreeMap;

use serde_json::Value;
use tezos_encoding::schema::{Description, describe};

use crate::{error::Error, ids, input};

/// One schema, or all schemas of a dump.
pub(super) enum Schemas {
    /// The id, if there is one, and the schema.
    One(Option<String>, Description),
    /// The name of the file, and the schemas by id.
    All(String, BTreeMap<String, Description>),
}

/// Loads the schemas that an argument names: a layout, a dump if the file exists, otherwise an id or a description.
pub(super) fn load(argument: &str) -> Result<Schemas, Error> {
    let content = if ids::is_layout(argument) { None } else { input::content(argument)? };
    match content {
        Some(content) => dump(input::file_name(argument), &content),
        None => match ids::named(argument) {
            Some(named) => Ok(Schemas::One(Some(argument.to_owned()), describe(named.encoding))),
            None => Err(Error::new(format_args!("`{argument}` is not a file, an id or a description of an encoding"))),
        },
    }
}

fn dump(file: &str, content: &[u8]) -> Result<Schemas, Error> {
    let value: Value = serde_json::from_slice(content)
        .map_err(|error| Error::in_file(file, format_args!("this is not JSON: {error}")))?;
    let Value::Array(entries) = value else {
        return Ok(Schemas::One(None, schema(file, &value)?));
    };
    let mut all = BTreeMap::new();
    for entry in &entries {
        let id = entry.get("id").and_then(Value::as_str);
        let id = id.ok_or_else(|| Error::in_file(file, "an entry of the dump has no `id`"))?;
        all.insert(id.to_owned(), schema(&format!("{file}, {id}"), entry)?);
    }
    Ok(Schemas::All(file.to_owned(), all))
}

fn schema(source: &str, value: &Value) -> Result<Description, Error> {
    let schema = Description::from_json(&value.to_string());
    schema.map_err(|error| Error::in_file(source, format_args!("this is not a schema: {error}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encodings;

    /// Descriptions with every kind of constraint.
    const CONSTRAINED: [&str; 9] = [
        "obj{a: bounded_string(10); b: check_size(8, string)}",
        "obj{a: fixed_list(3, fixed_bytes(4)); b=7: uint8}",
        "uint_like_n(max=300)",
        "int_like_z(min=-5,max=1000)",
        "json",
        "assoc(uint8)",
        "mu(rose){v: uint8; kids: list(rose)}",
        "union(tag=uint8){1 Even: uint8 if even}",
        "list(max=3, def(name, check_size(9, string)))",
    ];

    #[test]
    fn a_dump_contains_all_constraints() {
        let described = CONSTRAINED.iter().map(|text| ids::named(text).unwrap_or_else(|| panic!("{text}")));
        let mut count = 0_usize;
        for named in encodings::all().iter().chain(described) {
            let description = describe(named.encoding);
            let entry = description.to_dump();
            let Ok(Schemas::One(None, read)) = dump("a file", entry.as_bytes()) else { panic!("{}", named.id) };
            assert_eq!(read.constraints, description.constraints, "{}", named.id);
            count = count.saturating_add(read.constraints.unwrap_or_default().len());
            assert!(tezos_encoding::schema::diff(&description, &description).is_empty(), "{}", named.id);
        }
        assert!(count > 50, "{count}");
    }
}
