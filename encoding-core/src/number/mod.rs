//! Numbers of any size: `n` and `z`.
//!
//! Each byte holds seven bits of the number, least significant first; its top bit is set if more bytes follow. In the
//! first byte of a `z`, the second-highest bit is the sign, and six bits belong to the number. Numbers of up to 63 bits
//! are stored as integers and longer ones as wire bytes, so that reading and writing them is a copy. They can be added
//! and subtracted; to multiply and divide them, enable the feature `num-bigint`.

use alloc::boxed::Box;
use alloc::vec::Vec;
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

/// Defines what `N` and `Z` have in common, given `of_groups`, `to_groups`, addition, the conversion to the widest integer
/// type, and conversions to and from decimal digits.
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
                    true => Self::from_groups(gather_bytes(bytes)),
                    false => Self(Repr::Wire(bytes.into())),
                }
            }

            /// Creates a number from 7-bit groups that together have at most 63 bits.
            #[inline]
            pub(crate) const fn from_groups(groups: u64) -> Self {
                Self(Repr::Small(Self::of_groups(groups)))
            }

            /// Returns the 7-bit groups, or the wire bytes of a number whose groups have more than 64 bits.
            #[inline]
            pub(crate) const fn groups(&self) -> Result<u64, &[u8]> {
                match &self.0 {
                    Repr::Small(number) => Self::to_groups(*number),
                    Repr::Wire(bytes) => Err(bytes),
                }
            }

            /// Calls `take` with the wire bytes.
            ///
            /// ```
            /// use tezos_encoding::{N, Z};
            /// assert_eq!(N::from(300).with_wire(|bytes| bytes.to_vec()), [0xac, 0x02]);
            /// assert_eq!(Z::from(-300).with_wire(|bytes| bytes.to_vec()), [0xec, 0x04]);
            /// assert_eq!(N::new(u128::MAX).with_wire(<[u8]>::len), 19); // 7 bits in each byte
            /// ```
            pub fn with_wire<T>(&self, take: impl FnOnce(&[u8]) -> T) -> T {
                match self.groups() {
                    Ok(groups) => ShortBytes::of(groups).with(take),
                    Err(bytes) => take(bytes),
                }
            }

            /// Returns the length of the encoding in bytes.
            pub(crate) fn wire_len(&self) -> usize {
                self.groups().map_or_else(<[u8]>::len, groups_len)
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

/// The bit of each of eight bytes that is set if another byte follows.
const MORE: u64 = 0x8080_8080_8080_8080;

/// Splits one number of two to [`SMALL_BYTES`] bytes off the front of `bytes`, if it is in its shortest encoding and
/// `bytes` has at least that many. Returns its 7-bit groups and the bytes behind it.
///
/// The first eight bytes are read as one integer: the length of a number is unpredictable, so the end of a loop over its
/// bytes would be mispredicted.
#[inline]
pub(crate) fn split_several(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (word, [ninth, rest @ ..]) = bytes.split_first_chunk()? else { return None };
    let word = u64::from_le_bytes(*word);
    let ends = !word & MORE;
    if ends == 0 {
        return matches!(ninth, 1..0x80).then(|| (gather(word) | u64::from(*ninth) << 56, rest));
    }
    // The top bit of the last byte.
    let end = ends & ends.wrapping_neg();
    let number = word & end.wrapping_sub(1) & !MORE;
    let len = usize::try_from(end.trailing_zeros() >> 3).unwrap_or_default().saturating_add(1);
    // The last byte is not zero.
    if number >= end >> 7 { Some((gather(number), bytes.get(len..)?)) } else { None }
}

/// Moves the lower seven bits of each byte together.
#[inline]
const fn gather(bytes: u64) -> u64 {
    let pairs = (bytes & 0x7f00_7f00_7f00_7f00) >> 1 | bytes & 0x007f_007f_007f_007f;
    let fours = (pairs & 0x3fff_0000_3fff_0000) >> 2 | pairs & 0x0000_3fff_0000_3fff;
    (fours & 0x0fff_ffff_0000_0000) >> 4 | fours & 0x0000_0000_0fff_ffff
}

/// Moves each of the lower eight groups of seven bits to a byte of its own.
#[inline]
const fn scatter(groups: u64) -> u64 {
    let fours = (groups & 0x00ff_ffff_f000_0000) << 4 | groups & 0x0000_0000_0fff_ffff;
    let pairs = (fours & 0x0fff_c000_0fff_c000) << 2 | fours & 0x0000_3fff_0000_3fff;
    (pairs & 0x3f80_3f80_3f80_3f80) << 1 | pairs & 0x007f_007f_007f_007f
}

/// Returns the length in bytes of the encoding of a number with these 7-bit groups: 1 to 10.
#[inline]
pub(crate) fn groups_len(groups: u64) -> usize {
    // The number of bits, divided by seven and rounded up, without a division. A bit is set because a zero would be a
    // case of its own for the processor.
    let zeros = (groups | 1).leading_zeros();
    usize::try_from(640u32.wrapping_sub(zeros.wrapping_mul(9)) >> 6).unwrap_or_default()
}

/// At most sixteen bytes, such as the encoding of a number whose 7-bit groups have at most 64 bits: the first `len` bytes
/// of an integer, least significant first.
///
/// It is not an array, because the compiler would store an array in parts and load it as a whole, which stalls.
#[derive(Clone, Copy, Debug)]
pub struct ShortBytes {
    bytes: u128,
    len: usize,
}

impl ShortBytes {
    /// Takes the first `len` bytes of an integer, least significant first.
    #[inline]
    pub const fn new(bytes: u128, len: usize) -> Self {
        Self { bytes, len }
    }

    /// Encodes 7-bit groups.
    #[inline]
    pub(crate) fn of(groups: u64) -> Self {
        let len = groups_len(groups);
        let unmarked = 72u32.saturating_sub(u32::try_from(len).unwrap_or_default().wrapping_mul(8));
        let low = scatter(groups) | MORE.unbounded_shr(unmarked);
        let tenth = if groups >> 63 == 0 { 0 } else { 0x180 };
        let high = groups >> 56 | tenth;
        Self { bytes: u128::from(high) << 64 | u128::from(low), len }
    }

    /// Calls `take` with the bytes.
    #[inline]
    pub(crate) fn with<T>(self, take: impl FnOnce(&[u8]) -> T) -> T {
        take(self.bytes.to_le_bytes().get(..self.len).unwrap_or_default())
    }

    /// Appends the bytes to a vector. All sixteen are copied if it has the capacity, and those beyond `len` are removed:
    /// copying a constant number of bytes takes two instructions, any other number a call.
    #[inline]
    pub(crate) fn append(self, out: &mut Vec<u8>) {
        if out.capacity().wrapping_sub(out.len()) < size_of::<u128>() {
            return self.append_exactly(out);
        }
        let end = out.len().saturating_add(self.len);
        out.extend_from_slice(&self.bytes.to_le_bytes());
        out.truncate(end);
    }

    /// Appends the bytes to a vector without capacity for more.
    #[cold]
    #[inline(never)]
    fn append_exactly(self, out: &mut Vec<u8>) {
        self.with(|bytes| out.extend_from_slice(bytes));
    }
}

/// Returns the length of the number at the front of `bytes`, if it is complete.
fn length(bytes: &[u8]) -> Option<usize> {
    bytes.iter().position(|byte| byte & 0x80 == 0).map(|last| last.saturating_add(1))
}

/// Returns the 7-bit groups of at most [`SMALL_BYTES`] bytes as one integer.
fn gather_bytes(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0u64, |number, byte| number << 7 | u64::from(byte & 0x7f))
}

/// Writes a number of up to 128 bits to `buffer` in 7-bit groups and returns their number.
fn scatter_wide(mut number: u128, buffer: &mut [u8]) -> usize {
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
