//! `bound = ".."`: bounds that replace the generated ones.

use std::marker::PhantomData;

use crate::common::*;

/// A type without an encoding, which is only used as a parameter.
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

/// Its parameter is a type without values and without a view.
#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(bound = "")]
struct Named<Unit> {
    #[encoding(bytes)]
    name: Vec<u8>,
    #[encoding(skip)]
    unit: PhantomData<Unit>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(bound(
    schema = "T: HasEncoding",
    read = "T: for<'a> NomReader<'a>",
    write = "T: BinWriter",
    view = "T: View + for<'a> NomReader<'a>, for<'a> T::View<'a>: Clone + std::fmt::Debug + PartialEq"
))]
struct Explicit<T> {
    value: T,
    #[encoding(bytes)]
    rest: Vec<u8>,
}

#[test]
fn bytes_and_views() {
    both(&Measured::<u16, Metres> { value: 7, unit: PhantomData }, "0007");
    both(&Either::<u8, &str>::Value(7), "00 07");
    both(&Either::<u8, &str>::Usual(""), "01");
    let view = NamedView::<Metres>::from_bytes(b"km").unwrap();
    assert_eq!(view.name, b"km");
    assert_eq!(view.to_owned().unwrap(), Named { name: b"km".to_vec(), unit: PhantomData });
    let view = ExplicitView::<u8>::from_bytes(b"\x07km").unwrap();
    assert_eq!((view.value, view.rest), (7, &b"km"[..]));
}
