//! The names of kinds in JSON.

use tezos_encoding::schema::{Case, Encoding};

/// Returns the constant `kind` in the JSON of a case, or its title if it has none.
pub(crate) fn kind(case: &Case) -> &'static str {
    of(case.payload).unwrap_or(case.title)
}

fn of(payload: &Encoding) -> Option<&'static str> {
    match payload {
        Encoding::Described { inner, .. } => of(inner),
        // The constant is an object of its own, before or behind that of the other fields.
        Encoding::Merge(parts) => parts.iter().find_map(|part| constant(part)),
        payload => constant(payload),
    }
}

fn constant(object: &Encoding) -> Option<&'static str> {
    match object {
        Encoding::Object([field]) if field.name == "kind" => match field.encoding {
            Encoding::Constant(kind) => Some(kind),
            _ => None,
        },
        _ => None,
    }
}
