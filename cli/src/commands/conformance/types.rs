//! Derived types, by the descriptions of the reference's vectors.

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

use super::codec::Codec;

/// The type of a description, if there is one.
pub(super) fn find(description: &str) -> Option<Codec> {
    Some(match description {
        r#"obj{a: bool; b: constant("B"); c: empty; d: null; e: uint8}"# => Codec::of::<Nothings>(),
        "obj{a: uint8; b=7: uint8}" => Codec::of::<Usual>(),
        r#"obj{kind: constant("k"); v: uint8}"# => Codec::of::<Kind>(),
        "merge_objs(obj{a: uint8}, obj{b: string; c?: bool})" => Codec::of::<Merged>(),
        "merge_objs(merge_objs(obj{z: uint16}, obj{y: bool}), obj{x: variable_bytes})" => Codec::of::<MergedTwice>(),
        _ => return None,
    })
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Nothings {
    a: bool,
    b: (),
    c: (),
    d: (),
    e: u8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Usual {
    a: u8,
    b: u8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Kind {
    kind: (),
    v: u8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Merged {
    a: u8,
    #[encoding(string)]
    b: Vec<u8>,
    c: Option<bool>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct MergedTwice {
    z: u16,
    y: bool,
    #[encoding(bytes)]
    x: Vec<u8>,
}
