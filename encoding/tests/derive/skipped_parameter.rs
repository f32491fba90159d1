//! A type parameter that only fields with `skip` mention has no bounds.

use std::marker::PhantomData;

use crate::common::*;
use tezos_encoding::View;

/// A unit of measurement, which has no encoding and no other traits.
struct Metre;

#[derive(HasEncoding, NomReader, BinWriter, View)]
struct Length<U> {
    value: u32,
    #[encoding(bytes)]
    note: Vec<u8>,
    #[encoding(skip)]
    unit: PhantomData<U>,
}

#[test]
fn it_needs_no_encoding() {
    let length: Length<Metre> = Length { value: 7, note: vec![1], unit: PhantomData };
    let bytes = length.to_bytes().unwrap();
    assert_eq!(bytes, hex("00000007 01"));
    assert_eq!(Length::<Metre>::from_bytes(&bytes).unwrap().value, 7);
    assert_eq!(LengthView::<Metre>::from_bytes(&bytes).unwrap().to_owned().unwrap().note, [1]);
}

/// The lints that are allowed on a type are allowed on its view.
#[deny(non_camel_case_types)]
mod lints {
    use super::*;

    #[allow(non_camel_case_types, reason = "the name in another language")]
    #[derive(HasEncoding, NomReader, BinWriter, View)]
    pub(super) struct block_header {
        #[encoding(bytes)]
        pub(super) bytes: Vec<u8>,
    }
}

#[test]
fn lints_hold_for_the_view_too() {
    assert_eq!(lints::block_headerView::from_bytes(&[1]).unwrap().bytes, [1]);
}
