//! `narith`: natural numbers of any size, as `N` or `u64`.

use crate::common::*;

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Any(#[encoding(narith)] N);

#[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
struct Small(#[encoding(narith)] u64);

#[test]
fn boundaries_between_groups_of_bits() {
    for (number, bytes) in [
        (0, "00"),
        (127, "7f"),
        (128, "8001"),
        (16_383, "ff7f"),
        (16_384, "808001"),
        ((1 << 55) + 1, "8180808080808040"),
        ((1 << 56) + 1, "818080808080808001"),
        ((1 << 57) + 1, "818080808080808002"),
        ((1 << 62) + 1, "818080808080808040"),
        ((1 << 63) + 1, "81808080808080808001"),
        (u64::MAX, "ffffffffffffffffff01"),
    ] {
        both(&Small(number), bytes);
        both(&Any(N::from(number)), bytes);
    }
    both(&Any(N::new((1u128 << 64) + 1)), "81808080808080808002");
    both(&Any(N::new(u128::MAX)), "ffffffffffffffffffffffffffffffffffff03");
}

/// Around every boundary between groups of 7 bits up to 256 bits, `2^k - 1`, `2^k` and `2^k + 1` round-trip.
#[test]
fn numbers_wider_than_machine_integers() {
    for groups in 1..37usize {
        for (low, high) in [(0x80, 0x01), (0x81, 0x01), (0xff, 0x7f)] {
            let filler = if low == 0xff { 0xff } else { 0x80 };
            let mut bytes = vec![low];
            bytes.resize(groups, filler);
            bytes.push(high);
            assert_eq!(written(&Any::from_bytes(&bytes).unwrap()), bytes);
        }
    }
}

#[test]
fn bounds() {
    assert_eq!(size::<Small>(), Size::dynamic(1, None));
    refused::<Any>("8000", "Trailing_zero", "", 1);
    refused::<Any>("ff00", "Trailing_zero", "", 1);
    refused::<Small>("ffffffffffffffffff02", "Overflow", "", 0);
    assert_eq!(Small::from_bytes(hex("ffffffffffffffffff01")), Ok(Small(u64::MAX)));
}
