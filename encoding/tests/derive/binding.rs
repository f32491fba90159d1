//! The rule that binds items to layers, as in the original crate: the items of a field apply from the
//! outside in; a wrapper goes around the layer of the next marker to its right, or around the innermost type.

#![allow(deprecated, reason = "a wrapper without a marker means the same as in the original crate")]

use crate::common::*;

#[derive(Debug, PartialEq, Clone, HasEncoding, NomReader, BinWriter)]
struct Item {
    a: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Chains {
    #[encoding(dynamic, list, dynamic, bytes)]
    fitness: Vec<Vec<u8>>,
    #[encoding(dynamic, list, dynamic, list)]
    lists: Vec<Vec<Item>>,
    #[encoding(option, dynamic, list)]
    optional: Option<Vec<Item>>,
    #[encoding(option, dynamic)]
    innermost_of_option: Option<Item>,
    #[encoding(dynamic, option, dynamic)]
    both_of_option: Option<Item>,
    #[encoding(dynamic)]
    elements: Vec<Item>,
}

/// A wrapper without a marker to its right goes around the innermost type; in a list, around each element.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Innermost {
    #[encoding(short_dynamic)]
    elements: Vec<Item>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct InnermostBytes {
    #[encoding(short_dynamic)]
    bytes: Vec<u8>,
    #[encoding(short_dynamic)]
    of_option: Option<Vec<u8>>,
    #[encoding(short_dynamic)]
    boxed: Box<Item>,
    #[encoding(short_dynamic)]
    boxed_elements: Vec<Option<Box<Item>>>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Limits {
    #[encoding(list = "2", dynamic)]
    outer: Vec<Item>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Orders {
    #[encoding(dynamic = "20", list = 4, sized = "2", bytes)]
    hashes: Vec<Vec<u8>>,
    #[encoding(bounded = 9, short_dynamic, list)]
    outside: Vec<Item>,
    #[encoding(short_dynamic, bounded = 9, list)]
    inside: Vec<Item>,
    #[encoding(list, bounded = "1")]
    last: Vec<Item>,
}

/// Several attributes form one chain, in order.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Apart {
    #[encoding(dynamic)]
    #[encoding(list, dynamic)]
    /// A doc comment between the attributes changes nothing.
    #[encoding(bytes)]
    fitness: Vec<Vec<u8>>,
}

/// Items that are not part of the chain may appear at any position.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(dynamic, tags = "u16", bounded = 20)]
#[encoding(ignore_unknown)]
enum Keys {
    #[encoding(dynamic, tag = 0x10, list, title = "Tenth", bytes = 2)]
    List(#[allow(unused)] Vec<[u8; 2]>),
    #[encoding(tag = 3)]
    Named {
        #[encoding(dynamic, name = "values", list)]
        items: Vec<u8>,
    },
}

fn items(bytes: &[u8]) -> Vec<Item> {
    bytes.iter().map(|a| Item { a: *a }).collect()
}

#[test]
fn chains_of_the_original_crate() {
    let value = Chains {
        fitness: vec![vec![1], vec![]],
        lists: vec![items(&[2]), items(&[])],
        optional: Some(items(&[3])),
        innermost_of_option: Some(Item { a: 4 }),
        both_of_option: Some(Item { a: 5 }),
        elements: items(&[6, 7]),
    };
    both(
        &value,
        "00000009 00000001 01 00000000 00000009 00000001 02 00000000 ff 00000001 03 ff 00000001 04 \
         00000006 ff 00000001 05 00000001 06 00000001 07",
    );
}

#[test]
fn wrappers_without_a_marker() {
    both(&Innermost { elements: items(&[1, 2]) }, "0101 0102");
    both(&Innermost { elements: vec![] }, "");
    let value = InnermostBytes {
        bytes: vec![1],
        of_option: Some(vec![2]),
        boxed: Box::new(Item { a: 3 }),
        boxed_elements: vec![Some(Box::new(Item { a: 4 })), None],
    };
    both(&value, "01 01 ff 01 02 01 03 ff 01 04 00");
}

#[test]
fn each_wrapper_goes_around_its_layer() {
    both(&Limits { outer: items(&[1]) }, "00000001 01");
    schema_contains::<Orders>(&[
        "Bounded { limit: 20",
        "List",
        "Sized { bytes: 2",
        "\"outside\"",
        "Bounded { limit: 9",
        "Dynamic",
        "List",
    ]);
    schema_contains::<Orders>(&[
        "\"inside\"",
        "Dynamic",
        "Bounded { limit: 9",
        "List",
        "\"last\"",
        "List",
        "Bounded { limit: 1",
    ]);
    let value = Orders {
        hashes: vec![vec![1, 2], vec![3, 4]],
        outside: items(&[5]),
        inside: items(&[6]),
        last: items(&[7, 8]),
    };
    both(&value, "00000004 01020304 01 05 01 06 0708");
}

#[test]
fn several_attributes_and_items_between_them() {
    both(&Apart { fitness: vec![vec![1]] }, "00000005 00000001 01");
    schema_contains::<Keys>(&[
        "Dynamic",
        "Bounded { limit: 20",
        "Union { tag: U16",
        "tag: 16, title: \"Tenth\"",
        "Dynamic",
        "List",
    ]);
    schema_contains::<Keys>(&[
        "Bounded { limit: 2,",
        "tag: 3, ",
        "\"values\"",
        "Dynamic",
        "List",
        "ignore_unknown: true",
    ]);
    both(&Keys::List(vec![[1, 2]]), "00000008 0010 00000002 0102");
    both(&Keys::Named { items: vec![9] }, "00000007 0003 00000001 09");
}
