//! What the JSON of an encoding looks like, from the schema alone.

use alloc::vec::Vec;

use crate::schema::{Encoding, Part};

/// Elements of a tuple or of merged tuples; nothing where not all values have as many.
pub(crate) fn elements(encoding: &'static Encoding) -> Option<usize> {
    counted(encoding, &mut Vec::new())
}

/// The same; `seen` are the recursive types around.
fn counted(encoding: &'static Encoding, seen: &mut Vec<&'static str>) -> Option<usize> {
    match encoding {
        Encoding::Tuple(elements) => Some(elements.len()),
        Encoding::Compact(compact) => match compact.part {
            Part::Tuple(parts) => Some(parts.len()),
            Part::Payload(inner) => counted(inner, seen),
            _ => None,
        },
        Encoding::Merge(parts) => {
            parts.iter().try_fold(0usize, |sum, part| Some(sum.saturating_add(counted(part, seen)?)))
        }
        Encoding::Union { cases, .. } => {
            let mut counts = cases.iter().map(|case| counted(case.payload, seen));
            let first = counts.next()??;
            counts.all(|count| count == Some(first)).then_some(first)
        }
        Encoding::Mu(mu) if !seen.contains(&mu.name) => {
            seen.push(mu.name);
            let count = counted((mu.body)(), seen);
            seen.pop();
            count
        }
        _ => counted(encoding.wrapped()?, seen),
    }
}

/// Whether an object has a field of this name. A recursive part may have any.
pub(crate) fn has_field(encoding: &Encoding, name: &str) -> bool {
    match encoding {
        Encoding::Object(fields) => fields.iter().any(|field| field.name == name),
        Encoding::Merge(parts) => parts.iter().any(|part| has_field(part, name)),
        Encoding::Union { cases, .. } => cases.iter().any(|case| has_field(case.payload, name)),
        Encoding::Select(select) => select.cases.iter().any(|case| has_field(case.encoding, name)),
        Encoding::Split(split) => has_field(split.json, name),
        Encoding::Compact(compact) => part_has_field(compact.part, name),
        Encoding::Mu(_) | Encoding::Assoc { .. } | Encoding::Json => true,
        _ => encoding.wrapped().is_some_and(|inner| has_field(inner, name)),
    }
}

/// The same of a part of a compact encoding.
fn part_has_field(part: &Part, name: &str) -> bool {
    match part {
        Part::Object(fields) => fields.iter().any(|field| field.name == name),
        Part::Union(cases) => cases.iter().any(|case| part_has_field(case.part, name)),
        Part::Payload(encoding) => has_field(encoding, name),
        _ => false,
    }
}
