//! A type for each item of `#[encoding(..)]`. The modules are called houses, the types animals.

#![allow(dead_code, reason = "only the derives read the fields")]

mod cases;
mod compact;
mod fields;
mod json;
mod markers;
mod numbers;
mod recursive;
mod types;
mod wrappers;

use tezos_encoding::schema::Encoding;

use crate::input::Maker;
use crate::typed::{Subject, Traits, check};
use crate::{Known, Target};

/// A type of the zoo.
pub(crate) struct Animal {
    name: &'static str,
    encoding: &'static Encoding,
    check: fn(&[u8], Traits),
    traits: Traits,
}

impl Animal {
    const fn of<T: Subject>(name: &'static str, traits: Traits) -> Self {
        Self::with(name, T::ENCODING, check::<T>, traits)
    }

    const fn with(name: &'static str, encoding: &'static Encoding, check: fn(&[u8], Traits), traits: Traits) -> Self {
        Self { name, encoding, check, traits }
    }

    fn maker(&self) -> std::rc::Rc<Maker> {
        Maker::of(self.encoding, Vec::new)
    }
}

/// Declares the animals of a house, with their properties. Those in `views` are checked with views, those in `arenas` with arenas.
macro_rules! zoo {
    (views { $($viewed:ty: $view_traits:expr;)* } types { $($type:ty: $traits:expr;)* }
     $(arenas { $($recursive:ty: $recursive_traits:expr;)* })?) => {
        pub(super) const ANIMALS: &[crate::zoo::Animal] = &[
            $(crate::zoo::Animal::with(
                stringify!($viewed),
                <$viewed as tezos_encoding::HasEncoding>::ENCODING,
                crate::typed::check_with_view::<$viewed>,
                $view_traits,
            ),)*
            $(crate::zoo::Animal::of::<$type>(stringify!($type), $traits),)*
            $($(crate::zoo::Animal::with(
                stringify!($recursive),
                <$recursive as tezos_encoding::HasEncoding>::ENCODING,
                crate::typed::check_with_arena::<$recursive>,
                $recursive_traits,
            ),)*)?
        ];
    };
}
use zoo;

/// Returns the schemas of all animals.
pub(crate) fn encodings() -> impl Iterator<Item = &'static Encoding> {
    houses().into_iter().flat_map(|(_, animals)| animals).map(|animal| animal.encoding)
}

/// Returns all animals. Their names begin with those of their houses.
pub(crate) fn known() -> impl Iterator<Item = Known> {
    houses().into_iter().flat_map(|(house, animals)| {
        animals.iter().map(move |animal| {
            let (check, traits) = (animal.check, animal.traits);
            let name = format!("{house}::{}", animal.name);
            Known::new(name, animal.encoding, Vec::new, move |bytes| check(bytes, traits))
        })
    })
}

/// Returns a target for each house. The first byte of an input selects an animal.
pub(crate) fn targets() -> Vec<Target> {
    houses().into_iter().map(|(name, animals)| house(name, animals)).collect()
}

fn houses() -> [(&'static str, &'static [Animal]); 9] {
    [
        ("zoo_wrappers", wrappers::ANIMALS),
        ("zoo_markers", markers::ANIMALS),
        ("zoo_numbers", numbers::ANIMALS),
        ("zoo_fields", fields::ANIMALS),
        ("zoo_types", types::ANIMALS),
        ("zoo_cases", cases::ANIMALS),
        ("zoo_compact", compact::ANIMALS),
        ("zoo_json", json::ANIMALS),
        ("recursive", recursive::ANIMALS),
    ]
}

fn house(name: &str, animals: &'static [Animal]) -> Target {
    let body = move |input: &[u8]| {
        let Some((which, rest)) = input.split_first() else { return };
        let animal = &animals[usize::from(*which) % animals.len()];
        (animal.check)(&animal.maker().make(rest), animal.traits);
    };
    let seeds = move || {
        let of = |(which, animal): (u8, &Animal)| {
            let seeds = animal.maker().seeds().into_iter().step_by(5);
            seeds.map(move |seed| [&[which], &seed[..]].concat()).collect::<Vec<_>>()
        };
        (0..).zip(animals).flat_map(of).collect()
    };
    Target::plain(name, body, seeds)
}

#[cfg(test)]
mod tests {
    const HOUSES: [&str; 9] = [
        include_str!("wrappers.rs"),
        include_str!("markers.rs"),
        include_str!("numbers.rs"),
        include_str!("fields.rs"),
        include_str!("types.rs"),
        include_str!("cases.rs"),
        include_str!("compact.rs"),
        include_str!("json.rs"),
        include_str!("recursive.rs"),
    ];

    #[test]
    fn every_item_of_the_table_has_a_type() {
        let items: Vec<_> = crate::derive::items().collect();
        assert!(items.len() > 70, "{items:?}");
        for item in &items {
            // Of an item such as `list = MAX`, only the first word is searched for.
            let word: String = item.chars().take_while(|sign| sign.is_alphanumeric() || *sign == '_').collect();
            assert!(HOUSES.iter().any(|house| house.contains(&word)), "no type has {item}");
        }
    }
}
