//! What holds for all values and all bytes.

use crate::common::zoo::{Animal, Tree, Zoo};
use proptest::prelude::*;
use tezos_encoding::arena::Builder;
use tezos_encoding::schema::Class;
use tezos_encoding::{Arena, BinWriter, Decode, Encode, HasEncoding, Limits, N, NomReader, Validate, Z};

/// The same schema for borrowed values.
#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Borrowed<'a> {
    text: &'a str,
    #[encoding(dynamic)]
    bytes: &'a [u8],
    #[encoding(dynamic, list)]
    list: Vec<&'a str>,
}

/// Numbers of any size in what holds fewer, which a schema does not know.
#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Machine(#[encoding(zarith)] i64, #[encoding(narith)] u64);

fn bytes(max: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..=max)
}

fn text(max: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(any::<char>(), 0..=max.div_euclid(4)).prop_map(|letters| letters.into_iter().collect())
}

fn animal() -> impl Strategy<Value = Animal> {
    prop_oneof![
        Just(Animal::Nothing),
        any::<u32>().prop_map(Animal::One),
        (any::<bool>(), any::<Option<u8>>()).prop_map(|(a, b)| Animal::Several(a, b)),
        (text(60), prop::collection::vec(any::<u16>(), 0..=10)).prop_map(|(name, legs)| Animal::Named { name, legs }),
    ]
}

fn tree() -> impl Strategy<Value = Tree> {
    any::<u8>().prop_map(Tree::Leaf).prop_recursive(5, 20, 3, |inner| {
        let boxed = || inner.clone().prop_map(Box::new);
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..=3).prop_map(Tree::Node),
            (boxed(), boxed()).prop_map(|(left, right)| Tree::Pair { left, right }),
            (prop::option::of(boxed()), text(8)).prop_map(|(inner, name)| Tree::Perhaps { inner, name }),
        ]
    })
}

prop_compose! {
    fn zoo()(
        (flag, numbers, ranged, size) in
            (any::<bool>(), any::<(i8, u16, i32, u64)>(), -0x4000_0000..=0x3fff_ffff_i32, 0..=0x3fff_ffff_u32),
        (z, n) in (any::<i128>(), any::<u128>()),
        (hash, pairs, text, bytes) in (any::<[u8; 4]>(), any::<[(u8, u16); 2]>(), text(40), bytes(40)),
        fitness in prop::collection::vec(bytes(30), 0..=5),
        hashes in prop::collection::vec(any::<[u8; 3]>(), 0..=6),
        animals in prop::collection::vec(animal(), 0..=4),
        levels in prop::option::of(prop::collection::vec(any::<i16>(), 0..=4)),
        tree in tree(),
        (fixed, rest, last) in (any::<[u16; 2]>(), bytes(20), any::<(u8, u16)>()),
    ) -> Zoo {
        let (z, n, fixed) = (Z::from(z), N::from(n), fixed.to_vec());
        Zoo {
            flag, numbers, ranged, size, z, n, hash, pairs, text, bytes, fitness, hashes, animals, levels, tree,
            fixed, rest, last,
        }
    }
}

/// The length is one that the schema foresees.
fn foreseen<T: HasEncoding>(len: usize) -> Result<(), TestCaseError> {
    let size = T::ENCODING.size();
    prop_assert!(size.least <= len, "{} bytes at least", size.least);
    prop_assert!(size.most.is_none_or(|most| len <= most), "{:?} bytes at most", size.most);
    match size.class {
        Class::Fixed(bytes) => prop_assert_eq!(bytes, len),
        Class::Dynamic | Class::Variable => {}
    }
    Ok(())
}

/// What is read from `input` is written and read again as the same; what is refused is refused everywhere.
fn stable<T>(input: &[u8]) -> Result<(), TestCaseError>
where
    T: for<'a> NomReader<'a> + HasEncoding + BinWriter + PartialEq + std::fmt::Debug,
{
    match T::from_bytes(input) {
        Ok(value) => {
            let written = value.to_bytes().unwrap();
            foreseen::<T>(written.len())?;
            prop_assert_eq!(&T::from_bytes(&written).unwrap(), &value);
            prop_assert_eq!(&T::from_canonical_bytes(&written).unwrap(), &value);
            prop_assert_eq!(T::from_canonical_bytes(input).is_ok(), written == input);
        }
        Err(error) => {
            prop_assert!(T::from_canonical_bytes(input).is_err());
            prop_assert!(error.offset() <= input.len());
            prop_assert!(error.to_string().contains(error.kind().name()));
        }
    }
    Ok(())
}

/// With nodes and with boxes, bytes are the same value or refused alike; depths are those that boxes allow.
fn nodes_as_boxes(bytes: &[u8]) -> Result<(), TestCaseError> {
    let (boxes, nodes) =
        (Tree::from_bytes(bytes), Arena::<Tree>::from_bytes_with(bytes, Limits::default().with_max_depth(6)));
    match boxes {
        Ok(boxes) => {
            let nodes = nodes.unwrap();
            prop_assert_eq!(nodes.to_bytes().unwrap(), boxes.to_bytes().unwrap());
            prop_assert_eq!(nodes.encoded_len().unwrap(), boxes.encoded_len().unwrap());
            prop_assert_eq!(Tree::validate(bytes), Ok(()));
            let mut builder = Builder::new();
            for node in nodes.nodes() {
                builder.push(node.clone()).unwrap();
            }
            prop_assert_eq!(builder.finish().unwrap(), nodes);
        }
        Err(error) => {
            let valid = Tree::validate(bytes);
            prop_assert!(error.kind().name() == "Too_deep" || valid == Err(error.clone()));
            prop_assert_eq!(nodes.unwrap_err(), error);
        }
    }
    Ok(())
}

proptest! {
    #[test]
    fn nodes_and_boxes(value in tree(), place in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = value.to_bytes().unwrap();
        nodes_as_boxes(&bytes)?;
        prop_assert_eq!(&Tree::from_bytes(&bytes).unwrap(), &value);
        let place = place.index(bytes.len());
        bytes[place] = byte;
        nodes_as_boxes(&bytes)?;
        nodes_as_boxes(&bytes[..place])?;
    }

    #[test]
    fn a_value_comes_back(value in zoo(), z in any::<i64>(), n in any::<u64>()) {
        stable::<Machine>(&Machine(z, n).to_bytes().unwrap())?;
        prop_assert_eq!(Machine::from_bytes(&Machine(z, n).to_bytes().unwrap()).unwrap(), Machine(z, n));
        let bytes = value.to_bytes().unwrap();
        prop_assert_eq!(value.encoded_len().unwrap(), bytes.len());
        prop_assert_eq!(&Zoo::from_bytes(&bytes).unwrap(), &value);
        prop_assert_eq!(&Zoo::from_canonical_bytes(&bytes).unwrap(), &value);
        foreseen::<Zoo>(bytes.len())?;
        foreseen::<Tree>(value.tree.encoded_len().unwrap())?;
        for animal in &value.animals {
            foreseen::<Animal>(animal.encoded_len().unwrap())?;
        }
    }

    #[test]
    fn all_ways_of_writing_agree(value in zoo()) {
        let bytes = value.to_bytes().unwrap();
        let mut place = vec![0; bytes.len()];
        prop_assert_eq!(value.write_to_slice(&mut place).unwrap(), bytes.len());
        prop_assert_eq!(&place, &bytes);
        let mut stream = Vec::new();
        prop_assert_eq!(value.write_to(&mut stream).unwrap(), bytes.len());
        prop_assert_eq!(&stream, &bytes);
    }

    #[test]
    fn no_prefix_and_no_longer_input_is_the_value(value in zoo(), cut in any::<prop::sample::Index>(), more in bytes(3)) {
        let mut bytes = value.to_bytes().unwrap();
        let cut = cut.index(bytes.len());
        prop_assert!(Zoo::from_bytes(&bytes[..cut]) != Ok(value.clone()));
        if !more.is_empty() {
            bytes.extend(more);
            prop_assert!(Zoo::from_bytes(&bytes) != Ok(value));
        }
    }

    #[test]
    fn one_changed_byte(value in zoo(), place in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let mut bytes = value.to_bytes().unwrap();
        *place.get_mut(&mut bytes) = byte;
        stable::<Zoo>(&bytes)?;
    }

    #[test]
    fn any_bytes(input in bytes(200)) {
        stable::<Zoo>(&input)?;
        stable::<Vec<Animal>>(&input)?;
        stable::<Tree>(&input)?;
        stable::<(bool, Z, N, Option<String>)>(&input)?;
        stable::<Vec<[u8; 3]>>(&input)?;
        stable::<Vec<(i16, Option<u8>)>>(&input)?;
    }

    #[test]
    fn any_numbers(input in bytes(40)) {
        stable::<Machine>(&input)?;
        stable::<Z>(&input)?;
        stable::<N>(&input)?;
        stable::<Vec<Z>>(&input)?;
    }

    #[test]
    fn borrowed_values(text in text(20), bytes in bytes(20), list in prop::collection::vec(text(12), 0..=4)) {
        let value = Borrowed { text: &text, bytes: &bytes, list: list.iter().map(String::as_str).collect() };
        let written = value.to_bytes().unwrap();
        prop_assert_eq!(&Borrowed::from_bytes(&written).unwrap(), &value);
        prop_assert_eq!(value, Borrowed::from_canonical_bytes(&written).unwrap());
    }

    #[test]
    fn any_depth(levels in 0u32..10, tree in tree()) {
        let bytes = tree.to_bytes().unwrap();
        match Tree::from_bytes_with(&bytes, Limits::default().with_max_depth(levels)) {
            Ok(read) => prop_assert_eq!(read, tree),
            Err(error) => prop_assert_eq!(error.kind().name(), "Too_deep"),
        }
    }
}
