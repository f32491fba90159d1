//! Bytes that are made to cost much: depth, long numbers, sizes without the bytes, repeated combs.

use std::time::{Duration, Instant};

use tezos_encoding::{BinWriter, Decode, HasEncoding, HeapBudget, Limits, NomReader, Reader};
use tezos_protocols::michelson::{Bytes, Int, List, Map, Maybe, Michelson, Or, Pair, Set, Text, Ticket, Type, Unit};

use super::records::Order;

/// A million levels: no reader follows them further than its type.
#[test]
fn deep_expressions_are_refused() {
    let deep = |head: &[u8]| [head.repeat(1_000_000), vec![3, 11]].concat();
    for bytes in [deep(&[5, 9]), deep(&[5, 5]), deep(&[7, 7]), deep(&[7, 7, 0, 1])] {
        assert!(<Maybe<Maybe<Unit>>>::from_bytes(&bytes).is_err());
        assert!(<Or<Unit, Unit>>::from_bytes(&bytes).is_err());
        assert!(<Pair<Int, Pair<Int, Int>>>::from_bytes(&bytes).is_err());
        assert!(Order::from_bytes(&bytes).is_err());
    }
    // Skipped where a comb looks for the end of a node, and where a ticket compares types.
    let tail = deep(&[7, 7]);
    let size = u32::try_from(tail.len() + 2).unwrap().to_be_bytes();
    let comb = [&[2][..], &size, &[0, 1], &tail].concat();
    assert!(<Pair<Int, Pair<Int, Int>>>::from_bytes(&comb).is_err());
    let ticketer = [&[10, 0, 0, 0, 22, 1][..], &[7; 20], &[0]].concat();
    let args = [&ticketer[..], &deep(&[5, 95]), &[3, 11, 0, 1]].concat();
    let size = u32::try_from(args.len()).unwrap().to_be_bytes();
    let ticket = [&[9, 157][..], &size, &args, &[0; 4]].concat();
    assert_eq!(<Ticket<List<Unit>>>::from_bytes(&ticket).unwrap_err().kind().name(), "No_case_matched");
}

/// The time for combs within combs is linear in their length: each component is scanned a fixed number of times. If each were scanned for every
/// element before it, this would take hours, so it fails after a minute.
#[test]
fn combs_take_linear_time() {
    const COUNT: usize = 100_000;
    let order = [&[2, 0, 0, 0, 14][..], &[0, 7, 1, 0, 0, 0, 1, b'm', 7, 7, 3, 6, 3, 10]].concat();
    let list = order.repeat(COUNT);
    let bytes = [&[2][..], &u32::try_from(list.len()).unwrap().to_be_bytes(), &list].concat();
    let start = Instant::now();
    assert_eq!(<List<Order>>::from_bytes(&bytes).unwrap().0.len(), COUNT);
    assert!(start.elapsed() < Duration::from_secs(60), "reading takes more than linear time");
}

#[test]
fn sizes_without_bytes() {
    for tag in [1, 2, 10] {
        let bytes = [tag, 0x3f, 0xff, 0xff, 0xff, 0];
        for name in [
            Text::from_bytes(&bytes).map(drop),
            Bytes::from_bytes(&bytes).map(drop),
            <List<Unit>>::from_bytes(&bytes).map(drop),
            <Set<Unit>>::from_bytes(&bytes).map(drop),
            <Map<Unit, Unit>>::from_bytes(&bytes).map(drop),
            <Pair<Unit, Unit>>::from_bytes(&bytes).map(drop),
        ] {
            let name = name.unwrap_err().kind().name();
            assert!(matches!(name, "Not_enough_data" | "Invalid_magic"), "{name}");
        }
    }
}

#[test]
fn long_numbers() {
    let mut bytes = vec![0x80; 100_000];
    bytes[0] = 0;
    assert_eq!(Int::from_bytes(&bytes).unwrap_err().kind().name(), "Not_enough_data");
    bytes.push(1);
    assert!(Int::from_bytes(&bytes).is_ok());
    *bytes.last_mut().unwrap() = 0;
    assert_eq!(Int::from_bytes(&bytes).unwrap_err().kind().name(), "Trailing_zero");
}

#[test]
fn each_prefix_is_refused() {
    let bytes = hex::decode(
        "07070a0000001601d1a37c088a1221b636bb5fccb35e05181038ba7c0007070100000003726564 0001".replace(' ', ""),
    );
    let bytes = bytes.unwrap();
    assert!(<Ticket<Text>>::from_bytes(&bytes).is_ok());
    for len in 0..bytes.len() {
        assert_eq!(<Ticket<Text>>::from_bytes(&bytes[..len]).unwrap_err().kind().name(), "Not_enough_data", "{len}");
    }
}

/// Elements are charged to the heap budget.
#[test]
fn the_heap_is_limited() {
    let elements: Vec<u8> = (0..60u8).flat_map(|number| [0, number]).collect();
    let bytes = [&[2, 0, 0, 0, 120][..], &elements].concat();
    let read =
        |budget: usize| <Set<Int>>::from_bytes_within(&bytes, Limits::default(), &HeapBudget::new(budget)).map(drop);
    let needed = bytes.len() + 60 * size_of::<Int>();
    assert_eq!(read(needed), Ok(()));
    assert_eq!(read(needed - 1).unwrap_err().kind().name(), "Heap_exceeded");
    let mut entries = vec![2, 0, 0, 1, 0x68];
    (0..60u8).for_each(|number| entries.extend([7, 4, 0, number, 3, 11]));
    let needed = entries.len() + 60 * size_of::<(Int, Unit)>();
    let read = |budget: usize| {
        <Map<Int, Unit>>::from_bytes_within(&entries, Limits::default(), &HeapBudget::new(budget)).map(drop)
    };
    assert_eq!(read(needed), Ok(()));
    assert_eq!(read(needed - 1).unwrap_err().kind().name(), "Heap_exceeded");
}

/// Without an explanation, as kernels decode.
#[test]
fn faults() {
    assert_eq!(Reader::new(&[7, 7, 0, 1, 3, 11]).read_whole::<Pair<Int, Unit>>(), Ok(Pair(Int::from(1), Unit)));
    let fault = Reader::new(&[7, 7, 0, 1, 3, 12]).read_whole::<Pair<Int, Unit>>().unwrap_err();
    assert_eq!(fault.kind().name(), "Invalid_magic");
}

/// A type of a user that does not write an expression.
#[derive(HasEncoding, NomReader, BinWriter)]
struct Malformed(u8);

impl Michelson for Malformed {
    const TYPE: &'static Type = Unit::TYPE;
}

#[test]
fn malformed_implementations() {
    let error = Malformed(0).to_micheline().unwrap_err();
    assert_eq!(error.kind().name(), "Exception_raised_in_user_function");
    assert!(error.to_string().contains("not an expression"), "{error}");
}
