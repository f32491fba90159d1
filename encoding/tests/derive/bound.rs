//! `bound = ".."`: bounds of the user's in the place of ours.

use std::marker::PhantomData;

use tezos_encoding::{BinWriter, HasEncoding, NomReader};

use crate::common::{both, shape};

/// Not on the wire, and without an encoding.
#[derive(Debug, PartialEq)]
enum Metres {}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(bound = "T: HasEncoding + BinWriter + for<'a> NomReader<'a>")]
struct Measured<T, Unit> {
    value: T,
    #[encoding(skip)]
    unit: PhantomData<Unit>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(bound(
    schema = "T: HasEncoding, U: Default",
    read = "T: Default + for<'a> NomReader<'a>, U: Default",
    write = "T: BinWriter"
))]
enum Either<T, U> {
    Value(T),
    Usual(#[encoding(skip)] U),
}

#[test]
fn bytes() {
    both(&Measured::<u16, Metres> { value: 7, unit: PhantomData }, "0007");
    assert_eq!(shape::<Measured<u16, Metres>>(), "{value: uint16}");
    both(&Either::<u8, &str>::Value(7), "00 07");
    both(&Either::<u8, &str>::Usual(""), "01");
}
