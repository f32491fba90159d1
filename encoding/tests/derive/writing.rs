//! All functions that write produce the same bytes; `common::both` checks this for every value of these tests.

use std::cell::Cell;

use tezos_encoding::{EncodeError, Measure, Sink};

use crate::common::*;

#[derive(Debug, PartialEq, Clone, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, depth = 100)]
struct Nested {
    label: u8,
    #[encoding(dynamic)]
    inner: Option<Box<Nested>>,
    #[encoding(short_dynamic, bytes)]
    tail: Vec<u8>,
}

#[derive(Debug, PartialEq, Clone, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, depth = 100)]
struct Wide {
    #[encoding(dynamic, list)]
    children: Vec<Wide>,
    #[encoding(dynamic, list, dynamic, bytes)]
    leaves: Vec<Vec<u8>>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(dynamic)]
struct Outer {
    #[encoding(dynamic, list = 4)]
    items: Vec<Item>,
    last: Case,
}

#[derive(Debug, PartialEq, Clone, HasEncoding, NomReader, BinWriter)]
struct Item {
    #[encoding(string = 3)]
    name: String,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Case {
    Named {
        #[encoding(dynamic(kind = "u8"), option, dynamic(kind = "u16"), list)]
        items: Option<Vec<Item>>,
        pair: (Item, Item),
    },
}

fn nested(levels: u8) -> Nested {
    let leaf = Nested { label: 0, inner: None, tail: vec![1] };
    (1..levels).fold(leaf, |inner, label| Nested {
        label,
        inner: Some(Box::new(inner)),
        tail: vec![label; usize::from(label % 3)],
    })
}

#[test]
fn a_chain_with_more_lengths_than_the_stack_holds() {
    for levels in [1, 2, 15, 16, 17, 18, 40, 100] {
        let value = nested(levels);
        let bytes = written(&value);
        assert_eq!(Nested::from_bytes(&bytes).unwrap(), value);
        assert_eq!(Nested::from_canonical_bytes(&bytes).unwrap(), value, "{levels} levels");
        fits_schema_size::<Nested>(bytes.len());
    }
    let end = ["inner"; 32].join(".");
    unwritable(&nested(101), "Too_deep", &format!("{end}… 36 levels ….{end}"));
}

#[test]
fn many_blocks_side_by_side_and_inside() {
    let leaf = |count: u8| Wide { children: vec![], leaves: (0..count).map(|n| vec![n; n.into()]).collect() };
    let node = |children| Wide { children, leaves: vec![vec![7]] };
    let row = |count: u8| (0..count).map(leaf).collect::<Vec<_>>();
    let value = node(vec![node(row(5)), node(vec![node(row(9)), leaf(3)]), leaf(0), node(row(3))]);
    // Sizes of more than two bytes.
    let long = Wide { children: vec![], leaves: vec![vec![7; 70_000]] };
    for value in [value, node(vec![long])] {
        let bytes = written(&value);
        assert_eq!(Wide::from_canonical_bytes(&bytes).unwrap(), value);
    }
}

#[test]
fn prefixes_of_all_widths() {
    let item = |name: &str| Item { name: name.to_owned() };
    let case = Case::Named { items: Some(vec![item("a")]), pair: (item("b"), item("")) };
    both(
        &Outer { items: vec![item("xyz")], last: case },
        "0000001e 00000007 00000003 78797a 00 08 ff 0005 00000001 61 00000001 62 00000000",
    );
}

#[test]
fn errors_carry_the_path() {
    let item = |name: &str| Item { name: name.to_owned() };
    let case = |name: &str| Case::Named { items: None, pair: (item(""), item(name)) };
    let items = vec![item(""), item("a"), item("ab"), item("abcd")];
    unwritable(&Outer { items, last: case("") }, "Size_limit_exceeded", "items[3].name");
    unwritable(&Outer { items: vec![], last: case("abcd") }, "Size_limit_exceeded", "last.pair.1.name");
    let items = Some(vec![item("abc"), item("abcd")]);
    let last = Case::Named { items, pair: (item(""), item("")) };
    unwritable(&Outer { items: vec![], last }, "Size_limit_exceeded", "last.items[1].name");
    let error = Outer { items: vec![item(""); 5], last: case("") }.to_bytes().unwrap_err();
    assert_eq!(error.to_string(), "items: at most 4 elements are allowed, found 5 (List_invalid_length)");
    let error = <[u16; 2]>::from_json("[]").unwrap_err().to_string();
    assert!(error.ends_with("expected exactly 2 elements, found 0 (Array_invalid_length)"), "{error}");
}

/// Nothing is written after an error, also if the stream would accept it.
#[test]
fn a_stream_that_fails() {
    struct FailsOnce(Option<std::io::ErrorKind>, usize);
    impl std::io::Write for FailsOnce {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.1 += 1;
            self.0.take().map_or(Ok(bytes.len()), |error| Err(error.into()))
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut stream = FailsOnce(Some(std::io::ErrorKind::StorageFull), 0);
    assert_eq!(nested(3).write_to(&mut stream).unwrap_err().kind(), std::io::ErrorKind::StorageFull);
    assert_eq!(stream.1, 1);
    assert_eq!(nested(1).write_to(&mut stream).unwrap(), nested(1).to_bytes().unwrap().len());
}

/// Otherwise, many small values would take quadratic time.
#[test]
fn a_vector_that_is_appended_to_grows_by_doubling() {
    let mut bytes = vec![0; 100];
    let full = bytes.capacity();
    7u8.encode_into(&mut bytes).unwrap();
    assert!(bytes.capacity() >= full + full / 2, "{}", bytes.capacity());
}

#[test]
fn errors_have_the_limit_and_what_was_found() {
    let item = Item { name: "abcd".to_owned() };
    assert_eq!(*item.to_bytes().unwrap_err().kind(), ErrorKind::SizeLimitExceeded { limit: 3, found: 4 });
    let long = Nested { label: 0, inner: None, tail: vec![0; 256] };
    assert_eq!(*long.to_bytes().unwrap_err().kind(), ErrorKind::SizeLimitExceeded { limit: 255, found: 256 });
    assert_eq!(*nested(101).to_bytes().unwrap_err().kind(), ErrorKind::TooDeep { limit: 100 });
}

#[test]
fn each_encoding_reports_its_limits() {
    use tezos_encoding::wire::*;

    fn kind<W: Writes<T>, T>(value: T) -> ErrorKind {
        W::write(&value, &mut Measure::new()).unwrap_err().kind().clone()
    }
    struct Share;
    impl FloatRange for Share {
        const MIN: f64 = 0.0;
        const MAX: f64 = 1.0;
    }
    let length = |max, found, array| ErrorKind::ListLength { max, found, writing: true, array };
    let [min, value, max] = [0.0, 1.5, 1.0].map(f64::to_bits);
    for (found, expected) in [
        (kind::<Ranged<10, 20>, _>(9i64), ErrorKind::InvalidInt { min: 10, value: 9, max: 20 }),
        (kind::<UintLikeN<300>, _>(-1i64), ErrorKind::InvalidInt { min: 0, value: -1, max: 300 }),
        (kind::<IntLikeZ<-5, 4>, _>(6i64), ErrorKind::InvalidInt { min: -5, value: 6, max: 4 }),
        (kind::<RangedFloat<Share>, _>(1.5), ErrorKind::InvalidFloat { min, value, max }),
        (kind::<List<Auto, 2, 1>, _>(vec![0u16; 3]), length(2, 3, false)),
        (kind::<List<Auto, 2, 1>, Box<[u16]>>(Box::new([0; 3])), length(2, 3, true)),
        (kind::<List<Auto, 2, 1>, Vec<u16>>(vec![]), ErrorKind::ListTooShort { min: 1, found: 0 }),
        (kind::<Counted<U8, Auto, 2>, _>(vec![0u16; 3]), length(2, 3, false)),
        (kind::<Counted<U8, Auto, 2>, Box<[u16]>>(Box::new([0; 3])), length(2, 3, true)),
        (kind::<Counted<U8, Auto>, _>(vec![0u16; 256]), length(255, 256, false)),
        (kind::<Exactly<Auto, 2>, _>(vec![0u16]), length(2, 1, false)),
        (kind::<Exactly<Auto, 2>, Box<[u16]>>(Box::new([0])), length(2, 1, true)),
        (kind::<Sized<Bytes, 3>, _>(vec![0u8; 2]), ErrorKind::BytesLength { expected: 3, found: 2 }),
        (kind::<Sized<Text, 3>, _>("abcd".to_owned()), ErrorKind::TextLength { expected: 3, found: 4 }),
        (kind::<Narrow<Bytes, 2>, _>(vec![0u8; 3]), ErrorKind::SizeLimitExceeded { limit: 2, found: 3 }),
    ] {
        assert_eq!(found, expected);
    }
}

thread_local! {
    static MEASURED: Cell<usize> = const { Cell::new(0) };
}

/// A byte, for which calls of the first pass are counted.
#[derive(Debug, PartialEq)]
struct Counting;

impl BinWriter for Counting {
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        sink.check(|_| {
            MEASURED.set(MEASURED.get() + 1);
            Ok(())
        })?;
        sink.put(&[7]);
        Ok(())
    }
}

#[derive(BinWriter)]
#[encoding(mu)]
enum Levels {
    End(Counting),
    More(#[encoding(dynamic(kind = "n"))] Box<Levels>),
    Suffixed(#[encoding(suffix_len(kind = "u16"))] Box<Levels>),
}

/// The number of times that a value is measured does not grow with the number of blocks around it.
#[test]
fn blocks_inside_blocks_are_measured_a_fixed_number_of_times() {
    for around in [Levels::More, Levels::Suffixed] {
        let counts = [2, 100].map(|levels| {
            let value = (0..levels).fold(Levels::End(Counting), |inner, _| around(Box::new(inner)));
            MEASURED.set(0);
            value.to_bytes().unwrap();
            MEASURED.get()
        });
        assert!(counts[1] <= counts[0] && counts[0] <= 3, "{counts:?}");
    }
}

/// Bytes are collected into a kilobyte before they are hashed: pieces that fill it, exceed it, and are longer than it.
#[test]
fn a_hash_of_pieces_of_all_lengths() {
    let around = |bytes: usize| bytes - 9..bytes + 9;
    for (first, second) in around(1024).zip(around(2048)).chain([(0, 5000), (3000, 0), (1024, 1024)]) {
        let pieces: Vec<Vec<u8>> = vec![vec![1; first], vec![2; 3], vec![3; second], vec![4; 700], vec![5; 700]];
        let pieces = (pieces, 0x0607_0809_u32);
        assert_eq!(pieces.hash::<Everything>().unwrap(), pieces.to_bytes().unwrap(), "{first} and {second} bytes");
    }
}

#[derive(Debug, PartialEq, Clone, HasEncoding, NomReader, BinWriter)]
#[encoding(mu, depth = 700)]
enum Chain {
    End,
    Link(i32, Box<Chain>),
}

/// A recursive type is hashed while it is traversed.
#[test]
fn a_hash_of_a_long_chain() {
    for links in [203, 204, 205, 206, 600] {
        let chain = (0..links).fold(Chain::End, |chain, number| Chain::Link(number, Box::new(chain)));
        assert_eq!(chain.hash::<Everything>().unwrap(), chain.to_bytes().unwrap());
    }
}
