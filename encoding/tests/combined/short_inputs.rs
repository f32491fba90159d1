//! All short inputs of a few bytes: what is accepted is written back, what is refused is refused at the same byte.

use std::collections::BTreeMap;
use std::fmt::Debug;

use tezos_encoding::wire::{Auto, Bounded, Reads};
use tezos_encoding::{FaultKind, Reader};

use crate::common::*;

/// Checks a type on all sequences of at most `most` of these bytes, of which it accepts several.
#[track_caller]
fn all<T>(bytes: &[u8], most: usize)
where
    T: for<'a> Decode<'a> + BinWriter + View + PartialEq + Debug,
    for<'a> T::View<'a>: Decode<'a> + Debug,
{
    let mut found = 0;
    each_input(bytes, most, |bytes| {
        alike::<T>(bytes);
        match (T::from_bytes(bytes), T::View::from_bytes(bytes)) {
            (Ok(value), Ok(view)) => {
                found += 1;
                assert_eq!(T::from_view(&view).unwrap(), value, "{bytes:02x?}");
                assert_eq!(T::from_bytes(&value.to_bytes().unwrap()).unwrap(), value, "{bytes:02x?}");
            }
            (read, view) => assert_eq!(read.err(), view.err(), "{bytes:02x?}"),
        }
    });
    assert!(found > 2 || cfg!(miri), "{found} of them are accepted");
}

/// A field that extends to the end of its block, and the fields after it.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Tail {
    first: u8,
    #[encoding(list)]
    middle: Vec<u16>,
    last: u16,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct LimitAroundTail(#[encoding(bounded = 5)] Tail);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct LimitInBlock {
    #[encoding(short_dynamic, bounded = 3)]
    tail: Tail,
    end: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct LimitBeforeTail {
    #[encoding(bounded = 2, bytes)]
    bytes: Vec<u8>,
    end: u16,
}

/// Fields whose bytes are checked together, at the start and after a field of variable size.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Heads {
    first: u8,
    second: u16,
    #[encoding(option)]
    option: Option<u8>,
    third: u8,
    fourth: (u8, bool),
    #[encoding(bytes)]
    rest: Vec<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct LimitAroundHeads(#[encoding(bounded = 7)] Heads);

#[test]
fn the_field_at_which_a_limit_or_a_block_ends() {
    all::<Heads>(&[0, 1], 8);
    all::<LimitAroundHeads>(&[0, 1], 9);
    refused::<LimitAroundHeads>("01 0203 ff 04 05 0607 08", "Size_limit_exceeded", "fourth.1", 7);
}

/// Reads the fields within a limit of `LIMIT` bytes. Returns the number of bytes that cannot be read, and their offset.
fn within<const LIMIT: usize>() -> (u32, usize) {
    let bytes = hex("01 0203 00 05 0607 08");
    let fault = <Bounded<Auto, LIMIT> as Reads<'_, Heads>>::read(&mut Reader::new(bytes)).unwrap_err();
    assert_eq!(fault.kind(), FaultKind::SizeLimitExceeded);
    (fault.detail(), fault.offset_in(bytes))
}

#[test]
fn a_limit_before_the_end_of_the_fields() {
    let cut = [within::<0>(), within::<1>(), within::<2>(), within::<3>(), within::<4>(), within::<5>(), within::<6>()];
    assert_eq!(cut, [(1, 0), (2, 1), (2, 1), (1, 3), (1, 4), (2, 5), (2, 5)]);
}

#[test]
fn size_limits_and_following_fields() {
    all::<LimitAroundTail>(&[0, 1], 9);
    all::<LimitInBlock>(&[0, 3, 4, 5], 6);
    all::<LimitBeforeTail>(&[0, 1, 2], 5);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(bounded = 4)]
struct LimitsInLimit {
    #[encoding(bounded = 2, option)]
    narrow: Option<u8>,
    #[encoding(bounded = 2, option)]
    never: Option<u16>,
    #[encoding(bounded = 9, option)]
    wide: Option<u16>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct LimitInLimit(#[encoding(bounded = 3, bounded = 2, list)] Vec<u8>, u8);

/// A list that ends at its limits in bytes and in elements, before bytes that belong to it and to the next field.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct FullListAtLimit {
    #[encoding(reserve, bounded = 2, list = 2)]
    list: Vec<u8>,
    end: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct AbsentInLimit {
    #[encoding(bounded = 2, varopt)]
    number: Option<u16>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct AbsentAtLimit(#[encoding(bounded = 2)] FirstAndMaybe);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct FirstAndMaybe {
    #[encoding(option)]
    first: Option<u8>,
    #[encoding(varopt)]
    second: Option<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct SizedInLimit(#[encoding(bounded = 3, sized = 2, bounded = 2, short_dynamic, bytes)] Vec<u8>);

#[test]
fn size_limits_inside_size_limits() {
    all::<LimitsInLimit>(&[0, 1, 2], 6);
    all::<LimitInLimit>(&[0, 1], 5);
    all::<FullListAtLimit>(&[0, 1], 5);
    refused::<FullListAtLimit>("01 02 03 04", "List_too_long", "list", 2);
    all::<AbsentInLimit>(&[0, 1, 2], 4);
    all::<AbsentAtLimit>(&[0, 1], 4);
    all::<SizedInLimit>(&[0, 1, 2], 4);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct OptionInBlock {
    #[encoding(short_dynamic, option, short_dynamic, varopt)]
    inner: Option<Option<u8>>,
    end: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct ListsInBlocks {
    #[encoding(short_dynamic, list(min = 1, max = 2), short_dynamic, list = 1)]
    lists: Vec<Vec<u8>>,
    #[encoding(short_dynamic, list(min = 1, max = 2), option)]
    options: Vec<Option<u8>>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct SuffixInBlock {
    #[encoding(short_dynamic, suffix_len(kind = "u8"), bounded = 2, list)]
    items: Vec<u8>,
    #[encoding(suffix_len(kind = "u8"), bytes)]
    rest: Vec<u8>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct OptionWithSuffix {
    #[encoding(short_dynamic, suffix_len(kind = "u8"), option)]
    inner: Option<u8>,
    #[encoding(short_dynamic, list = 1, option)]
    array: Box<[Option<u8>]>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Padded {
    #[encoding(short_dynamic, padded = 1)]
    padded: (u8, bool),
    #[encoding(bounded = 2, magic = "[1]", option)]
    marked: Option<u8>,
}

#[test]
fn blocks_inside_blocks() {
    all::<OptionInBlock>(&[0, 1, 2, 3], 5);
    all::<ListsInBlocks>(&[0, 1, 2, 4], 6);
    all::<SuffixInBlock>(&[0, 1, 2, 3], 5);
    all::<OptionWithSuffix>(&[0, 1, 2, 3], 6);
    all::<Padded>(&[0, 1, 3], 6);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Counts {
    #[encoding(count(kind = "u8", max = 2), short_dynamic, bytes)]
    blocks: Vec<Vec<u8>>,
    #[encoding(short_dynamic, count(kind = "n", max = 1), option)]
    array: Box<[Option<u8>]>,
    #[encoding(list(len = 1), option)]
    one: Vec<Option<u8>>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Maps {
    #[encoding(short_dynamic, map, short_dynamic, list = 1)]
    map: BTreeMap<String, Vec<u8>>,
    end: bool,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Alternatives {
    #[encoding(short_dynamic, result)]
    result: Result<u8, String>,
    #[encoding(option(tagged), bounded = 2, short_dynamic, bytes)]
    tagged: Option<Vec<u8>>,
}

/// Compact values have their size in one piece, however many parts they have.
#[derive(Debug, Clone, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(compact)]
struct Flagged {
    flag: bool,
    #[encoding(payload)]
    number: u16,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View, Arena)]
#[encoding(mu, json(first_match))]
enum Tree {
    Leaf {
        #[encoding(range = "0 ..= 1")]
        first: u8,
        second: Flagged,
        third: bool,
    },
    Node(Box<Tree>),
}

/// A case of a fixed size in a recursive type is checked as a whole, like that of any other type.
#[test]
fn cases_of_a_fixed_size_in_recursive_types() {
    all::<Tree>(&[0, 1, 2], 7);
    each_input(&[0, 1, 2], 5, |bytes| {
        let error = Tree::from_bytes(bytes).err();
        assert_eq!(error, Arena::<Tree>::from_bytes(bytes).err(), "{bytes:02x?}");
        assert_eq!(error, Tree::validate(bytes).err(), "{bytes:02x?}");
    });
    refused::<Tree>("00 05 01", "Not_enough_data", "second", 2);
}

fn even(number: &u8) -> Result<(), &'static str> {
    if number.is_multiple_of(2) { Ok(()) } else { Err("odd") }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Guards(#[encoding(guard = "even")] u8, #[encoding(guard = "even")] u8, u8);

#[test]
fn counts_maps_and_alternatives() {
    all::<Counts>(&[0, 1, 2], 6);
    viewed(&Maps { map: [("".to_owned(), vec![7]), ("b".to_owned(), vec![])].into(), end: true });
    all::<Alternatives>(&[0, 1, 2], 6);
    all::<Guards>(&[0, 1, 2], 4);
}
