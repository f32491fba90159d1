//! `bound = ".."`: bounds that replace the generated ones.

use std::fmt::Debug;
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
    view = "T: View + for<'a> NomReader<'a>, for<'a> T::View<'a>: Clone + Debug + PartialEq"
))]
struct Explicit<T> {
    value: T,
    #[encoding(bytes)]
    rest: Vec<u8>,
}

/// What is read from any input and written, as the kernels of Octez bound their messages (`kernel_sdk/encoding`).
trait Expr: HasEncoding + BinWriter + for<'a> NomReader<'a> {}
impl Expr for u16 {}

/// A trait that implies nothing.
trait Marked {}
impl Marked for u16 {}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Bounded<T: for<'a> NomReader<'a>, U>
where
    U: Expr,
{
    first: T,
    #[encoding(dynamic, list)]
    next: Vec<U>,
    #[encoding(skip)]
    absent: Option<U>,
}

/// The parameter is in a form with a local type, in a type with parameters, and behind the name of the type.
#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, json(first_match))]
enum Tree<M: Marked, E: Expr + Clone, T: Debug> {
    Leaf(M),
    Pair(#[encoding(guard = "is_any")] Pair<E, T>),
    Node {
        #[encoding(option)]
        mark: Option<M>,
        #[encoding(dynamic, list)]
        children: Vec<Tree<M, E, T>>,
    },
}

#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Pair<E: Expr, T>(E, T);

fn is_any<T>(_: &T) -> Result<(), String> {
    Ok(())
}

/// Only the bounds of the user are known.
fn round_trip<E: Expr + Clone + PartialEq + Debug>(value: &E, hex: &str) {
    both(&Pair(value.clone(), 1_u8), hex);
    let bounded: Bounded<E, E> = Bounded { first: value.clone(), next: vec![], absent: None };
    let read = Bounded::<E, E>::from_bytes(&bounded.to_bytes().unwrap()).unwrap();
    assert_eq!(read.first, *value);
}

#[test]
fn the_bounds_of_the_user_are_kept() {
    both(&Bounded { first: 1_u8, next: vec![2_u16, 3], absent: None }, "01 00000004 0002 0003");
    let tree = Tree::Node { mark: Some(7_u16), children: vec![Tree::Leaf(8), Tree::Pair(Pair(9_u16, 10_u8))] };
    both(&tree, "02 ff 0007 00000007 00 0008 01 0009 0a");
    round_trip(&5_u16, "0005 01");
    assert_eq!(PairView::<u16, u8>::from_bytes(&[0, 5, 1]).unwrap(), PairView(5, 1));
}

/// Types that contain each other: bounds on these fields would need each other, and the compiler would not end.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, json(first_match))]
enum Branch<E: Expr> {
    Leaf(E),
    Fork(Box<Fork<E>>),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Fork<E: Expr> {
    #[encoding(dynamic)]
    left: Branch<E>,
    right: Branch<E>,
}

#[test]
fn types_that_contain_each_other() {
    let fork = Fork { left: Branch::Leaf(1_u16), right: Branch::Leaf(2) };
    both(&Branch::Fork(Box::new(fork)), "01 00000003 00 0001 00 0002");
}

/// A payload that is borrowed when read, and anything that has bytes when written (`ExternalMessageFrame`).
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Frame<T: AsRef<[u8]>> {
    Targeted {
        address: [u8; 2],
        #[encoding(rest)]
        contents: T,
    },
}

#[test]
fn payloads_of_any_bytes() {
    let frame = Frame::Targeted { address: [1, 2], contents: &b"abc"[..] };
    both(&frame, "00 0102 616263");
    let owned = Frame::Targeted { address: [1, 2], contents: b"abc".to_vec() };
    both(&owned, "00 0102 616263");
    let boxed = Frame::Targeted::<Box<[u8]>> { address: [1, 2], contents: Box::from(*b"abc") };
    assert_eq!(boxed.to_bytes().unwrap(), frame.to_bytes().unwrap());
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
