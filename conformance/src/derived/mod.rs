//! Types derived with our attributes, by the descriptions of the reference's vectors.
//!
//! | file | encodings |
//! |---|---|
//! | `numbers` | integers, floats, `n`, `z`, booleans |
//! | `text` | strings and bytes |
//! | `lists` | lists, arrays, options, tuples, blocks |
//! | `objects` | objects and what stands in them |
//! | `compact` | compact encodings |
//! | `unions` | unions, names, recursive types, functions |

mod compact;
mod lists;
mod numbers;
mod objects;
mod text;
mod unions;

use super::codec::Codec;

/// A description and the type that has it.
type Row = (&'static str, Codec);

/// Descriptions, each with a type: `"tup(uint8, bool)" => tuple(u8, bool);`. Attributes before a description are the type's;
/// `named` is for a type that stands elsewhere.
macro_rules! rows {
    ($($(#[$attr:meta])* $name:literal => $kind:ident $body:tt;)*) => {
        &[$((
            $name,
            {
                $crate::derived::rows!(@$kind [$(#[$attr])*] $body);
                $crate::codec::Codec::with_json::<Row>()
            },
        ),)*]
    };
    (@tuple [$($attr:tt)*] $body:tt) => {
        #[derive(tezos_encoding::HasEncoding, tezos_encoding::NomReader, tezos_encoding::BinWriter)]
        $($attr)*
        struct Row $body;
    };
    (@object [$($attr:tt)*] $body:tt) => {
        #[derive(tezos_encoding::HasEncoding, tezos_encoding::NomReader, tezos_encoding::BinWriter)]
        $($attr)*
        struct Row $body
    };
    (@named [] ($type:ty)) => {
        type Row = $type;
    };
    (@union [$($attr:tt)*] $body:tt) => {
        #[derive(tezos_encoding::HasEncoding, tezos_encoding::NomReader, tezos_encoding::BinWriter)]
        $($attr)*
        enum Row $body
    };
}
use rows;

const FILES: &[&[Row]] = &[numbers::ROWS, text::ROWS, compact::ROWS, lists::ROWS, objects::ROWS, unions::ROWS];

/// The type of a description, if there is one.
pub(super) fn find(description: &str) -> Option<Codec> {
    let mut rows = FILES.iter().copied().flatten();
    rows.find(|(name, _)| *name == description).map(|(_, codec)| *codec)
}

#[cfg(test)]
mod tests {
    use tezos_encoding::schema::{Encoding, describe};

    use super::FILES;
    use tezos_encoding::schema::grammar;

    /// What is derived and what the description says are printed alike, and are as long.
    #[test]
    fn the_schemas_are_those_of_the_descriptions() {
        let mut different = Vec::new();
        for (name, codec) in FILES.iter().copied().flatten() {
            let read = grammar::parse(name).unwrap_or_else(|mistake| panic!("{name}: {mistake}"));
            let say = |encoding: &'static Encoding| format!("{}{:?}", describe(encoding), encoding.size());
            if say(codec.schema) != say(read) {
                different.push(format!("{name}: derived:\n{}description:\n{}", say(codec.schema), say(read)));
            }
        }
        assert!(different.is_empty(), "{}", different.join("\n"));
    }

    #[test]
    fn no_description_has_two_types() {
        let mut names: Vec<&str> = FILES.iter().copied().flatten().map(|(name, _)| *name).collect();
        names.sort_unstable();
        let count = names.len();
        names.dedup();
        assert_eq!(names.len(), count);
    }
}
