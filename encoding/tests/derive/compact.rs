//! `compact`: fields and variants that share the bits of one tag.

use tezos_encoding::OrInt32;
use tezos_encoding::schema::describe;

use crate::common::*;

#[derive(Clone, Debug, PartialEq, HasEncoding, NomReader, BinWriter, View)]
#[encoding(compact)]
struct Transfer {
    urgent: bool,
    amount: i64,
    level: Option<i32>,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
enum Amount {
    Flag(bool),
    Small(i32),
    Named(#[encoding(string = 3)] String),
    Nothing,
    Pair { left: i32, right: bool },
}

/// Fields of compact types share the bits of their tags.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(compact(tag = "u16"))]
struct Outer<T> {
    first: Amount,
    #[encoding(payload)]
    plain: i32,
    second: T,
    #[encoding(list(bits = 2))]
    few: Vec<u16>,
    #[encoding(skip)]
    seen: bool,
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
struct Flags(bool, bool, u16, bool);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(compact(tag = "u0"), id = "number")]
struct Bare(N);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(compact, json(first_match))]
enum Sparse {
    #[encoding(tag = 5)]
    Five(bool),
    Six,
    #[encoding(tag = 1)]
    One(#[encoding(payload)] Option<bool>),
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
struct Rest {
    flag: Option<()>,
    boxed: Box<(bool, bool)>,
    level: OrInt32<Box<bool>>,
    rest: Vec<u8>,
}

/// More bits than the variants need; case 2 is void.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(compact(tag = "u8", union_tag_bits = 3, cases_tag_bits = 4))]
enum Roomy {
    A(bool),
    B(i32),
    #[encoding(tag = 3)]
    C(#[encoding(string)] String),
}

const TAG_BITS: u32 = 2;

/// The number of bits is an expression; one field is of another type.
#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(compact(tag = "u16"))]
struct Beside(OneCase, Roomy, bool);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(compact(union_tag_bits = TAG_BITS + 1))]
enum OneCase {
    Only(bool),
}

fn transfer(urgent: bool, amount: i64, level: Option<i32>) -> Transfer {
    Transfer { urgent, amount, level }
}

#[test]
fn fields_share_the_bits_from_the_lowest_on() {
    both(&transfer(true, 0, None), "01 00");
    both(&transfer(false, 256, None), "02 0100");
    both(&transfer(false, 0xffff_ffff, Some(-1)), "34 ffffffff ffffffff");
    both(&transfer(false, -1, Some(5)), "26 ffffffffffffffff 05");
    assert_eq!(size::<Transfer>(), Size::dynamic(2, Some(13)));
    both(&Flags(true, true, 0, true), "07 0000");
    assert_eq!(size::<Flags>(), Size::fixed(3));
    both(&Bare(N::from(1000u64)), "e807");
}

#[test]
fn the_case_uses_the_bits_above_the_widest_payload() {
    both(&Amount::Flag(true), "01");
    both(&Amount::Small(300), "09 012c");
    both(&Amount::Named("abc".to_owned()), "10 00000003 616263");
    both(&Amount::Nothing, "18");
    both(&Amount::Pair { left: -1, right: true }, "26 ffffffff");
    both(&Sparse::Five(true), "0b");
    both(&Sparse::Six, "0c");
    // `payload` follows the option, whose bit is below the bits of the case.
    both(&Sparse::One(Some(false)), "03 00");
    assert_eq!(Amount::ENCODING.size().class, Class::Dynamic);
}

#[test]
fn cases_with_more_bits_than_they_need() {
    both(&Roomy::A(true), "01");
    both(&Roomy::B(300), "11 012c");
    both(&Roomy::C("no".to_owned()), "30 00000002 6e6f");
    in_json(&Roomy::C("no".to_owned()), "\"no\"");
    assert_eq!(<Roomy as HasEncoding>::PART.bits(), 7);
    for refused_tag in ["02", "13", "20", "31", "40", "80"] {
        refused::<Roomy>(refused_tag, "Unexpected_tag", "", 0);
    }
    both(&Beside(OneCase::Only(true), Roomy::B(5), true), "0901 05");
    refused::<Beside>("0002", "Unexpected_tag", "", 0);
    let text =
        "compact(tag=uint8, union(union_tag_bits=3, cases_tag_bits=4){A: bool | B: int32 | void | C: payload string})";
    let parsed = schema::grammar::parse(text).unwrap();
    assert_eq!(describe(parsed).to_json(), describe(Roomy::ENCODING).to_json());
    for json in ["true", "300", "\"no\""] {
        assert_eq!(schema::from_json(parsed, json), schema::from_json(Roomy::ENCODING, json));
    }
    // A void case counts as a case, and the last number of two bits is not used.
    let bits = |text: &str| match schema::grammar::parse(text).unwrap() {
        Encoding::Compact(compact) => compact.part.bits(),
        other => panic!("{other:?}"),
    };
    assert_eq!(bits("compact(tag=uint8, union{A: bool | B: bool | void})"), 3);
    assert_eq!(bits("compact(tag=uint8, union(cases_tag_bits=3){A: bool})"), 3);
}

#[test]
fn nested_compact_types_share_bits() {
    let outer = |few: &[u16]| Outer {
        first: Amount::Pair { left: 300, right: true },
        plain: 1,
        second: (true, Some(7i32)),
        few: few.to_vec(),
        seen: false,
    };
    // 6 bits of `first`, 1 + 3 of `second`, 2 of `few`.
    both(&outer(&[]), "0265 012c 00000001 07");
    both(&outer(&[8, 9]), "0a65 012c 00000001 07 0008 0009");
    both(&outer(&[1, 2, 3]), "0e65 012c 00000001 07 00000006 0001 0002 0003");
    both(&outer(&[1, 2, 3, 4]), "0e65 012c 00000001 07 00000008 0001 0002 0003 0004");
    accepted("0e65 012c 00000001 07 00000000", &outer(&[]), "0265 012c 00000001 07");
}

#[test]
fn payloads_and_fields_without_bytes() {
    let rest = |flag, level, rest: &[u8]| Rest { flag, boxed: Box::new((false, true)), level, rest: rest.to_vec() };
    both(&rest(None, OrInt32::Int32(70_000), &[]), "14 00011170");
    assert_eq!(Rest::from_bytes(hex("1d 01 0203")).unwrap(), rest(Some(()), OrInt32::Other(Box::new(true)), &[2, 3]));
    assert_eq!(rest(Some(()), OrInt32::Other(Box::new(true)), &[2, 3]).to_bytes().unwrap(), hex("1d ff 0203"));
    assert_eq!(size::<Rest>().class, Class::Variable);
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
struct Int32(i32);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
struct Int64(i64);

/// The least and the greatest number of each width.
#[test]
fn integers_take_the_fewest_bytes() {
    for (number, bytes) in [
        (0, "00 00"),
        (0xff, "00 ff"),
        (0x100, "01 0100"),
        (0xffff, "01 ffff"),
        (0x1_0000, "02 00010000"),
        (i32::MAX, "02 7fffffff"),
        (i32::MIN, "02 80000000"),
        (-1, "02 ffffffff"),
    ] {
        both(&Int32(number), bytes);
        both(&OrInt32::<bool>::Int32(number), bytes);
        if number >= 0 {
            both(&Int64(number.into()), bytes);
        }
    }
    both(&OrInt32::Other(true), "03 ff");
    both(&Int64(0xffff_ffff), "02 ffffffff");
    both(&Int64(0x1_0000_0000), "03 0000000100000000");
    both(&Int64(i64::MAX), "03 7fffffffffffffff");
    both(&Int64(i64::MIN), "03 8000000000000000");
    both(&Int64(-1), "03 ffffffffffffffff");
    for wider in ["01 0000", "01 00ff", "02 00000000", "02 0000ffff"] {
        refused::<Int32>(wider, "Invalid_int", "", 1);
        refused::<Int64>(wider, "Invalid_int", "", 1);
    }
    refused::<Int64>("03 0000000000000000", "Invalid_int", "", 1);
    refused::<Int64>("03 00000000ffffffff", "Invalid_int", "", 1);
    refused::<Int32>("03 00010000", "Unexpected_tag", "", 0);
    for tag in ["04 00", "80 00"] {
        refused::<Int32>(tag, "Unexpected_tag", "", 0);
        refused::<Int64>(tag, "Unexpected_tag", "", 0);
        refused::<OrInt32<bool>>(tag, "Unexpected_tag", "", 0);
    }
}

/// Tags with bits above those of each part, and with bits of an absent value; and where all bytes of a tag are required.
#[test]
fn tags_that_no_part_has() {
    use tezos_encoding::wire::{Auto, Compact, Packed, Payload, Possible, Reads, Short};
    use tezos_encoding::{FaultKind, Reader};

    fn fault<T: std::fmt::Debug, W: for<'a> Reads<'a, T>>(bytes: &[u8]) -> (FaultKind, u32, usize) {
        let fault = W::read(&mut Reader::new(bytes)).unwrap_err();
        (fault.kind(), fault.detail(), fault.offset_in(bytes))
    }
    for (tag, found) in [
        (2, fault::<bool, Compact<Packed>>(&[2; 9])),
        (3, fault::<i32, Compact<Packed>>(&[3; 9])),
        (4, fault::<i64, Compact<Packed>>(&[4; 9])),
        (1, fault::<u16, Compact<Auto>>(&[1; 9])),
        (1, fault::<u16, Compact<Payload<Auto>>>(&[1; 9])),
        (1, fault::<Option<bool>, Compact<Possible<Packed>>>(&[1; 9])),
        (4, fault::<Option<bool>, Compact<Possible<Packed>>>(&[4; 9])),
        (4, fault::<Vec<u16>, Compact<Short<Auto, 2>>>(&[4; 9])),
        (4, fault::<OrInt32<u16>, Compact<Auto>>(&[4; 9])),
        (16, fault::<(i32, i32), Compact<Auto>>(&[16; 9])),
    ] {
        assert_eq!(found, (FaultKind::UnexpectedTag, tag, 0));
    }
    for tag in ["08 00", "18 00"] {
        refused::<Transfer>(tag, "Unexpected_tag", "", 0);
    }
    let short = |needed| (FaultKind::NotEnoughData, needed, 1);
    assert_eq!(fault::<(i32, i32), Compact<Auto>>(&[4, 7, 7]), short(3));
    assert_eq!(fault::<(OrInt32<u16>, i32), Compact<Auto>>(&[3, 7, 7]), short(3));
    assert_eq!(fault::<(Option<i64>, bool), Compact<Auto>>(&[7, 0, 0, 0]), short(8));
}

#[test]
fn refused_bytes() {
    refused::<Transfer>("40 00", "Unexpected_tag", "", 0);
    refused::<Transfer>("3c 00", "Unexpected_tag", "", 0);
    // The bits of a field that is absent.
    refused::<Transfer>("08 00", "Unexpected_tag", "", 0);
    refused::<Transfer>("10 00", "Unexpected_tag", "", 0);
    refused::<Transfer>("02 0001", "Invalid_int", "amount", 1);
    refused::<Transfer>("04 0000ffff", "Invalid_int", "amount", 1);
    refused::<Transfer>("06 00000000ffffffff", "Invalid_int", "amount", 1);
    refused::<Transfer>("30 00 0000ffff", "Invalid_int", "level", 2);
    // All bytes that the tag implies must be available before the reader looks at one of them.
    refused::<Transfer>("22 0001", "Not_enough_data", "", 1);
    refused::<Amount>("1c", "Unexpected_tag", "", 0);
    refused::<Amount>("02", "Unexpected_tag", "", 0);
    refused::<Sparse>("09", "Unexpected_tag", "", 0);
    refused::<Outer<bool>>("0065 012c 00000001 00", "Extra_bytes", "", 8);
    refused::<Outer<bool>>("003f 012c 00000001", "Unexpected_tag", "", 0);
    refused::<Outer<bool>>("0140 00000001 0001", "Not_enough_data", "", 2);
    refused::<Outer<bool>>("0180 00000001 ffffffff", "Invalid_int", "few", 6);
    unwritable(&Amount::Named("long".to_owned()), "Size_limit_exceeded", "");
}

#[test]
fn json_values_and_descriptions_show_the_fields() {
    in_json(&transfer(true, 0, None), r#"{"urgent":true,"amount":"0"}"#);
    in_json(&transfer(false, -1, Some(5)), r#"{"urgent":false,"amount":"-1","level":5}"#);
    // The first case that fits the JSON; bits that an earlier attempt set in the tag are cleared.
    assert_eq!(schema::from_json(Amount::ENCODING, r#"{"left":300,"right":true}"#).unwrap(), hex("25 012c"));
    assert_eq!(schema::from_json(Amount::ENCODING, r#""abc""#).unwrap(), hex("10 00000003 616263"));
    assert!(schema::from_json(<Outer<bool>>::ENCODING, "{}").unwrap_err().to_string().contains("first"));
    let amount = describe(Amount::ENCODING).to_string();
    for heading in
        ["Flag (tag 0)", "Small (tag 8)", "Small (tag 10)", "Named (tag 16)", "Nothing (tag 24)", "Pair (tag 38)"]
    {
        assert!(amount.contains(heading), "{heading} in {amount}");
    }
    let names: Vec<_> =
        schema::slice(Transfer::ENCODING, hex("22 0100 05")).slices.into_iter().map(|slice| slice.name).collect();
    assert_eq!(names, ["case_34 tag", "\"amount\" (uint16)", "\"level\" (uint8)"]);
}

#[test]
fn a_compact_type_is_its_own_view() {
    let bytes = hex("01 00");
    assert_eq!(<Transfer as View>::view(&mut tezos_encoding::Reader::new(bytes)), Ok(transfer(true, 0, None)));
}

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
#[encoding(compact)]
struct Checked {
    #[encoding(payload, guard = "even")]
    level: i32,
    flag: bool,
}

fn even(number: &i32) -> Result<(), &'static str> {
    if number.rem_euclid(2) == 0 { Ok(()) } else { Err("odd") }
}

#[test]
fn a_payload_may_be_guarded() {
    both(&Checked { level: 2, flag: true }, "01 00000002");
    refused::<Checked>("01 00000003", "User_invariant_guard", "level", 1);
    unwritable(&Checked { level: 3, flag: true }, "User_invariant_guard", "level");
}
