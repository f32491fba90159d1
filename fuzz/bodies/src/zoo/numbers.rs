//! Innermost forms: numbers, and items that describe a whole field.

use tezos_encoding::schema::Encoding;
use tezos_encoding::wire::{Reads, Schema, Writes};
use tezos_encoding::{BinWriter, EncodeError, Facts, Fault, HasEncoding, N, NomReader, Reader, Sink, View, Z};

use crate::heap::Heap;
use crate::typed::Traits;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
pub(crate) struct Ranges {
    #[encoding(range = "1000 ..= 1200")]
    from_a: u16,
    #[encoding(range = "-1 ..= 300")]
    signed: i32,
    #[encoding(range = "0 ..= 0x3fff_ffff")]
    wide: u32,
    #[encoding(range = "0.5 ..= 1.0")]
    share: f64,
    #[encoding(range = "-100 ..= -3")]
    negative: i8,
    #[encoding(range = "0 ..= 1000", le)]
    little: u16,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
pub(crate) struct Likes {
    #[encoding(builtin = "UintLikeN", range = "0 ..= 300")]
    count: u16,
    #[encoding(builtin = "UintLikeN", range = "0 ..= 127")]
    one: u8,
    #[encoding(builtin = "IntLikeZ", range = "-100 ..= 100")]
    change: i8,
    #[encoding(builtin = "IntLikeZ", range = "-64 ..= 8191")]
    wide: i32,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
pub(crate) struct Builtins {
    #[encoding(builtin = "Int8")]
    i8: i8,
    #[encoding(builtin = "Uint8")]
    u8: u8,
    #[encoding(builtin = "Int16")]
    i16: i16,
    #[encoding(builtin = "Uint16")]
    u16: u16,
    #[encoding(builtin = "Int31")]
    i31: i32,
    #[encoding(builtin = "Uint30")]
    u30: u32,
    #[encoding(builtin = "Int32")]
    i32: i32,
    #[encoding(builtin = "Uint32")]
    u32: u32,
    #[encoding(builtin = "Int64")]
    i64: i64,
    #[encoding(builtin = "Uint64")]
    u64: u64,
    #[encoding(builtin = "Bool")]
    bool: bool,
    #[encoding(builtin = "Timestamp")]
    time: i64,
    #[encoding(builtin = "Null")]
    null: (),
    #[encoding(timestamp)]
    seconds: i64,
    #[encoding(le)]
    little: u64,
}

/// Only floats, because NaN does not equal itself.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
pub(crate) struct Floats {
    #[encoding(builtin = "Float")]
    one: f64,
    #[encoding(dynamic, list)]
    all: Vec<f64>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
pub(crate) struct AnySize {
    z: Z,
    n: N,
    #[encoding(zarith)]
    z64: i64,
    #[encoding(narith)]
    n64: u64,
    #[encoding(mutez)]
    mutez: u64,
    #[encoding(builtin = "Z")]
    named: Z,
    #[encoding(dynamic, list, narith)]
    all: Vec<N>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(endian = "little")]
pub(crate) struct Little {
    index: u32,
    #[encoding(range = "0 ..= 1000")]
    amount: u16,
    #[encoding(be)]
    port: u16,
    many: Vec<u32>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
pub(crate) struct Whole {
    #[encoding(raw = "Z")]
    raw: Vec<u8>,
    #[encoding(constant = "transfer")]
    kind: (),
    #[encoding(with = "Complement")]
    complement: u8,
    #[encoding(composite(dynamic, bytes = 8))]
    blob: Blob,
}

type Blob = Vec<u8>;

/// A byte, encoded as its complement.
struct Complement;

impl Schema<u8> for Complement {
    const ENCODING: &'static Encoding = u8::ENCODING;
}

impl<'a> Reads<'a, u8> for Complement {
    const FACTS: Facts = Facts::fixed(1);

    fn read(input: &mut Reader<'a>) -> Result<u8, Fault> {
        u8::read(input).map(|byte| !byte)
    }
}

impl Writes<u8> for Complement {
    const FACTS: Facts = Facts::plain(1);

    fn write<S: Sink>(value: &u8, sink: &mut S) -> Result<(), EncodeError> {
        sink.put(&[!value]);
        Ok(())
    }
}

super::zoo! {
    views {
        Ranges: Traits::new(Heap::NONE);
        Likes: Traits::new(Heap::NONE);
        AnySize: Traits::new(Heap::COPIED.list::<N>()).copying();
        Builtins: Traits::new(Heap::NONE);
        Floats: Traits::new(Heap::NONE.list::<f64>());
        Little: Traits::new(Heap::NONE.list::<u32>());
    }
    types {
        Whole: Traits::new(Heap::COPIED.elements(1, 1)).verbatim();
    }
}
