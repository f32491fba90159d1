//! Numbers of any size: `n` and `z`.
//!
//! Each byte holds seven bits of the number, least significant first; its top bit is set if more bytes follow. In the
//! first byte of a `z`, the second-highest bit is the sign, and six bits belong to the number. Numbers of up to 63 bits
//! are stored as integers and longer ones as wire bytes, so that reading and writing them is a copy. They can be added
//! and subtracted; to multiply and divide them, enable the feature `num-bigint`.

use alloc::boxed::Box;
use core::cmp::Ordering;
use core::fmt;

/// The maximum length of an encoding that is stored as an integer: nine bytes hold 63 bits.
const SMALL_BYTES: usize = 9;

/// The maximum length of an encoding that fits 128 bits.
const WIDE_BYTES: usize = 19;

/// The maximum length of an encoding that is printed in decimal.
const SHOWN_BYTES: usize = 1 << 10;

/// The representation of a number: `Small` exactly if its encoding has at most [`SMALL_BYTES`], so that equal numbers
/// have equal representations.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Repr<T> {
    Small(T),
    Wire(Box<[u8]>),
}

/// A number that does not fit the integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge;

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the number does not fit the integer type")
    }
}

impl core::error::Error for TooLarge {}

/// A negative number, where a natural number is expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Negative;

impl fmt::Display for Negative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the number is negative, and a natural number is 0 or more")
    }
}

impl core::error::Error for Negative {}

/// Text that is not a number in decimal digits, or one of more than 32 KiB on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotDecimal;

impl fmt::Display for NotDecimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "this is not a number in decimal digits, or it has more than {} bytes", decimal::MAX_BYTES)
    }
}

impl core::error::Error for NotDecimal {}

/// Defines what `N` and `Z` have in common, given `of_groups`, addition, the conversion to the widest integer type, and
/// conversions to and from decimal digits.
macro_rules! number {
    ($number:ident, $small:ident, $wide:ident, [$($narrow:ident)*], $to_decimal:ident, $of_decimal:ident) => {
        impl $number {
            /// Zero.
            pub const ZERO: Self = Self(Repr::Small(0));

            /// Converts from wire bytes, which must be exactly one number in its shortest form.
            ///
            /// ```
            /// use tezos_encoding::{N, Z};
            /// assert_eq!(N::from_wire(&[0xac, 0x02]), N::from(300));
            /// assert_eq!(Z::from_wire(&[0xec, 0x04]), Z::from(-300));
            /// ```
            pub fn from_wire(bytes: &[u8]) -> Self {
                match bytes.len() <= SMALL_BYTES {
                    true => Self::from_groups(gather(bytes)),
                    false => Self(Repr::Wire(bytes.into())),
                }
            }

            /// Creates a number from 7-bit groups that together have at most 63 bits.
            #[inline]
            pub(crate) const fn from_groups(groups: u64) -> Self {
                Self(Repr::Small(Self::of_groups(groups)))
            }
        }

        /// Zero.
        impl Default for $number {
            fn default() -> Self {
                Self::ZERO
            }
        }

        impl core::iter::Sum for $number {
            fn sum<I: Iterator<Item = Self>>(numbers: I) -> Self {
                numbers.fold(Self::ZERO, core::ops::Add::add)
            }
        }

        $(
            impl TryFrom<&$number> for $narrow {
                type Error = TooLarge;

                fn try_from(number: &$number) -> Result<Self, TooLarge> {
                    $wide::try_from(number)?.try_into().map_err(|_| TooLarge)
                }
            }

            impl TryFrom<$number> for $narrow {
                type Error = TooLarge;

                fn try_from(number: $number) -> Result<Self, TooLarge> {
                    Self::try_from(&number)
                }
            }
        )*

        impl TryFrom<$number> for $wide {
            type Error = TooLarge;

            fn try_from(number: $number) -> Result<Self, TooLarge> {
                Self::try_from(&number)
            }
        }

        impl PartialOrd for $number {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl fmt::Debug for $number {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }

        /// Decimal digits. Above 1 KiB on the wire, the wire bytes in hexadecimal, because decimal takes quadratic time,
        /// and values of strangers are printed in logs. For decimal of any size, use `num-bigint`.
        impl fmt::Display for $number {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                if let Ok(number) = $wide::try_from(self) {
                    return fmt::Display::fmt(&number, f);
                }
                let is_short = self.wire_len() <= SHOWN_BYTES;
                match is_short.then(|| $crate::number::decimal::$to_decimal(self)).flatten() {
                    Some(digits) => f.write_str(&digits),
                    None => self.with_wire(|bytes| {
                        write!(f, "wire:")?;
                        bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
                    }),
                }
            }
        }

        /// Decimal digits, of at most 32 KiB on the wire.
        impl core::str::FromStr for $number {
            type Err = NotDecimal;

            fn from_str(text: &str) -> Result<Self, NotDecimal> {
                $crate::number::decimal::$of_decimal(text).ok_or(NotDecimal)
            }
        }
    };
}

mod arithmetic;
#[cfg(feature = "num-bigint")]
mod big;
pub(crate) mod decimal;
pub(crate) mod literal;
mod natural;
mod whole;

pub use natural::N;
pub(crate) use natural::split;
pub use whole::Z;
pub(crate) use whole::natural;

/// Parses one number in its shortest encoding, of at most [`SMALL_BYTES`], at the front of `bytes`. Returns its 7-bit
/// groups and its length.
#[inline]
pub(crate) fn split_small(bytes: &[u8]) -> Option<(u64, usize)> {
    let (mut groups, mut len) = (0u64, 0usize);
    for (byte, shift) in bytes.iter().zip((0..u64::BITS).step_by(7)).take(SMALL_BYTES) {
        groups |= u64::from(byte & 0x7f) << shift;
        len = len.saturating_add(1);
        if *byte < 0x80 {
            return if *byte == 0 && len > 1 { None } else { Some((groups, len)) };
        }
    }
    None
}

/// Returns the length of the number at the front of `bytes`, if it is complete.
fn length(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| byte & 0x80 == 0).map(|last| last.saturating_add(1))
}

/// Returns the 7-bit groups of at most [`SMALL_BYTES`] bytes as one integer.
fn gather(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0u64, |number, byte| number << 7 | u64::from(byte & 0x7f))
}

/// Writes `number` to `buffer` in 7-bit groups and returns their number.
fn scatter(mut number: u128, buffer: &mut [u8]) -> usize {
    let mut written = 0usize;
    for byte in buffer {
        let [low, ..] = number.to_le_bytes();
        number >>= 7;
        *byte = if number == 0 { low & 0x7f } else { low | 0x80 };
        written = written.saturating_add(1);
        if number == 0 {
            break;
        }
    }
    written
}

/// Compares numbers by their shortest encodings: the longer one is larger; if the lengths are equal, the last byte is
/// most significant.
fn compare(a: &[u8], b: &[u8]) -> Ordering {
    let (high_a, high_b) = (a.iter().rev().map(|byte| byte & 0x7f), b.iter().rev().map(|byte| byte & 0x7f));
    a.len().cmp(&b.len()).then_with(|| high_a.cmp(high_b))
}

/// Converts 7-bit groups to an integer of 128 bits, if it fits.
fn wide(groups: &[u8]) -> Result<u128, TooLarge> {
    if groups.len() > WIDE_BYTES {
        return Err(TooLarge);
    }
    groups
        .iter()
        .rev()
        .try_fold(0u128, |sum, byte| Ok(sum.checked_mul(0x80).ok_or(TooLarge)? | u128::from(byte & 0x7f)))
}

/// Returns the maximum encoded length in bytes of an `n` from 0 to `max`.
pub const fn n_bytes(max: u64) -> usize {
    let (mut bytes, mut rest) = (1usize, max >> 7);
    while rest != 0 {
        bytes = bytes.saturating_add(1);
        rest >>= 7;
    }
    bytes
}

/// Returns the maximum encoded length in bytes of a `z` from `min` to `max`.
pub const fn z_bytes(min: i64, max: i64) -> usize {
    let (min, max) = (min.unsigned_abs(), max.unsigned_abs());
    let widest = if min > max { min } else { max };
    if widest >> 6 == 0 { 1 } else { n_bytes(widest >> 6).saturating_add(1) }
}
