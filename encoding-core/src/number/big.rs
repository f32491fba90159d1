//! Conversions to and from big integers.

use alloc::vec::Vec;

use num_bigint::{BigInt, BigUint, Sign};

use super::{N, Z};

impl From<&N> for BigUint {
    fn from(number: &N) -> Self {
        number.with_wire(from_groups)
    }
}

impl From<&BigUint> for N {
    fn from(number: &BigUint) -> Self {
        Self::from_wire(&to_groups(number))
    }
}

impl From<&Z> for BigInt {
    fn from(number: &Z) -> Self {
        let magnitude = number.with_wire(|bytes| match bytes.split_first() {
            Some((first, rest)) => from_groups(rest) << 6u32 | BigUint::from(first & 0x3f),
            None => BigUint::default(),
        });
        Self::from_biguint(if number.is_negative() { Sign::Minus } else { Sign::Plus }, magnitude)
    }
}

impl From<&BigInt> for Z {
    fn from(number: &BigInt) -> Self {
        let magnitude = number.magnitude();
        let low = magnitude.iter_u32_digits().next().unwrap_or_default().to_le_bytes();
        let rest = magnitude >> 6u32;
        let sign = if number.sign() == Sign::Minus { 0x40 } else { 0 };
        let first = low.first().map_or(0, |low| low & 0x3f | sign);
        let mut wire = Vec::new();
        if rest == BigUint::default() {
            wire.push(first);
        } else {
            wire.push(first | 0x80);
            wire.extend(to_groups(&rest));
        }
        Self::from_wire(&wire)
    }
}

macro_rules! by_value {
    ($($from:ident, $to:ident;)*) => {$(
        impl From<$from> for $to {
            fn from(number: $from) -> Self {
                Self::from(&number)
            }
        }
    )*};
}

by_value! {
    N, BigUint;
    BigUint, N;
    Z, BigInt;
    BigInt, Z;
}

/// Takes linear time, because the radix 128 is a power of two.
fn from_groups(bytes: &[u8]) -> BigUint {
    let digits: Vec<u8> = bytes.iter().map(|byte| byte & 0x7f).collect();
    BigUint::from_radix_le(&digits, 128).unwrap_or_default()
}

fn to_groups(number: &BigUint) -> Vec<u8> {
    let mut groups = number.to_radix_le(128);
    let last = groups.len().saturating_sub(1);
    groups.iter_mut().take(last).for_each(|group| *group |= 0x80);
    groups
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks that only the last byte ends a number, and that it is not zero.
    fn is_one_number(bytes: &[u8]) {
        assert_eq!(bytes.iter().position(|byte| *byte < 0x80), bytes.len().checked_sub(1));
        assert!(bytes.len() == 1 || bytes.last() != Some(&0));
    }

    #[test]
    fn big_integers_round_trip_at_every_group_boundary() {
        for bits in 0..300u32 {
            for delta in [-1i32, 0, 1] {
                let number = (BigInt::from(1) << bits) + delta;
                for number in [number.clone(), -number] {
                    let z = Z::from(&number);
                    assert_eq!(BigInt::from(&z), number);
                    z.with_wire(is_one_number);
                    if let Ok(small) = i128::try_from(&number) {
                        assert_eq!(z, Z::from(small));
                    }
                }
            }
            let number = (BigUint::from(1u8) << bits) + 1u8;
            let n = N::from(&number);
            assert_eq!(BigUint::from(&n), number);
            n.with_wire(is_one_number);
        }
    }
}
