//! Bytes after the last field of a block are reported before the value is built, but after errors inside the value.

use std::fmt::Debug;

use crate::common::*;

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Pair {
    first: u8,
    #[encoding(range = "0..=9")]
    second: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(tags = "u8")]
enum Choice {
    #[encoding(tag = 0)]
    Nothing,
    #[encoding(tag = 1)]
    One(Pair),
    #[encoding(tag = 2)]
    Sized(#[encoding(dynamic = 4, list)] Vec<Pair>),
    #[encoding(tag = 3)]
    Both {
        #[encoding(short_dynamic)]
        first: Pair,
        #[encoding(short_dynamic)]
        last: Pair,
    },
    #[encoding(tag = 4)]
    Rest(#[encoding(bounded = 2, bytes)] Vec<u8>),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Block {
    #[encoding(dynamic, bounded = 6)]
    choice: Choice,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Limited {
    #[encoding(bounded = 7, dynamic, bounded = 3)]
    choice: Choice,
}

fn small(pair: &Pair) -> Result<(), &'static str> {
    if pair.first < 9 { Ok(()) } else { Err("at most 8") }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Guarded {
    #[encoding(short_dynamic, guard = "small")]
    pair: Pair,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Hashed {
    #[encoding(hash)]
    bytes: Digested,
    #[encoding(short_dynamic)]
    pair: Pair,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(untagged(on = "u8"))]
enum Selected {
    #[encoding(on = "0")]
    Byte(u8),
    #[encoding(on = "_")]
    Pair(Pair),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Selects {
    kind: u8,
    #[encoding(select = "*kind")]
    value: Selected,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Skips {
    #[encoding(short_dynamic)]
    pair: Pair,
    #[encoding(skip)]
    seen: u8,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Empty {}

#[test]
fn readers_and_schemas_report_the_same_error_first() {
    fn views<T>(samples: &[&str])
    where
        T: for<'a> Decode<'a> + BinWriter + View + Debug + PartialEq,
        for<'a> T::View<'a>: Decode<'a> + Debug,
    {
        samples.iter().for_each(|sample| viewed(&T::from_bytes(hex(sample)).unwrap()));
    }
    views::<Choice>(&["00", "01 0102", "02 00000004 01020304", "03 02 0102 02 0304", "04 0102"]);
    let blocks = ["00000001 00", "00000003 01 0102", "00000003 04 0102"];
    views::<Block>(&blocks);
    views::<Limited>(&blocks);
    views::<Guarded>(&["02 0102"]);
    views::<Hashed>(&["02 0102"]);
    views::<Skips>(&["02 0102"]);
    with_similar_bytes(hex("00 01"), |bytes| alike::<Selects>(bytes));
    with_similar_bytes(hex("01 0102"), |bytes| alike::<Selects>(bytes));
    alike::<Empty>(&[]);
    alike::<Empty>(&[0]);
}
