//! The Rust types that are compared with the reference, by the descriptions and names in the vectors.
//!
//! | module | encodings |
//! |---|---|
//! | [`numbers`] | integers, floats, `n`, `z`, booleans |
//! | [`text`] | strings and bytes |
//! | [`lists`] | lists, arrays, options, tuples, blocks |
//! | [`objects`] | objects and their fields |
//! | [`compact`] | compact encodings |
//! | [`unions`] | unions, enumerations, recursive types, user functions |
//! | [`micheline`] | Micheline, whose JSON is not that of its encoding |
//! | [`messages`] | messages between peers and their components |

mod compact;
mod lists;
pub(crate) mod messages;
mod micheline;
mod numbers;
mod objects;
mod row;
mod text;
mod unions;

use crate::engine::Engine;
use row::Row;

const FILES: &[&[Row]] = &[
    numbers::ROWS,
    numbers::RANGES,
    text::ROWS,
    text::SIZES,
    text::PREFIXES,
    lists::ROWS,
    lists::COUNTS,
    objects::ROWS,
    objects::BLOCKS,
    compact::ROWS,
    unions::ROWS,
    micheline::ROWS,
];

fn all() -> impl Iterator<Item = &'static Row> {
    FILES.iter().copied().flatten()
}

/// Returns the engine of the type with this description, if there is one.
pub(crate) fn find(description: &str) -> Option<Engine> {
    all().find(|(name, _)| *name == description).map(|(_, engine)| engine())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use tezos_encoding::schema::{Encoding, describe, grammar};

    use super::all;

    /// The derived schema prints like the parsed description and has the same size. No description has two types.
    #[test]
    fn the_schemas_are_those_of_the_descriptions() {
        let mut names = BTreeSet::new();
        for (name, engine) in all() {
            assert!(names.insert(*name), "{name} has two types");
            let print = |encoding: &'static Encoding| format!("{}{:?}", describe(encoding), encoding.size());
            let parsed = grammar::parse(name).unwrap_or_else(|mistake| panic!("{name}: {mistake}"));
            // The vectors use a name of their own for the definition.
            if !name.starts_with("micheline(") {
                assert_eq!(print(engine().encoding), print(parsed), "{name}");
            }
        }
        assert_eq!(names.len(), 236);
    }
}
