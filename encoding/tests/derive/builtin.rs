//! `builtin = "Name"`: a scalar by its name in the reference; `primitives.rs` tests all names.

use crate::common::*;

type Level = i32;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Header {
    #[encoding(builtin = "Int32")]
    level: Level,
    #[encoding(builtin = Int31)]
    small: Level,
    #[encoding(builtin = "Uint30")]
    natural: u32,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Inside {
    #[encoding(dynamic, list, builtin = "Int31")]
    list: Vec<i32>,
    #[encoding(option, builtin = "Uint30")]
    option: Option<u32>,
    boxed: Box<Newtype>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Newtype(#[encoding(builtin = "Int31")] i32);

#[test]
fn the_least_and_greatest_values_are_accepted() {
    assert_eq!(size::<Header>(), Size::fixed(12));
    let least = Header { level: i32::MIN, small: -0x4000_0000, natural: 0 };
    both(&least, "80000000 c0000000 00000000");
    let most = Header { level: i32::MAX, small: 0x3fff_ffff, natural: 0x3fff_ffff };
    both(&most, "7fffffff 3fffffff 3fffffff");
    both(
        &Inside { list: vec![1, -1], option: Some(2), boxed: Box::new(Newtype(3)) },
        "00000008 00000001ffffffff ff00000002 00000003",
    );
}

#[test]
fn values_past_the_range_are_refused() {
    refused::<Header>("00000000 bfffffff 00000000", "Invalid_int", "small", 4);
    refused::<Header>("00000000 40000000 00000000", "Invalid_int", "small", 4);
    refused::<Header>("00000000 00000000 40000000", "Invalid_int", "natural", 8);
    refused::<Header>("00000000 00000000 ffffffff", "Invalid_int", "natural", 8);
    unwritable(&Header { level: 0, small: 0x4000_0000, natural: 0 }, "Invalid_int", "small");
    unwritable(&Header { level: 0, small: -0x4000_0001, natural: 0 }, "Invalid_int", "small");
    unwritable(&Header { level: 0, small: 0, natural: 0x4000_0000 }, "Invalid_int", "natural");
    unwritable(&Newtype(i32::MAX), "Invalid_int", "");
    let inside = Inside { list: vec![1, i32::MIN], option: None, boxed: Box::new(Newtype(0)) };
    unwritable(&inside, "Invalid_int", "list[1]");
    refused::<Inside>("00000008 00000001 7fffffff", "Invalid_int", "list[1]", 8);
}
