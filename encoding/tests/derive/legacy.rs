//! `legacy = "Old"`: reads the current encoding, or else the older one, which is never written.

use tezos_encoding::schema::slice;
use tezos_encoding::{HeapBudget, Limits, Reader};

use std::fmt::Debug;

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct OldTicket {
    #[encoding(string = 4)]
    ticketer: String,
    amount: u8,
}

/// The first byte is `ff`, which no size starts with; a block follows.
#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(legacy = "OldTicket", guard = "positive", magic = "b\"\\xff\"", dynamic)]
struct Ticket {
    #[encoding(string = 4)]
    ticketer: String,
    amount: u32,
}

fn positive(ticket: &Ticket) -> Result<(), &'static str> {
    if ticket.amount > 0 { Ok(()) } else { Err("an empty ticket") }
}

impl TryFrom<OldTicket> for Ticket {
    type Error = &'static str;

    fn try_from(old: OldTicket) -> Result<Self, &'static str> {
        if old.ticketer.is_empty() {
            Err("nobody")
        } else {
            Ok(Self { ticketer: old.ticketer, amount: old.amount.into() })
        }
    }
}

/// The forms of a ticket with any contents; only the trait of the user is known of them.
trait Contents: HasEncoding + BinWriter + for<'a> NomReader<'a> + Debug + PartialEq {}
impl Contents for u16 {}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(magic = "[1]")]
struct Untyped<T: Contents>(T, u8);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(legacy = "Untyped<T>", magic = "[2]")]
struct Typed<T: Contents> {
    contents: T,
    amount: u32,
}

impl<T: Contents> From<Untyped<T>> for Typed<T> {
    fn from(Untyped(contents, amount): Untyped<T>) -> Self {
        Self { contents, amount: amount.into() }
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(legacy = "(T,)", magic = "[2]")]
struct OfOne<T>(T, T);

impl<T: Default> From<(T,)> for OfOne<T> {
    fn from((first,): (T,)) -> Self {
        Self(first, T::default())
    }
}

#[test]
fn types_with_parameters() {
    both(&Typed { contents: 7_u16, amount: 8 }, "02 0007 00000008");
    assert_eq!(Typed::<u16>::from_bytes(hex("01 0007 08")).unwrap(), Typed { contents: 7, amount: 8 });
    assert_eq!(schema::to_json(Typed::<u16>::ENCODING, hex("01 0007 08")).unwrap(), r#"{"contents":7,"amount":8}"#);
    assert_eq!(OfOne::<u16>::from_bytes(hex("0007")).unwrap(), OfOne(7, 0));
    both(&OfOne(7_u16, 8), "02 0007 0008");
}

fn ticket(amount: u32) -> Ticket {
    Ticket { ticketer: "KT".to_owned(), amount }
}

const CURRENT: &str = "ff 0000000a 00000002 4b54 00000007";
const OLDER: &str = "00000002 4b54 07";

#[test]
fn both_encodings_are_read_and_the_current_one_is_written() {
    both(&ticket(7), CURRENT);
    let read = Ticket::from_bytes(hex(OLDER)).unwrap();
    assert_eq!(read, ticket(7));
    assert_eq!(read.to_bytes().unwrap(), hex(CURRENT));
    assert!(Ticket::from_canonical_bytes(hex(OLDER)).is_err());
    assert!(Ticket::from_canonical_bytes(hex(CURRENT)).is_ok());
}

#[test]
fn if_both_are_refused_the_error_is_that_of_the_current_encoding() {
    // Incomplete.
    refused::<Ticket>("ff 0000000a 00000002 4b54 000000", "Not_enough_data", "", 5);
    // An old value that its conversion refuses.
    refused::<Ticket>("00000000 07", "Invalid_magic", "", 0);
    // An incomplete old value, and no bytes.
    refused::<Ticket>("00000002 4b", "Invalid_magic", "", 0);
    refused::<Ticket>("", "Not_enough_data", "", 0);
    refused::<Ticket>("00000002 4b54 07 00", "Extra_bytes", "", 7);
    refused::<Ticket>("ff 0000000a 00000002 4b54 00000000", "User_invariant_guard", "", 5);
}

#[test]
fn the_size_covers_both_encodings() {
    assert_eq!((size::<Ticket>().class, size::<Ticket>().least, size::<Ticket>().most), (Class::Dynamic, 5, Some(17)));
    assert_eq!((size::<Level>().class, size::<Same>().class), (Class::Dynamic, Class::Fixed(2)));
    assert_eq!((<Level as NomReader>::FACTS.fixed_size, <Same as NomReader>::FACTS.fixed_size), (None, Some(2)));
}

/// Two values in sequence: the end of each follows from its own bytes.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Batch {
    #[encoding(dynamic, list)]
    tickets: Vec<Ticket>,
    last: Ticket,
}

#[test]
fn limits_and_blocks_still_apply() {
    let bytes = "00000017 00000002 4b54 07  ff 0000000a 00000002 4b54 00000008  00000002 4b54 09";
    let bytes = bytes.replace("00000017", "00000016");
    let read = Batch::from_bytes(hex(&bytes)).unwrap();
    assert_eq!(read, Batch { tickets: vec![ticket(7), ticket(8)], last: ticket(9) });
    assert_eq!(schema::to_json(Batch::ENCODING, hex(&bytes)).unwrap(), read.to_json().unwrap());
    let mut input = Reader::new(hex("00000002 4b54 07 01"));
    assert_eq!(Ticket::read(&mut input).unwrap(), ticket(7));
    assert_eq!(input.remaining(), [1]);
    refused::<Batch>("00000007 00000002 4b54 07  00000002 4b", "Invalid_magic", "last", 11);
}

#[test]
fn the_schema_describes_the_current_encoding() {
    let json = r#"{"ticketer":"KT","amount":7}"#;
    for bytes in [hex(CURRENT), hex(OLDER)] {
        assert_eq!(schema::to_json(Ticket::ENCODING, bytes).unwrap(), json);
        let value = schema::decode(Ticket::ENCODING, bytes).unwrap();
        assert_eq!(schema::encode(Ticket::ENCODING, &value).unwrap(), hex(CURRENT));
    }
    assert_eq!(Ticket::from_json(json).unwrap(), ticket(7));
    assert!(schema::json_schema(Ticket::ENCODING).contains("amount"));
}

#[test]
fn slices_follow_the_encoding_of_the_bytes() {
    let names = |bytes| {
        let slicing = slice(Ticket::ENCODING, bytes);
        assert_eq!(slicing.error, None);
        slicing.slices.iter().map(|slice| (slice.offset, slice.bytes.len())).collect::<Vec<_>>()
    };
    assert_eq!(names(hex(OLDER)), [(0, 4), (4, 2), (6, 1)]);
    assert_eq!(names(hex(CURRENT)), [(0, 1), (1, 4), (5, 4), (9, 2), (11, 4)]);
    let refused = slice(Ticket::ENCODING, hex("00000000 07"));
    assert_eq!(refused.error.unwrap().kind.name(), "Invalid_magic");
}

#[test]
fn the_type_is_its_own_view() {
    assert_eq!(<Ticket as View>::view(&mut Reader::new(hex(OLDER))).unwrap(), ticket(7));
}

/// `legacy` together with `from`, and a chain of older encodings.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Level0(u8);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(legacy = "Level0")]
struct Level1(u16);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(legacy = "Level1", from = "u32")]
struct Level(u64);

/// An older encoding of the same length, distinguished by its value.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(legacy = "Level1Only")]
struct Same(#[encoding(range = "0 ..= 0x200")] u16);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Level1Only(u16);

impl From<Level1Only> for Same {
    fn from(_: Level1Only) -> Self {
        Self(0x200)
    }
}

impl From<Level0> for Level1 {
    fn from(old: Level0) -> Self {
        Self(old.0.into())
    }
}

impl From<Level1> for Level {
    fn from(old: Level1) -> Self {
        Self(old.0.into())
    }
}

impl From<u32> for Level {
    fn from(level: u32) -> Self {
        Self(level.into())
    }
}

impl From<&Level> for u32 {
    fn from(level: &Level) -> Self {
        Self::try_from(level.0).unwrap_or(Self::MAX)
    }
}

#[test]
fn older_encodings_have_older_encodings() {
    both(&Level(5), "00000005");
    both(&Same(5), "0005");
    for old in ["05", "0005"] {
        assert_eq!(Level::from_bytes(hex(old)), Ok(Level(5)));
        assert_eq!(schema::to_json(Level::ENCODING, hex(old)).unwrap(), "5");
    }
    assert_eq!(Same::from_bytes(hex("0201")), Ok(Same(0x200)));
    refused::<Level>("000005", "Extra_bytes", "", 2);
}

/// A value with a case, an optional field and another encoding in JSON, and its older encoding without them.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(legacy = "Level0")]
struct Shown {
    kind: Kind,
    left: Option<u8>,
    #[encoding(json(decimal))]
    level: u16,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
enum Kind {
    #[encoding(tag = 1)]
    One { level: u16 },
}

impl From<Level0> for Shown {
    fn from(old: Level0) -> Self {
        let level = old.0.into();
        Self { kind: Kind::One { level }, left: Some(old.0), level }
    }
}

#[test]
fn the_json_of_older_bytes_is_that_of_the_value() {
    let shown = Shown::from_bytes(&[5]).unwrap();
    assert_eq!(shown, Shown { kind: Kind::One { level: 5 }, left: Some(5), level: 5 });
    let json = r#"{"kind":{"level":5},"left":5,"level":"5"}"#;
    assert_eq!(shown.to_json().unwrap(), json);
    assert_eq!(schema::to_json(Shown::ENCODING, &[5]).unwrap(), json);
}

/// Reading bytes of one encoding may exceed the budget, which says nothing about the other.
#[test]
fn a_budget_that_is_exceeded_is_told_for_both_encodings() {
    let older = hex("000000046162636407").to_vec();
    let current = Ticket::from_bytes(&older).unwrap().to_bytes().unwrap();
    for bytes in [older, current] {
        let read = |heap: &HeapBudget| Ticket::from_bytes_within(&bytes, Limits::default(), heap);
        let heap = HeapBudget::new(100);
        assert_eq!(read(&heap).unwrap().ticketer, "abcd");
        let taken = 100 - heap.left();
        assert!(read(&HeapBudget::new(taken)).is_ok());
        assert_eq!(read(&HeapBudget::new(taken - 1)).unwrap_err().kind().name(), "Heap_exceeded");
    }
}
