//! The encoding `n` of natural numbers.

use core::cmp::Ordering;
use core::fmt;

use super::{
    Negative, NotDecimal, Repr, SHOWN_BYTES, SMALL_BYTES, ShortBytes, TooLarge, WIDE_BYTES, gather_bytes, groups_len,
    length, scatter_wide, wide,
};

/// A natural number of any size, the value of the encoding `n`.
///
/// A `u64` converts with [`From`], so a literal needs no suffix: `counter: 1.into()`. It is the only integer type that does, because the
/// compiler would not know which type such a literal has if there were several. [`N::new`] takes all unsigned types, and `TryFrom` the
/// signed ones.
///
/// ```
/// use tezos_encoding::{Decode, Encode, N};
/// let one: N = 1.into();
/// assert_eq!((one.clone() + 1, one.checked_sub(&2.into())), (N::new(2_u8), None));
/// assert_eq!((N::try_from(-1), "300".parse()), (Err(tezos_encoding::Negative), Ok(N::from(300))));
/// assert_eq!(N::from(300u64).to_bytes().unwrap(), [0xac, 0x02]);
/// assert_eq!(u64::try_from(&N::from_bytes(&[0xac, 0x02]).unwrap()), Ok(300));
/// assert_eq!(N::from_bytes(&[0x80, 0x00]).unwrap_err().kind().name(), "Trailing_zero");
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct N(Repr<u64>);

number!(N, u64, u128, [u8 u16 u32 u64 usize i8 i16 i32 i64 i128 isize], decimal_of_n, n_of_decimal);

impl N {
    /// Creates a number from an unsigned integer.
    ///
    /// ```
    /// use tezos_encoding::N;
    /// assert_eq!((N::new(7_u32), N::new(u128::MAX).to_string().len()), (7.into(), 39));
    /// ```
    pub fn new(number: impl Into<u128>) -> Self {
        let number = number.into();
        match u64::try_from(number) {
            Ok(number) if number >> 63 == 0 => Self(Repr::Small(number)),
            _ => {
                let mut buffer = [0; WIDE_BYTES];
                let len = scatter_wide(number, &mut buffer);
                Self::from_wire(buffer.get(..len).unwrap_or_default())
            }
        }
    }

    /// Converts 7-bit groups that together have at most 63 bits to an integer.
    #[inline]
    pub(crate) const fn of_groups(groups: u64) -> u64 {
        groups
    }

    /// Converts an integer to its 7-bit groups.
    #[inline]
    pub(crate) const fn to_groups(number: u64) -> Result<u64, &'static [u8]> {
        Ok(number)
    }
}

/// The only conversion from an integer type, so that literals have this type.
impl From<u64> for N {
    #[inline]
    fn from(number: u64) -> Self {
        Self::new(number)
    }
}

macro_rules! of_signed {
    ($($signed:ident)*) => {$(
        impl TryFrom<$signed> for N {
            type Error = Negative;

            fn try_from(number: $signed) -> Result<Self, Negative> {
                u128::try_from(number).map(Self::new).map_err(|_| Negative)
            }
        }
    )*};
}

of_signed!(i8 i16 i32 i64 i128 isize);

impl TryFrom<&N> for u128 {
    type Error = TooLarge;

    fn try_from(number: &N) -> Result<Self, TooLarge> {
        match &number.0 {
            Repr::Small(number) => Ok((*number).into()),
            Repr::Wire(bytes) => wide(bytes),
        }
    }
}

impl Ord for N {
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Small(a), Repr::Small(b)) => a.cmp(b),
            (Repr::Small(_), Repr::Wire(_)) => Ordering::Less,
            (Repr::Wire(_), Repr::Small(_)) => Ordering::Greater,
            (Repr::Wire(a), Repr::Wire(b)) => super::compare(a, b),
        }
    }
}

/// Splits one number off the front of `bytes`. The second result is true if it is in its shortest encoding.
pub(crate) fn split(bytes: &[u8]) -> Option<(&[u8], bool)> {
    let (number, _) = bytes.split_at_checked(length(bytes)?)?;
    Some((number, number.len() == 1 || number.last() != Some(&0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_representations_agree_at_every_group_boundary() {
        for bits in 0..127u32 {
            for number in [(1u128 << bits) - 1, 1u128 << bits, (1u128 << bits) + 1] {
                let n = N::new(number);
                assert_eq!(u128::try_from(&n), Ok(number));
                assert_eq!(n.with_wire(<[u8]>::len), n.wire_len());
                assert_eq!(n.with_wire(N::from_wire), n);
            }
        }
    }

    /// Also of numbers that differ only in their lowest or in their highest groups.
    #[test]
    fn ordering_is_numeric() {
        let high = [0, 1 << 35, 1 << 62, 1 << 63, 1 << 64, 3 << 69, 1 << 70, 1 << 100, 1u128 << 127];
        let low = [0, 1, 0x3f, 0x40, 0x7f, 0x80, 0x3fff, 0x4000];
        let numbers = || high.iter().flat_map(|high| low.map(|low| high | low));
        for (a, b) in numbers().flat_map(|a| numbers().map(move |b| (a, b))) {
            assert_eq!(N::new(a).cmp(&N::new(b)), a.cmp(&b), "{a} and {b}");
        }
        let wide = |low, zeros, high| N::from_wire(&[&[low][..], &[0x80].repeat(zeros), &[high]].concat());
        let ascending = [wide(0x80, 20, 1), wide(0x81, 20, 1), wide(0xff, 20, 1), wide(0x80, 20, 2), wide(0x80, 21, 1)];
        assert!(ascending.is_sorted_by(|a, b| a < b), "{ascending:?}");
    }
}
