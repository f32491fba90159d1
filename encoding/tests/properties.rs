//! What holds for all values that are made without their schema. For values and bytes of every attribute, made from schemas, the
//! guarantees of `fuzz/bodies` hold.

use crate::common::zoo::{Animal, Tree, Zoo};
use crate::common::{foreseen, written};
use proptest::prelude::*;
use tezos_encoding::arena::Builder;
use tezos_encoding::{Arena, Decode, Encode, Limits, N, Validate, Z};

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
    fn a_value_comes_back(value in zoo()) {
        let bytes = written(&value);
        prop_assert_eq!(&Zoo::from_canonical_bytes(&bytes).unwrap(), &value);
        foreseen::<Zoo>(bytes.len());
        foreseen::<Tree>(value.tree.encoded_len().unwrap());
        for animal in &value.animals {
            foreseen::<Animal>(animal.encoded_len().unwrap());
        }
    }
}
