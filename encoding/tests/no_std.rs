//! A user's crate without the standard library: generated code needs `core` and, for lists and text, `alloc`.

#![allow(
    clippy::arithmetic_side_effects,
    clippy::indexing_slicing,
    clippy::panic,
    clippy::unwrap_used,
    reason = "a failing test panics"
)]
#![no_std]

extern crate alloc;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use tezos_encoding::{BinWriter, Decode, Encode, HasEncoding, NomReader};

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(dynamic, guard = "accept")]
struct Message<'a> {
    #[encoding(dynamic, list = 2)]
    list: Vec<Tree>,
    #[encoding(option, string = 3)]
    text: Option<String>,
    #[encoding(bytes)]
    rest: &'a [u8],
}

fn accept(_: &Message<'_>) -> Result<(), u8> {
    Ok(())
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, tags = "u16")]
enum Tree {
    Leaf,
    Node { child: Box<Tree> },
}

#[test]
fn round() {
    let list = alloc::vec![Tree::Node { child: Box::new(Tree::Leaf) }];
    let value = Message { list, text: Some(String::from("a")), rest: &[7] };
    let bytes = value.to_bytes().unwrap();
    assert_eq!(bytes, [0, 0, 0, 15, 0, 0, 0, 4, 0, 1, 0, 0, 0xff, 0, 0, 0, 1, b'a', 7]);
    assert_eq!(Message::from_bytes(&bytes).unwrap(), value);
}
