//! `skip`, `skip = expr`: not on the wire.

use crate::common::*;

fn counted() -> u64 {
    41 + 1
}

/// Implements none of the three traits.
#[derive(Debug, PartialEq, Default)]
struct Cache(Option<String>);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Skipping {
    #[encoding(skip)]
    before: Cache,
    a: u8,
    #[encoding(skip = "counted()")]
    quoted: u64,
    #[encoding(skip = vec![1, 2])]
    bare: Vec<i32>,
    b: u16,
    #[encoding(skip)]
    after: Cache,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Newtype(u32, #[encoding(skip)] Cache);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Variants {
    Tuple(#[encoding(skip = 9)] u8, u16),
    Named {
        #[encoding(skip)]
        cache: Cache,
        value: u8,
    },
    Nothing(#[encoding(skip)] Cache),
}

/// A skipped field does not require that its parameter has an encoding.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Generic<T> {
    value: T,
    #[encoding(skip)]
    note: Option<T>,
}

#[test]
fn on_the_wire() {
    let value =
        Skipping { before: Cache::default(), a: 1, quoted: 42, bare: vec![1, 2], b: 2, after: Cache::default() };
    both(&value, "01 0002");
    both(&Newtype(7, Cache::default()), "00000007");
    both(&Variants::Tuple(9, 3), "00 0003");
    both(&Variants::Named { cache: Cache::default(), value: 4 }, "01 04");
    both(&Variants::Nothing(Cache::default()), "02");
    both(&Generic { value: 3u16, note: None }, "0003");
}

#[test]
fn skipped_fields_are_not_written_and_read_as_the_default() {
    let value = Newtype(7, Cache(Some("anything".to_owned())));
    assert_eq!(written(&value), hex("00000007"));
    assert_eq!(Newtype::from_bytes(hex("00000007")).unwrap().1, Cache(None));
    assert_eq!(written(&Variants::Tuple(200, 3)), hex("00 0003"));
}
