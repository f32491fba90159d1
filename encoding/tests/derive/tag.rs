//! `tag = N`: a number, the successor of the preceding tag, or the value of a constant.

use crate::common::*;

mod numbers {
    pub(crate) const FIRST: u8 = 0x10;
    pub(crate) mod deep {
        pub(crate) const LAST: u8 = u8::MAX;
    }
    pub(crate) const WIDE: u16 = 0x1234;
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(first_match))]
enum Counted {
    Zero,
    One,
    #[encoding(tag = 0x0a)]
    Ten,
    Eleven,
    #[encoding(tag = 5)]
    Five,
    Six,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(first_match))]
enum Constants {
    #[encoding(tag = numbers::FIRST)]
    First,
    Second,
    Third,
    #[encoding(tag = "numbers::FIRST + 0x10")]
    Later,
    #[encoding(tag = numbers::deep::LAST)]
    Last,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(tags = "u16", json(first_match))]
enum Wide {
    #[encoding(tag = numbers::WIDE)]
    Const(u8),
    Next,
    #[encoding(tag = "7")]
    Quoted,
    #[encoding(tag = 0b1000)]
    Binary,
    #[encoding(tag = 0x09u16)]
    Suffixed,
}

/// `tag` may appear at any position among the items.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(first_match))]
enum AnyOrder {
    #[encoding(tag = 7, dynamic)]
    Before(u8),
    #[encoding(dynamic, tag = 9)]
    After(u8),
    #[encoding(dynamic)]
    #[encoding(tag = 11)]
    Apart(u8),
}

#[test]
fn successors() {
    both(&Counted::Zero, "00");
    both(&Counted::One, "01");
    both(&Counted::Ten, "0a");
    both(&Counted::Eleven, "0b");
    both(&Counted::Five, "05");
    both(&Counted::Six, "06");
    refused::<Counted>("02", "Unexpected_tag", "", 0);
}

#[test]
fn constants() {
    both(&Constants::First, "10");
    both(&Constants::Second, "11");
    both(&Constants::Third, "12");
    both(&Constants::Later, "20");
    both(&Constants::Last, "ff");
    both(&Wide::Const(1), "1234 01");
    both(&Wide::Next, "1235");
    both(&Wide::Quoted, "0007");
    both(&Wide::Binary, "0008");
    both(&Wide::Suffixed, "0009");
}

#[test]
fn any_position_among_the_items() {
    both(&AnyOrder::Before(1), "07 00000001 01");
    both(&AnyOrder::After(1), "09 00000001 01");
    both(&AnyOrder::Apart(1), "0b 00000001 01");
}
