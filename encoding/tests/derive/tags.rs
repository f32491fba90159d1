//! `tags = "u8" | "u16" | "u32"`: the width of an enum's tag.

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(first_match))]
enum Default8 {
    A,
    #[encoding(tag = 255)]
    Z,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(tags = "u8", json(first_match))]
enum Explicit8 {
    A(u16),
    #[encoding(tag = 255)]
    Z(i16),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(tags = "u16")]
enum Wide {
    A,
    #[encoding(tag = 65535)]
    Z(u8),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(tags = "u32", json(first_match))]
enum Widest {
    #[encoding(tag = 0x0001_0000)]
    A,
    B,
    #[encoding(tag = 0xffff_ffff)]
    Z(u8),
}

/// Discriminants that are the tags, or that differ from them.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(json(first_match))]
enum Numbered {
    A = 0,
    #[encoding(tag = 4)]
    B = 9,
    C = 5,
}

/// Discriminants of an enum without tags.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(string_enum)]
enum Names {
    A = 3,
    B = 7,
}

#[test]
fn discriminants() {
    both(&Numbered::C, "05");
    both(&Names::A, "00");
    both(&Names::B, "01");
    assert_eq!((Numbered::B as u8, Names::B as u8), (9, 7));
}

#[test]
fn bytes() {
    assert_eq!((size::<Default8>(), size::<Explicit8>()), (Size::fixed(1), Size::fixed(3)));
    assert_eq!((size::<Wide>(), size::<Widest>()), (Size::dynamic(2, Some(3)), Size::dynamic(4, Some(5))));
    both(&Default8::A, "00");
    both(&Default8::Z, "ff");
    both(&Explicit8::A(1), "00 0001");
    both(&Explicit8::Z(-1), "ff ffff");
    both(&Wide::A, "0000");
    both(&Wide::Z(7), "ffff 07");
    both(&Widest::A, "00010000");
    both(&Widest::B, "00010001");
    both(&Widest::Z(7), "ffffffff 07");
}

#[test]
fn unknown_tags() {
    refused::<Default8>("01", "Unexpected_tag", "", 0);
    refused::<Wide>("0001", "Unexpected_tag", "", 0);
    refused::<Widest>("00000000", "Unexpected_tag", "", 0);
}
