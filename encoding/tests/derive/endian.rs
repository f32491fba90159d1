//! `endian = "little"` on a type, `be` on a field: the byte order of integers.

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Big(u16);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(endian = "little")]
struct Little {
    byte: u8,
    number: i32,
    #[encoding(be)]
    big: u16,
    #[encoding(range = "0 ..= 1000")]
    ranged: u32,
    #[encoding(be, range = "0 ..= 1000")]
    big_ranged: u32,
    own: Big,
    maybe: Option<u16>,
    #[encoding(list(len = 2))]
    pair: Vec<u16>,
    #[encoding(list(len = 1), be)]
    one: Vec<u16>,
    #[encoding(dynamic, list)]
    many: Vec<u64>,
    text: String,
    rest: Vec<u16>,
}

#[test]
fn the_type_sets_the_order_of_its_integers() {
    let value = Little {
        byte: 1,
        number: -2,
        big: 3,
        ranged: 4,
        big_ranged: 5,
        own: Big(6),
        maybe: Some(7),
        pair: vec![8, 9],
        one: vec![10],
        many: vec![11],
        text: "a".to_owned(),
        rest: vec![12],
    };
    let bytes = "01 feffffff 0003 0400 0005 0006 ff0700 08000900 000a 00000008 0b00000000000000 00000001 61 0c00";
    both(&value, bytes);
    refused::<Little>("01 00000000 0000 e903", "Invalid_int", "ranged", 7);
}

type Level = u32;
type Byte = u8;
type Peers = Vec<Big>;

/// Types that the derive knows only by a name have no byte order, or say which.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(endian = "little")]
struct Aliases {
    byte: Byte,
    #[encoding(le)]
    little: Level,
    #[encoding(be)]
    big: Level,
    #[encoding(range = "0 ..= 1000")]
    ranged: Level,
    peers: Peers,
}

#[test]
fn aliases_say_which_order() {
    let value = Aliases { byte: 1, little: 2, big: 3, ranged: 4, peers: vec![Big(5)] };
    both(&value, "01 02000000 00000003 0400 0005");
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(tags = "u16", endian = "little", json(first_match))]
enum Choice {
    Bare(u32),
    #[encoding(short_dynamic)]
    Block(u32),
    #[encoding(be)]
    Other(u32),
    Fields {
        a: u16,
        #[encoding(be)]
        b: u16,
    },
    #[encoding(other)]
    Unknown(u16, Vec<u8>),
}

#[test]
fn the_order_applies_to_variants_but_not_to_the_tag() {
    both(&Choice::Bare(1), "0000 01000000");
    both(&Choice::Block(1), "0001 04 01000000");
    both(&Choice::Other(1), "0002 00000001");
    both(&Choice::Fields { a: 1, b: 2 }, "0003 0100 0002");
    both(&Choice::Unknown(0x1234, vec![7]), "1234 07");
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(endian = "big")]
struct AsEver {
    a: u16,
    #[encoding(le)]
    b: u16,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(try_from = "u32", into = "u32", endian = "little")]
struct Amount(u32);

impl From<u32> for Amount {
    fn from(number: u32) -> Self {
        Self(number)
    }
}

impl From<&Amount> for u32 {
    fn from(amount: &Amount) -> Self {
        amount.0
    }
}

#[test]
fn big_endian_is_the_default_and_wire_types_follow_the_order() {
    both(&AsEver { a: 1, b: 2 }, "0001 0200");
    both(&Amount(5), "05000000");
}
