//! `list`, `list = N`, `list(max = N)`: elements to the end of the block, at most N.

use tezos_encoding::HeapBudget;

use crate::common::*;

const MAX: usize = 2;

#[derive(Debug, PartialEq, Clone, HasEncoding, NomReader, BinWriter)]
struct Item {
    name: String,
}

#[derive(Debug, Default, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Lists {
    #[encoding(dynamic, list = "MAX")]
    quoted: Vec<u16>,
    #[encoding(dynamic, list = MAX)]
    bare: Vec<Item>,
    #[encoding(dynamic, list(max = 2))]
    parens: Vec<[u8; 3]>,
    #[encoding(dynamic, list = "MAX * 2")]
    expression: Vec<u8>,
    #[encoding(list)]
    rest: Vec<(u8, bool)>,
}

#[test]
fn on_the_wire() {
    assert_eq!(size::<Lists>(), Size::variable(16, None));
    both(&Lists::default(), "00000000 00000000 00000000 00000000");
    let item = |name: &str| Item { name: name.to_owned() };
    let full = Lists {
        quoted: vec![1, 2],
        bare: vec![item("a"), item("")],
        parens: vec![[1; 3], [2; 3]],
        expression: vec![9, 8, 7, 6],
        rest: vec![(1, true), (2, false)],
    };
    both(&full, "00000004 00010002 00000009 00000001 61 00000000 00000006 010101020202 00000004 09080706 01ff 0200");
}

#[test]
fn one_element_too_many() {
    refused::<Lists>("00000006 000100020003", "List_too_long", "quoted", 8);
    refused::<Lists>("00000000 0000000c 000000000000000000000000", "List_too_long", "bare", 16);
    refused::<Lists>("00000000 00000000 00000007 01010102020203", "List_too_long", "parens", 18);
    refused::<Lists>("00000000 00000000 00000000 00000005 0102030405", "List_too_long", "expression", 20);
    unwritable(&Lists { quoted: vec![0; 3], ..Lists::default() }, "List_invalid_length", "quoted");
    unwritable(&Lists { parens: vec![[0; 3]; 3], ..Lists::default() }, "List_invalid_length", "parens");
    unwritable(&Lists { expression: vec![0; 5], ..Lists::default() }, "List_invalid_length", "expression");
}

#[test]
fn the_error_of_an_element_has_its_index() {
    refused::<Lists>("00000003 000100", "Not_enough_data", "quoted[1]", 6);
    refused::<Lists>("00000000 00000009 00000001 61 000000ff", "Not_enough_data", "bare[1].name", 17);
    refused::<Lists>("00000000 00000000 00000005 0101010202", "Not_enough_data", "parens[1]", 15);
    refused::<Lists>("00000000 00000000 00000000 00000000 0101 01", "Not_enough_data", "rest[1].1", 19);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Blocks(#[encoding(list, dynamic, bytes)] Vec<Vec<u8>>);

/// The capacity follows from the first sizes. If later sizes differ, the list allocates more, or gives some of it back.
#[test]
fn the_capacity_of_a_long_list_of_blocks() {
    let shapes: [&[(usize, usize)]; 8] = [
        &[(64, 5)],
        &[(65, 5)],
        &[(1_095, 156)],
        &[(64, 0), (100, 1_000)],
        &[(64, 1_000), (5_000, 1)],
        &[(500, 100), (500, 90)],
        &[(64, 6), (100, 12)],
        &[(64, 30), (1, 100_000)],
    ];
    for shape in shapes {
        let blocks = shape.iter().flat_map(|&(count, bytes)| core::iter::repeat_n(vec![7; bytes], count));
        let blocks = Blocks(blocks.collect());
        let bytes = blocks.to_bytes().unwrap();
        let read = Blocks::from_bytes(&bytes).unwrap();
        assert_eq!(read, blocks);
        let (capacity, count) = (read.0.capacity(), read.0.len());
        assert!(capacity <= count + count / 4, "{shape:?}: capacity {capacity} for {count}");
        if let [(count, _)] = shape {
            assert!(capacity <= count + count / 50 + 1, "{shape:?}: capacity {capacity}");
        }
    }
}

/// The budget is charged for the memory of the value, not for an estimate from the first sizes.
#[test]
fn the_budget_for_a_long_list_of_blocks() {
    let blocks = Blocks([vec![vec![]; 64], vec![vec![7; 1_000]; 100]].concat());
    let bytes = blocks.to_bytes().unwrap();
    let heap = HeapBudget::new(bytes.len() + blocks.0.len() * size_of::<Vec<u8>>());
    assert_eq!(Blocks::from_bytes_within(&bytes, Limits::default(), &heap).unwrap(), blocks);
    assert_eq!(heap.left(), 0);
}

/// A type without bytes.
#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Unit;

/// A type of no fixed size, whose values have no bytes.
#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Nothing {
    #[encoding(since = 1, until = 1)]
    old: Option<u8>,
}

/// Lists whose elements take no bytes compile if they are not declared through a derive. All readers refuse them. Limits
/// and counts are small here, so that a reader which does not refuse them comes to an end.
#[test]
fn elements_without_bytes() {
    use tezos_encoding::schema::{Count, decode, slice, to_json};
    use tezos_encoding::view::Views;
    use tezos_encoding::wire::{Auto, Counted, List, Prefix, Reads, Schema, U8, U30};
    use tezos_encoding::{FaultKind, Reader, Validate};

    for count in [Count::ToEnd { min: 0, max: Some(3) }, Count::Prefixed { prefix: Prefix::U8, max: None }] {
        let list = Box::leak(Box::new(Encoding::List { item: &Encoding::Empty, count, array: false }));
        let error = decode(list, &[9]).unwrap_err();
        assert_eq!(error.kind().name(), "Empty_item", "a list of elements without bytes ends after {count:?}");
    }
    refused::<Vec<Unit>>("01", "Empty_item", "", 0);
    assert_eq!(Vec::<Unit>::validate(&[1]).unwrap_err().kind().name(), "Empty_item");

    type Few = List<Auto, 1000>;
    type Many = Counted<U30, Auto>;
    let (byte, count) = ([1], [0, 0, 3, 0xe8]);
    let list = [
        <Few as Reads<'_, Vec<Unit>>>::read(&mut Reader::new(&byte)).map(drop),
        <Few as Reads<'_, Box<[Unit]>>>::read(&mut Reader::new(&byte)).map(drop),
        <Few as Views<'_, Vec<Unit>>>::view(&mut Reader::new(&byte)).map(drop),
        <Few as Views<'_, Vec<Nothing>>>::view(&mut Reader::new(&byte)).map(drop),
    ];
    let counted = [
        <Many as Reads<'_, Vec<Unit>>>::read(&mut Reader::new(&count)).map(drop),
        <Many as Reads<'_, Box<[Nothing]>>>::read(&mut Reader::new(&count)).map(drop),
        <Many as Views<'_, Vec<Unit>>>::view(&mut Reader::new(&count)).map(drop),
        <Many as Views<'_, Box<[Nothing]>>>::view(&mut Reader::new(&count)).map(drop),
    ];
    for (read, bytes, offset) in
        list.iter().map(|read| (read, &byte[..], 0)).chain(counted.iter().map(|read| (read, &count[..], 4)))
    {
        let fault = read.unwrap_err();
        assert_eq!((fault.kind(), fault.offset_in(bytes)), (FaultKind::EmptyItem, offset));
    }
    for (encoding, bytes) in [
        (<Few as Schema<Vec<Unit>>>::ENCODING, &byte[..]),
        (<Many as Schema<Vec<Unit>>>::ENCODING, &count),
        (<Many as Schema<Vec<()>>>::ENCODING, &count),
    ] {
        assert_eq!(decode(encoding, bytes).unwrap_err().kind().name(), "Empty_item");
        assert_eq!(to_json(encoding, bytes).unwrap_err().kind().name(), "Empty_item");
        assert_eq!(slice(encoding, bytes).error.unwrap().kind.name(), "Empty_item");
    }
    assert_eq!(<Counted<U8, Auto> as Reads<'_, Vec<Unit>>>::read(&mut Reader::new(&[0])), Ok(vec![]));
    assert_eq!(Vec::<Unit>::from_bytes(&[]), Ok(vec![]));
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Wide {
    hash: [u8; 32],
    #[encoding(bytes)]
    rest: Vec<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Wides {
    #[encoding(list, dynamic)]
    items: Vec<Wide>,
}

#[test]
fn empty_blocks_do_not_raise_the_capacity() {
    // A thousand sizes of zero: no element is that short, and the capacity never exceeds the elements that the bytes
    // could hold.
    let bytes = vec![0; 4 * 1000];
    let heap = HeapBudget::new(4000 + 4000 / 36 * size_of::<Wide>());
    let error = Wides::from_bytes_within(&bytes, Limits::default(), &heap).unwrap_err();
    assert_eq!(error.kind().name(), "Not_enough_data");
}
