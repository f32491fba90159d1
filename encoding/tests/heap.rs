//! Heap budgets by the exact amount: a budget of this many bytes is enough and used up, and one of a byte less is refused.

use std::collections::BTreeMap;

use tezos_encoding::arena::Recursive;
use tezos_encoding::{HeapBudget, Reader};

use crate::common::*;

/// Decodes `bytes` with a budget of `heap` bytes. Returns the result and what is left of the budget.
fn within<T: for<'a> Decode<'a>>(bytes: &[u8], heap: usize) -> (Result<T, DecodeError>, usize) {
    let heap = HeapBudget::new(heap);
    (T::from_bytes_within(bytes, Limits::default(), &heap), heap.left())
}

/// Checks that decoding takes the length of the message and `more` bytes of heap.
#[track_caller]
fn takes<T: for<'a> Decode<'a>>(digits: &str, more: usize) {
    let bytes = hex(digits);
    let all = bytes.len() + more;
    let (read, left) = within::<T>(bytes, all + 1000);
    assert_eq!((read.map(drop), all + 1000 - left), (Ok(()), all), "{digits}");
    let (read, left) = within::<T>(bytes, all);
    assert_eq!((read.map(drop), left), (Ok(()), 0), "{digits}");
    let error = within::<T>(bytes, all - 1).0.err().unwrap();
    assert_eq!(error.kind().name(), "Heap_exceeded", "{digits}");
}

/// Checks that bytes which are refused with this error have taken their length and `more` bytes of heap before.
#[track_caller]
fn refused_after<T: for<'a> Decode<'a>>(digits: &str, name: &str, more: usize) {
    let bytes = hex(digits);
    let (read, left) = within::<T>(bytes, bytes.len() + more + 1000);
    assert_eq!((read.err().unwrap().kind().name(), left), (name, 1000), "{digits}");
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Wide(#[encoding(list, range = "0 ..= 300")] Vec<u32>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Texts(#[encoding(list = 2, string)] Vec<String>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Little(#[encoding(list, dynamic(kind = "u16", le), bytes)] Vec<Vec<u8>>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Short(#[encoding(list, short_dynamic, bytes)] Vec<Vec<u8>>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Numbers(#[encoding(list = 2, zarith)] Vec<Z>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Words(#[encoding(list, string(fixed = 4))] Vec<String>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Kept(#[encoding(list, raw = "u16")] Vec<Vec<u8>>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Boxes {
    first: u8,
    second: Box<u16>,
    third: (i8, Box<i8>),
}

/// A field of which every bit pattern is valid may be refused for its heap.
#[test]
fn boxes_of_numbers_among_other_fields() {
    takes::<Boxes>("01 0002 03 04", 3);
}

/// What is copied unchanged is part of the message; elements that are larger in memory take the difference.
#[test]
fn elements_of_a_fixed_size() {
    takes::<Vec<u8>>("010203", 0);
    takes::<Vec<u16>>("0001 0002", 0);
    takes::<Vec<[u8; 3]>>("010203 040506", 0);
    takes::<Vec<bool>>("00 ff", 0);
    takes::<Vec<(u8, u16)>>("01 0002 03 0004", 2 * (size_of::<(u8, u16)>() - 3));
    takes::<Wide>("0001 0002 0003", 3 * 2);
    refused_after::<Wide>("0001 ffff 0003", "Invalid_int", 3 * 2);
    // Texts and bytes are copied to memory outside of the list.
    takes::<Words>("61626364 65666768", 2 * size_of::<String>());
    takes::<Kept>("0001 0002 0003", 3 * size_of::<Vec<u8>>());
}

/// Elements with a size prefix are counted, up to the limit of the list.
#[test]
fn elements_with_a_size_prefix() {
    let text = size_of::<String>();
    takes::<Vec<String>>("00000000 00000001 61", 2 * text);
    takes::<Little>("0100 07 0000", 2 * text);
    takes::<Short>("01 07 00 00", 3 * text);
    takes::<Texts>("00000001 61 00000001 62", 2 * text);
    refused_after::<Texts>("00000000 00000000 00000000", "List_too_long", 2 * text);
    refused_after::<Texts>("00000000 00000001 ff", "Invalid_utf8", 2 * text);
    // One is complete; the vector grows before the next one is read.
    refused_after::<Texts>("00000000 00000002 61", "Not_enough_data", (1 + 4) * text);
}

/// Elements of other sizes: the first one gives the capacity, and a full list grows to twice its length, at least by four.
#[test]
fn elements_of_any_size() {
    let (number, long) = (size_of::<Z>(), "80808080808080808001");
    takes::<Vec<Z>>("01 02 03", 3 * number);
    // Room for an eighth more and two, but for no more elements than bytes.
    takes::<Vec<Z>>(&"8001".repeat(17), 20 * number);
    takes::<Vec<Z>>(&[long, "010203"].concat(), (2 + 4) * number);
    takes::<Vec<Z>>(&[long, &"01".repeat(20)].concat(), (4 + 4 + 8 + 16) * number);
    takes::<Numbers>(&["01", long].concat(), 2 * number);
    refused_after::<Numbers>("01 02 03", "List_too_long", 2 * number);
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Counted {
    #[encoding(count(kind = "u8", max = 3))]
    numbers: Vec<u16>,
    #[encoding(list(len = 2), dynamic, bytes)]
    pair: Vec<Vec<u8>>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
struct Few(#[encoding(list(bits = 2))] Vec<u16>);

#[test]
fn elements_with_a_count() {
    let block = size_of::<Vec<u8>>();
    takes::<Counted>("00 00000000 00000000", 2 * block);
    takes::<Counted>("03 0001 0002 0003 00000001 05 00000000", 3 * 2 + 2 * block);
    takes::<Counted>("01 0001 00000000 0000000a 00000000000000000000", 2 + 2 * block);
    takes::<Few>("02 0001 0002", 2 * 2);
    takes::<Few>("03 00000006 0001 0002 0003", 0);
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
struct Shared(bool, Box<(bool, i32)>);

#[test]
fn boxes() {
    takes::<Box<u16>>("0001", 2);
    takes::<Option<Box<u64>>>("00", 0);
    takes::<Option<Box<u64>>>("ff 0000000000000001", 8);
    takes::<Box<Box<u16>>>("0001", size_of::<Box<u16>>() + 2);
    takes::<Shared>("01 07", size_of::<(bool, i32)>());
    // Before the value is read.
    refused_after::<Box<u16>>("00", "Not_enough_data", 2);
}

#[derive(HasEncoding, NomReader, BinWriter, View)]
struct Map(#[encoding(map)] BTreeMap<String, u8>);

/// A node of the map holds up to eleven entries, and at least five.
#[test]
fn maps() {
    let keys = |count: u8| (0..count).map(|key| format!("00000001 {:02x} 07", b'a' + key)).collect::<String>();
    let node = 12 * size_of::<(String, u8)>();
    for (entries, nodes) in [(1, 1), (5, 1), (6, 2), (10, 2), (11, 3)] {
        takes::<Map>(&keys(entries), nodes * node);
        let bytes = hex(&keys(entries));
        let heap = HeapBudget::new(bytes.len() + nodes * 12 * size_of::<String>());
        MapView::from_bytes_within(bytes, Limits::default(), &heap).unwrap();
        assert_eq!(heap.left(), 0, "a view of {entries} entries takes the keys");
    }
    refused_after::<Map>(&[keys(1), keys(1)].concat(), "Duplicate_key", node);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, Arena)]
#[encoding(mu)]
enum Tree {
    Leaf(u32),
    Node(Box<Tree>, Box<Tree>),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, Arena)]
#[encoding(mu)]
struct Rose {
    label: u64,
    #[encoding(dynamic, list)]
    children: Vec<Rose>,
}

fn frame<T: Recursive>() -> usize {
    size_of::<T::Frame<'static>>()
}

/// Nodes are charged before their vector grows: at one, four, eight nodes and so on. So are the values that are open at
/// the same time, and the indices of the children of a list.
#[test]
fn arenas() {
    let leaf = "00 00000007";
    let (node, open) = (size_of::<TreeNode>(), frame::<Tree>());
    takes::<Arena<Tree>>(leaf, 4 * node);
    takes::<Arena<Tree>>(&format!("01 {leaf} {leaf}"), 4 * node + 4 * open);
    takes::<Arena<Tree>>(&format!("01 {leaf} 01 {leaf} {leaf}"), 8 * node + 4 * open);
    let right = |levels: usize| [&format!("01 {leaf}").repeat(levels), leaf].concat();
    takes::<Arena<Tree>>(&right(3), 8 * node + 4 * open);
    takes::<Arena<Tree>>(&right(4), 16 * node + 8 * open);
    takes::<Arena<Tree>>(&right(8), 32 * node + 16 * open);

    let rose = |inside: &str| format!("0000000000000007 {:08x} {inside}", hex(inside).len());
    let (node, open, index) = (size_of::<RoseNode>(), frame::<Rose>(), 4);
    takes::<Arena<Rose>>(&rose(""), 4 * node);
    // A hundred values side by side are never open at the same time.
    takes::<Arena<Rose>>(&rose(&rose("").repeat(100)), 128 * node + 4 * open + 128 * index);
    takes::<Arena<Rose>>(&rose(&rose(&rose("")).repeat(3)), 8 * node + 4 * open + 4 * 4 * index);
}

#[test]
fn a_budget_of_several_messages() {
    let heap = HeapBudget::new(10);
    Vec::<u8>::from_bytes_within(&[1, 2, 3], Limits::default(), &heap).unwrap();
    assert_eq!(heap.left(), 7);
    let error = Vec::<u8>::from_bytes_within(&[0; 8], Limits::default(), &heap).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::HeapExceeded { needed: 8 });
    assert_eq!(heap.left(), 7, "what is refused takes nothing");
    // The limit of levels still applies.
    let error = Tree::from_bytes_within(&[0; 5], Limits::default().with_max_depth(0), &heap).unwrap_err();
    assert_eq!(*error.kind(), ErrorKind::TooDeep { limit: 0 });
}

/// Hand-written readers charge what they allocate themselves, and a vector that they fill element by element.
#[test]
fn hand_written_readers() {
    let (bytes, heap) = ([7; 40], HeapBudget::new(100));
    let mut reader = Reader::new(&bytes).with_heap(&heap);
    reader.charge(9).unwrap();
    assert_eq!(heap.left(), 91);
    let (mut items, mut charged) = (Vec::new(), Vec::new());
    for _ in 0..9 {
        reader.read_onto(&mut items, 3, u16::read).unwrap();
        charged.push((91 - heap.left()) / 2);
    }
    assert_eq!(charged, [3, 3, 3, 6, 6, 6, 12, 12, 12]);
    assert_eq!((items.len(), items.capacity()), (9, 12));
    let error = reader.charge(100).unwrap_err();
    assert_eq!((error.kind().name(), error.detail(), error.offset_in(&bytes)), ("Heap_exceeded", 100, 18));
    assert_eq!(Reader::new(&bytes).charge(usize::MAX), Ok(()), "without a budget");
}
