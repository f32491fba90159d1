//! Rust types that need no attribute: structs, enums, types with parameters, and types of the standard library.

use std::borrow::Cow;

use crate::common::*;

#[derive(Debug, PartialEq, Clone, Copy, HasEncoding, NomReader, BinWriter)]
struct Unit;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct NoField {}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct NoElement();

#[derive(Debug, PartialEq, Clone, Copy, HasEncoding, NomReader, BinWriter)]
struct Newtype(u16);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Pair(u8, i16);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct One {
    only: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(first_match))]
enum Variants {
    Unit,
    NoField {},
    NoElement(),
    One(u16),
    Several(u8, u16),
    Named { a: u8, r#type: bool },
    Nested(Newtype, Unit),
}

#[test]
fn structs() {
    both(&Unit, "");
    both(&NoField {}, "");
    both(&NoElement(), "");
    both(&Newtype(1), "0001");
    both(&Pair(1, -1), "01 ffff");
    both(&One { only: 7 }, "07");
    refused::<Unit>("00", "Extra_bytes", "", 0);
}

#[test]
fn enums() {
    assert_eq!((size::<Pair>(), size::<Variants>()), (Size::fixed(3), Size::dynamic(1, Some(4))));
    both(&Variants::Unit, "00");
    both(&Variants::NoField {}, "01");
    both(&Variants::NoElement(), "02");
    both(&Variants::One(1), "03 0001");
    both(&Variants::Several(1, 2), "04 01 0002");
    both(&Variants::Named { a: 1, r#type: true }, "05 01 ff");
    both(&Variants::Nested(Newtype(1), Unit), "06 0001");
    refused::<Variants>("05 01", "Not_enough_data", "type", 2);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Generic<A, B = u8> {
    a: A,
    #[encoding(dynamic, list = 2)]
    b: Vec<B>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Either<A, B>
where
    A: Clone,
{
    Left(A),
    Right { b: B },
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Counted<T, const N: usize, const MAX: usize> {
    array: [T; N],
    bytes: [u8; N],
    #[encoding(dynamic, bytes)]
    rest: Vec<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct ByLifetime<'a> {
    #[encoding(dynamic)]
    bytes: &'a [u8],
    text: &'a str,
    cow: Cow<'a, str>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct TwoLifetimes<'a, 'b: 'a> {
    text: &'a str,
    #[encoding(bytes)]
    bytes: &'b [u8],
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Borrowing<'a, T> {
    Bytes(#[encoding(bytes)] &'a [u8]),
    Inner(ByLifetime<'a>),
    Value(T),
}

#[test]
fn parameters() {
    both(&Generic { a: 1u16, b: vec![2u8, 3] }, "0001 00000002 0203");
    both(&Generic { a: Generic { a: Unit, b: vec![1u8] }, b: vec![Newtype(4)] }, "00000001 01 00000002 0004");
    both(&Either::<u8, u16>::Left(1), "00 01");
    both(&Either::<u8, u16>::Right { b: 1 }, "01 0001");
    assert_eq!(size::<Either<u8, u16>>(), Size::dynamic(2, Some(3)));
    assert_eq!(size::<Either<u16, i16>>(), Size::fixed(3));
    both(&Counted::<u16, 2, 9> { array: [1, 2], bytes: [3, 4], rest: vec![] }, "00010002 0304 00000000");
    both(&Counted::<u16, 0, 0> { array: [], bytes: [], rest: vec![] }, "00000000");
}

#[test]
fn lifetimes() {
    let value = ByLifetime { bytes: &[1], text: "a", cow: Cow::Borrowed("b") };
    both(&value, "00000001 01 00000001 61 00000001 62");
    both(&TwoLifetimes { text: "a", bytes: &[2, 3] }, "00000001 61 0203");
    both(&Borrowing::<u16>::Bytes(&[1, 2]), "00 0102");
    both(&Borrowing::<u16>::Inner(value), "01 00000001 01 00000001 61 00000001 62");
    both(&Borrowing::<u16>::Value(7), "02 0007");
}

/// Borrowed values point into the input.
#[test]
fn nothing_is_copied() {
    let bytes = hex("00000001 61 0203");
    let value = TwoLifetimes::from_bytes(bytes).unwrap();
    assert!(std::ptr::eq(value.bytes, &raw const bytes[5..]));
    assert!(std::ptr::eq(value.text.as_bytes(), &raw const bytes[4..5]));
    let Cow::Borrowed(_) = ByLifetime::from_bytes(hex("00000000 00000000 00000001 62")).unwrap().cow else {
        panic!("not borrowed");
    };
}

#[test]
fn integers() {
    both(&i8::MIN, "80");
    both(&u8::MAX, "ff");
    both(&i16::MIN, "8000");
    both(&u16::MAX, "ffff");
    both(&i32::MIN, "80000000");
    both(&u32::MAX, "ffffffff");
    both(&i64::MIN, "8000000000000000");
    both(&u64::MAX, "ffffffffffffffff");
}

#[test]
fn booleans_and_floats() {
    both(&true, "ff");
    both(&false, "00");
    accepted("01", &true, "ff");
    both(&-0.0f64, "8000000000000000");
    assert_eq!(f64::from_json(&(-0.0f64).to_json().unwrap()).unwrap().to_bits(), (-0.0f64).to_bits());
    both(&f64::INFINITY, "7ff0000000000000");
    let nan = f64::from_bytes(hex("7ff0000000000001")).unwrap();
    assert_eq!(nan.to_bits(), 0x7ff0_0000_0000_0001);
    assert_eq!(written(&nan), hex("7ff0000000000001"));
}

#[test]
fn numbers_of_any_size() {
    both(&(N::from(300u64), Z::from(-300i64)), "ac02 ec04");
}

#[test]
fn text_and_bytes() {
    assert!(matches!((<&[u8]>::ENCODING, Vec::<u8>::ENCODING), (Encoding::Bytes(_), Encoding::Bytes(_))));
    both(&"a".to_owned(), "00000001 61");
    both(&"a", "00000001 61");
    both(&Cow::Borrowed("a"), "00000001 61");
    both(&Box::<str>::from("a"), "00000001 61");
    both(&&[1u8, 2][..], "0102");
    both(&vec![1u8, 2], "0102");
    both(&Box::<[u8]>::from([1, 2]), "0102");
    both(&Cow::Borrowed(&[1u8, 2][..]), "0102");
}

#[test]
fn boxes_arrays_and_tuples() {
    both(&Box::new(1u16), "0001");
    both(&Box::new(Variants::Several(1, 2)), "04 01 0002");
    // A reference is written like the value that it points to.
    assert_eq!(written(&&Pair(1, -1)), written(&Pair(1, -1)));
    both(&[1u16, 2, 3], "0001 0002 0003");
    both(&[[1u8; 2]; 2], "01010101");
    both(&["a".to_owned(), String::new()], "00000001 61 00000000");
    assert_eq!(size::<[String; 2]>().class, Class::Dynamic);
    both(&[Newtype(1), Newtype(2)], "0001 0002");
    // The first error is reported, regardless of the bytes after it.
    refused::<[(String, N); 3]>("00000001 61 05 00000000 8000 ffff", "Trailing_zero", "[1].1", 11);
    both(&[(); 3], "");
    both::<[(u8, u8); 0]>(&[], "");
    both(&(), "");
    both(&(1u8,), "01");
    both(&(1u8, true, "a".to_owned()), "01 ff 00000001 61");
    both(&(1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8, 9u8, 10u8), "0102030405060708090a");
    both(&(1u8, vec![2u16, 3]), "01 0002 0003");
    both(&vec![(1u8, true), (2, false)], "01ff 0200");
    refused::<(u8, String)>("01 00000002 61", "Not_enough_data", "1", 5);
}

#[test]
fn options_and_lists() {
    both(&Some(Newtype(1)), "ff 0001");
    both(&vec![Some(1u8), None], "ff01 00");
    both(&vec![[1u8, 2], [3, 4]], "0102 0304");
    refused::<Vec<[u8; 2]>>("010203", "Not_enough_data", "[1]", 2);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Name(String);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Version {
    name: Name,
    pair: Newtype,
    database: u16,
    known: bool,
    protocol: u16,
}

#[test]
fn fields_after_a_user_defined_type() {
    let version = Version { name: Name("ab".to_owned()), pair: Newtype(1), database: 2, known: true, protocol: 3 };
    let hex_of = "00000002 6162 0001 0002 ff 0003";
    both(&version, hex_of);
    refused::<Version>("00000002 6162 00", "Not_enough_data", "pair", 6);
    refused::<Version>("00000002 6162 0001 00", "Not_enough_data", "database", 8);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Kind {
    Text { text: String, low: u16, high: u32 },
    Numbers(bool, i64),
}

#[test]
fn numbers_after_text_and_in_variants() {
    let text = Kind::Text { text: "a".to_owned(), low: 1, high: 2 };
    both(&text, "00 00000001 61 0001 00000002");
    both(&Kind::Numbers(true, -1), "01 ff ffffffffffffffff");
}
