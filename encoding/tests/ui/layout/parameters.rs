//! Rules of types with parameters: checked at the declaration if all are lifetimes, otherwise where the type is used.

use tezos_encoding::schema::Encoding;
use tezos_encoding::{BinWriter, HasEncoding, NomReader};

#[derive(HasEncoding, NomReader, BinWriter)]
struct Unit;

#[derive(HasEncoding, NomReader, BinWriter)]
struct Borrowed<'a> {
    #[encoding(dynamic, bytes)]
    bytes: &'a [u8],
    #[encoding(list)]
    units: Vec<Unit>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Many<T> {
    #[encoding(dynamic, list)]
    items: Vec<T>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Pair<A, B> {
    first: A,
    second: B,
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu)]
struct Tree<T> {
    label: T,
    #[encoding(dynamic, list)]
    children: Vec<Tree<T>>,
}

/// Cases whose JSON does not depend on the parameter: an error at the declaration.
#[derive(HasEncoding, NomReader, BinWriter)]
enum Internal<E> {
    Transfer(E),
    StartOfLevel,
    EndOfLevel,
}

const _: &Encoding = Many::<u16>::ENCODING;
const _: &Encoding = Pair::<u8, Vec<u8>>::ENCODING;
const _: &Encoding = Tree::<u8>::ENCODING;

const _: &Encoding = Many::<Unit>::ENCODING;
const _: &Encoding = Pair::<Vec<u8>, Vec<u8>>::ENCODING;

fn main() {}
