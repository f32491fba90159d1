//! The encoding `z` of integers.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::fmt;

use super::arithmetic::shortest;
use super::natural::N;
use super::{
    Negative, NotDecimal, Repr, SHOWN_BYTES, SMALL_BYTES, ShortBytes, TooLarge, WIDE_BYTES, gather_bytes, groups_len,
    scatter_wide, wide,
};

/// An integer of any size, the value of the encoding `z`.
///
/// All integer types convert to it.
///
/// ```
/// use tezos_encoding::{Decode, Encode, Z};
/// let one: Z = 1.into();
/// assert_eq!((one.clone() - Z::from(2_u8), "-1".parse()), (Z::from(-1), Ok(-one)));
/// assert_eq!(Z::from(-300i64).to_bytes().unwrap(), [0xec, 0x04]);
/// assert_eq!(i64::try_from(&Z::from_bytes(&[0xec, 0x04]).unwrap()), Ok(-300));
/// assert_eq!(Z::from_bytes(&[0x40]).unwrap(), Z::ZERO); // minus zero, accepted as the reference does
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Z(Repr<i64>);

number!(Z, i64, i128, [i8 i16 i32 i64 isize u8 u16 u32 u64 usize], decimal_of_z, z_of_decimal);

/// The sign bit of the first byte.
const SIGN: u8 = 0x40;

/// The maximum size in bits of the magnitude of a number that is stored as an integer.
const SMALL_BITS: u32 = 62;

impl Z {
    /// Converts 7-bit groups that together have at most 63 bits to an integer. The sign bit lies above the six lowest
    /// bits, so the magnitude has 62.
    #[inline]
    pub(crate) const fn of_groups(groups: u64) -> i64 {
        let [low, ..] = groups.to_le_bytes();
        let magnitude = (groups >> 7 << 6 | (low & 0x3f) as u64).cast_signed();
        if low & SIGN == 0 { magnitude } else { magnitude.saturating_neg() }
    }

    /// Converts an integer to its 7-bit groups; the least one, whose groups have 65 bits, to its wire bytes.
    #[inline]
    pub(crate) const fn to_groups(number: i64) -> Result<u64, &'static [u8]> {
        let magnitude = number.unsigned_abs();
        if magnitude >> 63 != 0 {
            return Err(&[0xc0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02]);
        }
        let sign = if number < 0 { SIGN } else { 0 };
        Ok(magnitude >> 6 << 7 | sign as u64 | magnitude & 0x3f)
    }

    /// Creates a number from its sign and its absolute value.
    pub(super) fn new(negative: bool, magnitude: &N) -> Self {
        let wire = magnitude.with_wire(|groups| {
            let (first, rest) = groups.split_first().unwrap_or((&0, &[]));
            let sign = if negative { SIGN } else { 0 };
            let (mut wire, mut low) = (Vec::with_capacity(groups.len().saturating_add(1)), first >> 6 & 1);
            wire.push(first & 0x3f | sign);
            for group in rest {
                wire.push(low | (group & 0x3f) << 1);
                low = group >> 6 & 1;
            }
            wire.push(low);
            shortest(wire)
        });
        Self::from_wire(&wire)
    }

    /// Returns the absolute value.
    ///
    /// ```
    /// use tezos_encoding::{N, Z};
    /// assert_eq!(Z::from(-300).unsigned_abs(), N::from(300));
    /// ```
    #[must_use]
    pub fn unsigned_abs(&self) -> N {
        let groups = |bytes: &[u8]| {
            let (first, rest) = bytes.split_first().unwrap_or((&0, &[]));
            let (mut groups, mut low) = (Vec::with_capacity(bytes.len()), first & 0x3f);
            for byte in rest {
                groups.push(low | (byte & 1) << 6);
                low = (byte & 0x7f) >> 1;
            }
            groups.push(low);
            shortest(groups)
        };
        N::from_wire(&self.with_wire(groups))
    }

    /// Returns true if the sign bit is set.
    ///
    /// ```
    /// use tezos_encoding::{Decode, Z};
    /// assert!(Z::from(-1).is_negative());
    /// assert!(!Z::from_bytes(&[0x40]).unwrap().is_negative()); // minus zero is read as zero
    /// ```
    pub fn is_negative(&self) -> bool {
        match &self.0 {
            Repr::Small(number) => *number < 0,
            Repr::Wire(bytes) => bytes.first().is_some_and(|first| first & SIGN != 0),
        }
    }
}

/// Writes the encoding of `number` to the front of `buffer` and returns it.
#[inline]
fn wire(number: i128, buffer: &mut [u8; WIDE_BYTES]) -> &[u8] {
    let magnitude = number.unsigned_abs();
    let [low, ..] = magnitude.to_le_bytes();
    let rest = magnitude >> 6;
    let sign = if number < 0 { SIGN } else { 0 };
    let mut len = 1usize;
    if let Some((first, others)) = buffer.split_first_mut() {
        *first = low & 0x3f | sign;
        if rest != 0 {
            *first |= 0x80;
            len = len.saturating_add(scatter_wide(rest, others));
        }
    }
    buffer.get(..len).unwrap_or_default()
}

/// Converts to a natural number, unless it is negative.
pub(crate) fn natural(number: &Z) -> Option<N> {
    (!number.is_negative()).then(|| number.unsigned_abs())
}

macro_rules! of_integers {
    ($($integer:ident)*) => {$(
        impl From<$integer> for Z {
            fn from(number: $integer) -> Self {
                Self::from(i128::from(number))
            }
        }
    )*};
}

of_integers!(i8 i16 i32 i64 u8 u16 u32 u64);

impl From<u128> for Z {
    fn from(number: u128) -> Self {
        i128::try_from(number).map_or_else(|_| Self::new(false, &N::new(number)), Self::from)
    }
}

/// The platform has at most 64 bits.
impl From<usize> for Z {
    fn from(number: usize) -> Self {
        Self::from(u64::try_from(number).unwrap_or(u64::MAX))
    }
}

/// The platform has at most 64 bits.
impl From<isize> for Z {
    fn from(number: isize) -> Self {
        Self::from(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<&N> for Z {
    fn from(number: &N) -> Self {
        Self::new(false, number)
    }
}

impl From<N> for Z {
    fn from(number: N) -> Self {
        Self::new(false, &number)
    }
}

impl TryFrom<&Z> for N {
    type Error = Negative;

    fn try_from(number: &Z) -> Result<Self, Negative> {
        natural(number).ok_or(Negative)
    }
}

impl TryFrom<Z> for N {
    type Error = Negative;

    fn try_from(number: Z) -> Result<Self, Negative> {
        Self::try_from(&number)
    }
}

impl From<i128> for Z {
    fn from(number: i128) -> Self {
        match i64::try_from(number) {
            Ok(small) if small.unsigned_abs() >> SMALL_BITS == 0 => Self(Repr::Small(small)),
            _ => Self::from_wire(wire(number, &mut [0; WIDE_BYTES])),
        }
    }
}

impl TryFrom<&Z> for i128 {
    type Error = TooLarge;

    fn try_from(number: &Z) -> Result<Self, TooLarge> {
        let (first, rest) = match &number.0 {
            Repr::Small(number) => return Ok((*number).into()),
            Repr::Wire(bytes) => bytes.split_first().unwrap_or((&0, &[])),
        };
        let magnitude = wide(rest)?.checked_mul(0x40).ok_or(TooLarge)? | u128::from(first & 0x3f);
        let signed =
            if first & SIGN != 0 { 0i128.checked_sub_unsigned(magnitude) } else { Self::try_from(magnitude).ok() };
        signed.ok_or(TooLarge)
    }
}

impl TryFrom<&Z> for u128 {
    type Error = TooLarge;

    fn try_from(number: &Z) -> Result<Self, TooLarge> {
        natural(number).ok_or(TooLarge)?.try_into()
    }
}

impl TryFrom<Z> for u128 {
    type Error = TooLarge;

    fn try_from(number: Z) -> Result<Self, TooLarge> {
        Self::try_from(&number)
    }
}

impl Ord for Z {
    fn cmp(&self, other: &Self) -> Ordering {
        let magnitudes = || self.with_wire(|a| other.with_wire(|b| compare_magnitudes(a, b)));
        match (self.is_negative(), other.is_negative()) {
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            (false, false) => magnitudes(),
            (true, true) => magnitudes().reverse(),
        }
    }
}

/// Compares absolute values by their encodings. The first byte is the least significant.
fn compare_magnitudes(a: &[u8], b: &[u8]) -> Ordering {
    let low = |bytes: &[u8]| bytes.first().map(|first| first & 0x3f);
    let (high_a, high_b) = (a.get(1..).unwrap_or_default(), b.get(1..).unwrap_or_default());
    super::compare(high_a, high_b).then_with(|| low(a).cmp(&low(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_representations_agree_at_every_group_boundary() {
        for bits in 0..126u32 {
            for magnitude in [(1i128 << bits) - 1, 1i128 << bits, (1i128 << bits) + 1] {
                for number in [magnitude, -magnitude] {
                    let z = Z::from(number);
                    assert_eq!(i128::try_from(&z), Ok(number));
                    assert_eq!(z.with_wire(Z::from_wire), z);
                }
            }
        }
    }

    #[test]
    fn numbers_of_up_to_128_bits_are_displayed_in_decimal() {
        for number in [i128::MIN, i128::MIN + 1, i128::MAX] {
            let z = Z::from(number);
            assert_eq!((i128::try_from(&z), alloc::format!("{z}")), (Ok(number), alloc::format!("{number}")));
        }
        // One beyond each limit.
        for (first, sign) in [(0x80, ""), (0xc1, "-")] {
            let mut bytes = [0x80; WIDE_BYTES];
            (bytes[0], bytes[WIDE_BYTES - 1]) = (first, 4);
            assert_eq!(i128::try_from(&Z::from_wire(&bytes)), Err(TooLarge), "{sign}2^127");
        }
    }

    #[test]
    fn non_negative_numbers_convert_to_natural_numbers() {
        for bits in 0..126u32 {
            for number in [(1u128 << bits) - 1, 1 << bits, (1 << bits) + 1] {
                assert_eq!(natural(&Z::from(number.cast_signed())), Some(N::new(number)), "{number}");
            }
        }
        let bytes = [&[0xbf][..], &[0xff; 30], &[0x7f]].concat();
        let expected = [&[0xff; 31][..], &[0x3f]].concat();
        assert_eq!(natural(&Z::from_wire(&bytes)), Some(N::from_wire(&expected)));
        assert_eq!(natural(&Z::from(-1i64)), None);
        assert_eq!(natural(&Z::from_wire(&[0x40])), Some(N::ZERO));
    }

    /// Also of numbers that differ only in their lowest or in their highest groups.
    #[test]
    fn ordering_is_numeric() {
        let high = [0, 1 << 61, 1 << 62, 1 << 63, 3 << 68, 1 << 69, 1i128 << 126];
        let low = [0, 1, 0x3f, 0x40, 0x7f, 0x1fff];
        let magnitudes = || high.iter().flat_map(|high| low.map(|low| high | low));
        let numbers = || magnitudes().flat_map(|number| [number, -number]);
        for (a, b) in numbers().flat_map(|a| numbers().map(move |b| (a, b))) {
            assert_eq!(Z::from(a).cmp(&Z::from(b)), a.cmp(&b), "{a} and {b}");
        }
        let wide = |low, high| Z::from_wire(&[&[low][..], &[0x80; 20], &[high]].concat());
        let ascending =
            [wide(0xc0, 2), wide(0xff, 1), wide(0xc1, 1), wide(0xc0, 1), wide(0x80, 1), wide(0x81, 1), wide(0x80, 2)];
        assert!(ascending.is_sorted_by(|a, b| a < b), "{ascending:?}");
    }
}
