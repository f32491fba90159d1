//! Scalar encodings.

use alloc::vec::Vec;

use super::{Cursor, Refusal, Size};
use crate::error::ErrorKind;
use crate::number::{n_bytes, z_bytes};
use crate::prefix::{MAX_SIZE, Prefix};

/// A scalar encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// One byte, zero for false.
    Bool,
    /// An integer of fixed width.
    Int(Int),
    /// Eight bytes, IEEE 754.
    Float,
    /// Eight bytes, IEEE 754, in a range whose limits are given by their bits.
    RangedFloat {
        /// The minimum.
        min: u64,
        /// The maximum.
        max: u64,
    },
    /// A natural number in groups of seven bits.
    N,
    /// An integer: six bits in the first byte, and groups of seven bits after it.
    Z,
    /// As `N`, up to a maximum, in at most as many bytes as the maximum takes.
    UintLikeN {
        /// The maximum.
        max: u64,
    },
    /// As `Z`, in a range, in at most as many bytes as its limits take.
    IntLikeZ {
        /// The minimum.
        min: i64,
        /// The maximum.
        max: i64,
    },
}

/// An integer of fixed width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int {
    /// Its name in `data-encoding`.
    pub name: &'static str,
    /// Its width in bytes.
    pub bytes: usize,
    /// Whether the number on the wire is signed.
    pub signed: bool,
    /// Whether it is little-endian.
    pub little: bool,
    /// The minimum.
    pub min: i128,
    /// The maximum.
    pub max: i128,
    /// The difference between the value and the number on the wire.
    pub shift: i128,
}

/// The smallest integer of OCaml on 32 bits, and so of four bytes in the reference (`binary_size.ml`, `min_int`).
pub const INT31_MIN: i64 = -0x4000_0000;
/// The largest integer of OCaml on 32 bits.
pub const INT31_MAX: i64 = 0x3fff_ffff;

impl Int {
    /// Returns the encoding of all integers of `bytes` bytes.
    pub const fn full(name: &'static str, bytes: usize, signed: bool, little: bool) -> Self {
        let sign = if signed { 1 } else { 0 };
        let max = (1i128 << (bytes << 3).saturating_sub(sign)).saturating_sub(1);
        let min = if signed { max.saturating_neg().saturating_sub(1) } else { 0 };
        Self { name, bytes, signed, little, min, max, shift: 0 }
    }

    /// Returns the encoding of integers from `min` to `max`. If `min` is negative, they are signed, in the narrowest
    /// width for both limits. Otherwise, they are unsigned, in the narrowest width for `max`; if `min` is positive, the
    /// wire holds the difference from it (`binary_size.ml`, `range_to_size`).
    pub const fn ranged(min: i64, max: i64, little: bool) -> Self {
        let name = match (min, max) {
            (INT31_MIN, INT31_MAX) => "int31",
            (0, INT31_MAX) => "uint30",
            _ => "ranged_int",
        };
        let (signed, shift) = (min < 0, if min > 0 { min } else { 0 });
        let bytes = match (min, max.saturating_sub(shift)) {
            (-0x80..=-1, ..=0x7f) => 1,
            (-0x8000..=-1, ..=0x7fff) => 2,
            (..=-1, _) => 4,
            (_, 0..=0xff) => Prefix::U8.bytes(),
            (_, 0..=0xffff) => Prefix::U16.bytes(),
            _ => Prefix::U30.bytes(),
        };
        Self { name, bytes, signed, little, min: min as i128, max: max as i128, shift: shift as i128 }
    }

    /// Returns true if it is defined by a range and not by a width; the reference distinguishes the two even if they
    /// are equal.
    pub const fn is_ranged(&self) -> bool {
        matches!(self.name.as_bytes(), b"int31" | b"uint30" | b"ranged_int")
    }

    /// Converts the big-endian number of its bytes to the number in its byte order.
    fn ordered(&self, big: u64) -> u64 {
        match self.little {
            true => big.swap_bytes() >> 64u32.saturating_sub(u32::try_from(self.bytes << 3).unwrap_or(64)),
            false => big,
        }
    }

    /// Returns the value, given the big-endian number of its bytes, which must have been checked.
    pub fn value(&self, big: u64) -> i128 {
        let bits = i128::from(self.ordered(big));
        let sign = if self.signed { 1i128 << (self.bytes << 3).saturating_sub(1) } else { 0 };
        (bits ^ sign).saturating_sub(sign).saturating_add(self.shift)
    }

    /// Appends the bytes of a value.
    ///
    /// # Errors
    /// `Invalid_int` outside the range.
    pub fn write(&self, value: i128, out: &mut Vec<u8>) -> Result<(), ErrorKind> {
        in_range(self.min, value, self.max)?;
        let mut bytes = value.saturating_sub(self.shift).to_le_bytes();
        let used = bytes.get_mut(..self.bytes).unwrap_or_default();
        if !self.little {
            used.reverse();
        }
        out.extend_from_slice(used);
        Ok(())
    }

    fn check(&self, at: &mut Cursor<'_>) -> Result<(), Refusal> {
        let start = at.offset();
        let bits = self.ordered(at.unsigned(self.bytes, self.name)?);
        // Unsigned four-byte numbers of a range are read as signed, and refused if negative.
        let signed = self.signed || self.max < 1 << 31 && self.bytes == 4;
        let sign = 1i128 << (self.bytes << 3).saturating_sub(1);
        let wire = if signed { (i128::from(bits) ^ sign).saturating_sub(sign) } else { i128::from(bits) };
        let (int31_min, int31_max) = (i128::from(INT31_MIN), i128::from(INT31_MAX));
        let in_int31 = |bound: i128| (int31_min..=int31_max).contains(&bound);
        let checked = if signed && !self.signed && wire < 0 {
            in_range(0, wire, int31_max)
        } else if self.signed && self.bytes == 4 && in_int31(self.min) && in_int31(self.max) && !in_int31(wire) {
            // Signed four-byte numbers of a range are read as an `int31`, whose limits are checked first.
            in_range(int31_min, wire, int31_max)
        } else {
            in_range(self.min, wire.saturating_add(self.shift), self.max)
        };
        checked.map(|_| ()).map_err(|kind| at.refuse(start, kind))
    }
}

/// Returns the value if it is in the range.
pub(super) fn in_range(min: i128, value: i128, max: i128) -> Result<i128, ErrorKind> {
    if (min..=max).contains(&value) { Ok(value) } else { Err(ErrorKind::InvalidInt { min, value, max }) }
}

impl Scalar {
    /// Returns the name in `data-encoding`.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Bool => "bool",
            Self::Int(int) => int.name,
            Self::Float => "float",
            Self::RangedFloat { .. } => "ranged_float",
            Self::N => "n",
            Self::Z => "z",
            Self::UintLikeN { .. } => "uint_like_n",
            Self::IntLikeZ { .. } => "int_like_z",
        }
    }

    /// Returns the size.
    pub const fn size(&self) -> Size {
        match self {
            Self::Bool => Size::fixed(1),
            Self::Int(int) => Size::fixed(int.bytes),
            Self::Float | Self::RangedFloat { .. } => Size::fixed(8),
            Self::N | Self::Z => Size::dynamic(1, None),
            Self::UintLikeN { max } => Size::dynamic(1, Some(n_bytes(*max))),
            Self::IntLikeZ { min, max } => Size::dynamic(1, Some(z_bytes(*min, *max))),
        }
    }

    /// Reads and checks one value.
    ///
    /// # Errors
    /// The errors of the encoding.
    pub fn check(&self, at: &mut Cursor<'_>) -> Result<(), Refusal> {
        let start = at.offset();
        match *self {
            Self::Bool => at.take(1, "bool").map(|_| ()),
            Self::Int(int) => int.check(at),
            Self::Float => at.take(8, "float").map(|_| ()),
            Self::RangedFloat { min, max } => {
                let value = at.unsigned(8, "ranged_float")?;
                match f64::from_bits(min) <= f64::from_bits(value) && f64::from_bits(value) <= f64::from_bits(max) {
                    true => Ok(()),
                    false => Err(at.refuse(start, ErrorKind::InvalidFloat { min, value, max })),
                }
            }
            Self::N | Self::Z => number(at, self.name()),
            Self::UintLikeN { max } => at.small_n(n_bytes(max), max.into(), "uint_like_n").map(|_| ()),
            Self::IntLikeZ { min, max } => {
                let magnitude = at.small_bits(z_bytes(min, max), 6, "int_like_z")?;
                let negative = at.since(start).first().is_some_and(|first| first & 0x40 != 0);
                let value = if negative { magnitude.saturating_neg() } else { magnitude };
                let checked = in_range(min.into(), value.into(), max.into());
                checked.map(|_| ()).map_err(|kind| at.refuse(start, kind))
            }
        }
    }
}

/// Reads a number of any size. It ends with the first byte without the top bit, which may be zero only if it is the
/// only byte (`binary_reader.ml`, `read_z`).
fn number(at: &mut Cursor<'_>, name: &'static str) -> Result<(), Refusal> {
    let mut first = true;
    loop {
        let start = at.offset();
        match at.unsigned(1, name)? {
            0 if !first => return Err(at.refuse(start, ErrorKind::TrailingZero)),
            byte if byte < 0x80 => return Ok(()),
            _ => first = false,
        }
    }
}

impl Prefix {
    /// Returns the integer encoding of the prefix; `None` for `N`, which has no fixed width.
    pub const fn int(self) -> Option<Int> {
        match self {
            Self::N => None,
            Self::U30 | Self::U30Le => Some(Int::ranged(0, MAX_SIZE as i64, self.is_little())),
            Self::U8 | Self::U16 | Self::U16Le => Some(Int::full("", self.bytes(), false, self.is_little())),
        }
    }
}
