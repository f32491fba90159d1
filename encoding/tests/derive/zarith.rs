//! `zarith`: whole numbers of any size, as `Z` or `i64`.

use tezos_encoding::TooLarge;

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Any(#[encoding(zarith)] Z);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Small(#[encoding(zarith)] i64);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Inside {
    plain: Z,
    #[encoding(dynamic, list, zarith)]
    list: Vec<Z>,
}

#[test]
fn numbers_are_made_from_integers_and_from_text() {
    assert_eq!(
        (Z::from(-5), Z::from(5u8), Z::from(u64::MAX)),
        (Z::from(-5i128), Z::from(5i64), Z::from(u64::MAX as i128))
    );
    assert_eq!(N::new(5u8), N::new(5u128));
    for text in
        ["0", "7", "-8", "-170141183460469231731687303715884105729", "99999999999999999999999999999999999999999999"]
    {
        let number: Z = text.parse().unwrap();
        assert_eq!(number.to_string(), text);
        assert_eq!(text.parse::<N>().is_ok(), !text.starts_with('-'));
    }
    assert_eq!((u8::try_from(Z::from(255)), u8::try_from(&Z::from(256))), (Ok(255), Err(TooLarge)));
    assert_eq!((i128::try_from(Z::from(-7)), u64::try_from(Z::from(-7))), (Ok(-7), Err(TooLarge)));
    assert_eq!((u32::try_from(N::from(7)), u128::try_from(N::new(7_u8))), (Ok(7), Ok(7)));
    let none = [String::new(), "-".into(), "+1".into(), "1.5".into(), "0x10".into(), "9".repeat(90_000)];
    assert!(none.iter().all(|text| text.parse::<Z>().is_err() && text.parse::<N>().is_err()));
    let of_wire_bytes = |count: usize| Z::from_wire(&[&vec![0xff; count - 1][..], &[1]].concat()).to_string();
    assert!(of_wire_bytes(1 << 10).bytes().all(|digit| digit == b'-' || digit.is_ascii_digit()));
    assert!(of_wire_bytes((1 << 10) + 1).starts_with("wire:ff"));
}

#[test]
fn boundaries_between_groups_of_bits() {
    for (number, bytes) in [
        (0, "00"),
        (1, "01"),
        (-1, "41"),
        (63, "3f"),
        (64, "8001"),
        (-64, "c001"),
        (8191, "bf7f"),
        (8192, "808001"),
        (1 << 55, "8080808080808080 01"),
        (i64::MAX, "bfffffffffffffffff01"),
        (i64::MIN, "c0808080808080808002"),
    ] {
        both(&Small(number), bytes);
        both(&Any(Z::from(number)), bytes);
    }
    both(&Any(Z::from(i128::MIN)), "c0808080808080808080808080808080808004");
    both(&Inside { plain: Z::ZERO, list: vec![Z::from(-1i64), Z::from(64i64)] }, "00 00000003 41 8001");
}

#[test]
fn bounds() {
    assert_eq!(size::<Any>(), Size::dynamic(1, None));
    accepted("40", &Any(Z::ZERO), "00");
    accepted("40", &Small(0), "00");
    refused::<Any>("c000", "Trailing_zero", "", 1);
    refused::<Small>("80808080808080808002", "Overflow", "", 0);
    refused::<Inside>("00 00000002 4180", "Not_enough_data", "list[1]", 7);
}
