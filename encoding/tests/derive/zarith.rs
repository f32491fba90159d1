//! `zarith`: whole numbers of any size, as `Z` or `i64`.

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
