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
mod text;
mod unions;

use crate::engine::Engine;

/// A description, and the engine of its type.
type Row = (&'static str, fn() -> Engine);

/// Makes a [`Row`] of a description and a type, which is declared as `tuple(u8, bool)`, `object { a: u8 }`, `union { A(u8) }` or
/// `named(Type)`, with its attributes before it.
macro_rules! row {
    ($name:expr, [$($attr:tt)*] tuple $body:tt) => { $crate::types::row!(@ $name, [$($attr)*] struct Row $body;) };
    ($name:expr, [$($attr:tt)*] object $body:tt) => { $crate::types::row!(@ $name, [$($attr)*] struct Row $body) };
    ($name:expr, [$($attr:tt)*] union $body:tt) => { $crate::types::row!(@ $name, [$($attr)*] enum Row $body) };
    ($name:expr, [] named($type:ty)) => { ($name, $crate::engine::Engine::of::<$type>) };
    (@ $name:expr, [$($attr:tt)*] $($item:tt)+) => {{
        #[derive(tezos_encoding::HasEncoding, tezos_encoding::NomReader, tezos_encoding::BinWriter)]
        $($attr)*
        $($item)+
        ($name, $crate::engine::Engine::of::<Row>)
    }};
}
use row;

/// Makes rows of `"tup(uint8, bool)" => tuple(u8, bool);`.
macro_rules! rows {
    ($($(#[$attr:meta])* $name:literal => $kind:ident $body:tt;)*) => {
        &[$($crate::types::row!($name, [$(#[$attr])*] $kind $body)),*]
    };
}
use rows;

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
