//! Derived types, by the descriptions of the reference's vectors.

use tezos_encoding::{
    BinWriter, HasEncoding, N, NomReader, Z,
    wire::{Auto, Bytes, Dynamic, Text, U8, Varopt},
};

use super::{
    codec::Codec,
    forms::{As, Str},
};

/// The type of a description, if there is one.
pub(super) fn find(description: &str) -> Option<Codec> {
    Some(match description {
        r#"obj{a: bool; b: constant("B"); c: empty; d: null; e: uint8}"# => Codec::of::<Nothings>(),
        "obj{a: uint8; b: string; c: bool}" => Codec::of::<Fields>(),
        "obj{a: uint8; b?: int16}" => Codec::of::<OneOptional>(),
        "obj{a?: uint8; b?: string; c?: bool}" => Codec::of::<Optional>(),
        "obj{a: uint8; b??: uint16}" => Codec::of::<AtEnd>(),
        "obj{a: uint8; b?: variable_bytes}" => Codec::of::<OptionalRest>(),
        "obj{a: uint8; b=7: uint8}" => Codec::of::<Usual>(),
        "obj{s??: string; n: uint8}" => Codec::of::<InFront>(),
        "obj{v: variable_string; n: int32; m: uint8}" => Codec::of::<RestInFront>(),
        "obj{f1: uint8; f2: int8; f3: uint16; f4: int16; f5: int32; f6: int64; f7: bool; f8: n; f9: z; f10: string}" => {
            Codec::of::<Ten>()
        }
        r#"obj{kind: constant("k"); v: uint8}"# => Codec::of::<Kind>(),
        "tup(variable_bytes, uint16)" => Codec::of::<RestThenNumber>(),
        "tup(dynamic_size(uint8, obj{s??: string(len=uint8); n: uint8}), variable_bytes)" => {
            Codec::of::<BlockThenRest>()
        }
        "merge_objs(obj{a: uint8}, obj{b: string; c?: bool})" => Codec::of::<Merged>(),
        "merge_objs(merge_objs(obj{z: uint16}, obj{y: bool}), obj{x: variable_bytes})" => Codec::of::<MergedTwice>(),
        "union(tag=uint8){0 Circle: uint16 | 3 Rect: obj{w: uint8; h: uint8} | 200 Named: string | 7 Nothing: empty}" => {
            Codec::of::<Shape>()
        }
        "union(tag=uint16){0 Circle: uint16 | 3 Rect: obj{w: uint8; h: uint8} | 200 Named: string | 7 Nothing: empty}" => {
            Codec::of::<WideShape>()
        }
        "union(tag=uint8){0 A: uint8 | 1 B: bool}" => Codec::of::<Two>(),
        "union(tag=uint8){0 A: uint8, json only B}" => Codec::of::<One>(),
        "dynamic_size(uint8, obj{a: uint8; b: variable_string})" => Codec::of::<InByte>(),
        "dynamic_size(uint16, obj{a: uint8; b: variable_string})" => Codec::of::<InTwoBytes>(),
        "dynamic_size(uint30, obj{a: uint8; b: variable_string})" => Codec::of::<InFourBytes>(),
        "with_guard(even, uint8)" => Codec::of::<Even>(),
        "conv(uint8, write fails >100, read fails >50)" => Codec::of::<Converted>(),
        "mu(tree){0 Leaf: int31 | 1 Node: tree*tree}" => Codec::of::<Tree>(),
        "mu(rlist){0 Nil | 1 Cons: uint8*rlist}" => Codec::of::<Chain>(),
        "mu(rose){v: uint8; kids: list(rose)}" => Codec::of::<Rose>(),
        "mu(vlist){0 End: variable_bytes | 1 More: uint8*dynamic_size(vlist)}" => Codec::of::<Nested>(),
        _ => return None,
    })
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Nothings {
    a: bool,
    b: (),
    c: (),
    d: (),
    e: u8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Fields {
    a: u8,
    #[encoding(string)]
    b: Vec<u8>,
    c: bool,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct OneOptional {
    a: u8,
    b: Option<i16>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Optional {
    a: Option<u8>,
    #[encoding(option, string)]
    b: Option<Vec<u8>>,
    c: Option<bool>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct AtEnd {
    a: u8,
    b: As<Option<u16>, Varopt<Auto>>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct OptionalRest {
    a: u8,
    b: As<Option<Vec<u8>>, Varopt<Bytes>>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Usual {
    a: u8,
    b: u8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct InFront {
    #[encoding(reserve = 1)]
    s: As<Option<Str>, Varopt<Auto>>,
    n: u8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct RestInFront {
    #[encoding(reserve = 5, bytes)]
    v: Vec<u8>,
    n: i32,
    m: u8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Ten {
    f1: u8,
    f2: i8,
    f3: u16,
    f4: i16,
    f5: i32,
    f6: i64,
    f7: bool,
    f8: N,
    f9: Z,
    #[encoding(string)]
    f10: Vec<u8>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Kind {
    kind: (),
    v: u8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct RestThenNumber(#[encoding(reserve = 2, bytes)] Vec<u8>, u16);

/// Text with a 1-byte size.
type ShortStr = As<Vec<u8>, Dynamic<U8, Text>>;

#[derive(HasEncoding, NomReader, BinWriter)]
struct ShortInFront {
    #[encoding(reserve = 1)]
    s: As<Option<ShortStr>, Varopt<Auto>>,
    n: u8,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct BlockThenRest(#[encoding(short_dynamic)] ShortInFront, #[encoding(bytes)] Vec<u8>);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Merged {
    a: u8,
    #[encoding(string)]
    b: Vec<u8>,
    c: Option<bool>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct MergedTwice {
    z: u16,
    y: bool,
    #[encoding(bytes)]
    x: Vec<u8>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
enum Shape {
    #[encoding(tag = 0)]
    Circle(u16),
    #[encoding(tag = 3)]
    Rect { w: u8, h: u8 },
    #[encoding(tag = 200)]
    Named(#[encoding(string)] Vec<u8>),
    #[encoding(tag = 7)]
    Nothing,
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(tags = "u16")]
enum WideShape {
    #[encoding(tag = 0)]
    Circle(u16),
    #[encoding(tag = 3)]
    Rect { w: u8, h: u8 },
    #[encoding(tag = 200)]
    Named(#[encoding(string)] Vec<u8>),
    #[encoding(tag = 7)]
    Nothing,
}

#[derive(HasEncoding, NomReader, BinWriter)]
enum Two {
    A(u8),
    B(bool),
}

#[derive(HasEncoding, NomReader, BinWriter)]
enum One {
    A(u8),
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct Inside {
    a: u8,
    #[encoding(bytes)]
    b: Vec<u8>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
struct InByte(#[encoding(short_dynamic)] Inside);

#[derive(HasEncoding, NomReader, BinWriter)]
struct InTwoBytes(#[encoding(dynamic(kind = "u16"))] Inside);

#[derive(HasEncoding, NomReader, BinWriter)]
struct InFourBytes(#[encoding(dynamic)] Inside);

#[derive(HasEncoding, NomReader, BinWriter)]
struct Even(#[encoding(guard = "is_even")] u8);

fn is_even(number: &u8) -> Result<(), &'static str> {
    if number & 1 == 0 { Ok(()) } else { Err("the number is odd") }
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(try_from = "u8", into = "u8")]
struct Converted(u8);

impl TryFrom<u8> for Converted {
    type Error = &'static str;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        if number <= 50 { Ok(Self(number)) } else { Err("the number is over 50") }
    }
}

impl From<&Converted> for u8 {
    fn from(value: &Converted) -> Self {
        value.0
    }
}

/// Deeper than any vector.
const DEPTH: u32 = 2000;

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu, depth = DEPTH)]
enum Tree {
    Leaf(#[encoding(builtin = "Int31")] i32),
    Node(Box<Tree>, Box<Tree>),
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu = "rlist", depth = DEPTH)]
enum Chain {
    Nil,
    Cons(u8, Box<Chain>),
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu, depth = DEPTH)]
struct Rose {
    v: u8,
    #[encoding(dynamic, list)]
    kids: Vec<Rose>,
}

#[derive(HasEncoding, NomReader, BinWriter)]
#[encoding(mu(variable, name = "vlist", depth = DEPTH))]
enum Nested {
    End(#[encoding(bytes)] Vec<u8>),
    More(u8, #[encoding(dynamic)] Box<Nested>),
}
