//! The last field ends its block: before the value is made, but not before what is wrong inside is told.

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

#[derive(Clone, Debug, PartialEq)]
struct Bytes(Vec<u8>);

impl DigestOf for Bytes {
    fn digest_of(bytes: &[u8]) -> Self {
        Self(bytes.to_vec())
    }
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
struct Hashed {
    #[encoding(hash)]
    bytes: Bytes,
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

/// What is refused and where.
fn refused(error: DecodeError) -> (ErrorKind, usize) {
    (error.kind().clone(), error.offset())
}

/// Whatever the bytes are, readers of values and of views say what the schema says of them, and the same with limits of the caller's.
fn agree<T>(view: fn(&[u8]) -> Result<(), DecodeError>, bytes: &[u8])
where
    T: for<'a> Decode<'a> + HasEncoding + Debug + PartialEq,
{
    let read = T::from_bytes(bytes);
    assert_eq!(read, T::from_bytes_with(bytes, Limits::default()), "{bytes:02x?}");
    assert_eq!(read.as_ref().err(), view(bytes).as_ref().err(), "{bytes:02x?}");
    let by_schema = schema::decode(T::ENCODING, bytes).map(drop).map_err(refused);
    assert_eq!(read.map(drop).map_err(refused), by_schema, "{bytes:02x?}");
}

fn all<T>(view: fn(&[u8]) -> Result<(), DecodeError>, samples: &[&str])
where
    T: for<'a> Decode<'a> + HasEncoding + Debug + PartialEq,
{
    for sample in samples {
        let bytes = hex(sample);
        assert!(T::from_bytes(bytes).is_ok(), "{sample}");
        for cut in 0..=bytes.len() {
            agree::<T>(view, &bytes[..cut]);
        }
        for index in 0..bytes.len() {
            for byte in [0, 1, 2, 3, 4, 5, 9, 10, 0xff] {
                let mut bytes = bytes.to_vec();
                bytes[index] = byte;
                agree::<T>(view, &bytes);
                // A mistake inside and one behind: that inside comes first.
                bytes.push(0);
                agree::<T>(view, &bytes);
                bytes.extend([7; 9]);
                agree::<T>(view, &bytes);
            }
        }
    }
}

#[test]
fn readers_and_schemas_refuse_the_same_first() {
    let choices = ["00", "01 0102", "02 00000004 01020304", "03 02 0102 02 0304", "04 0102"];
    all::<Choice>(|bytes| ChoiceView::from_bytes(bytes).map(drop), &choices);
    let blocks = ["00000001 00", "00000003 01 0102", "00000003 04 0102"];
    all::<Block>(|bytes| BlockView::from_bytes(bytes).map(drop), &blocks);
    all::<Limited>(|bytes| LimitedView::from_bytes(bytes).map(drop), &blocks);
    all::<Guarded>(|bytes| GuardedView::from_bytes(bytes).map(drop), &["02 0102"]);
    all::<Selects>(|bytes| Selects::from_bytes(bytes).map(drop), &["00 01", "01 0102"]);
    all::<Hashed>(|bytes| HashedView::from_bytes(bytes).map(drop), &["02 0102"]);
    all::<Skips>(|bytes| SkipsView::from_bytes(bytes).map(drop), &["02 0102"]);
    all::<Empty>(|bytes| Empty::from_bytes(bytes).map(drop), &[""]);
    agree::<Empty>(|bytes| Empty::from_bytes(bytes).map(drop), &[0]);
}
