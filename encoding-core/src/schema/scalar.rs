//! Scalar encodings.

use alloc::vec::Vec;

use super::Size;
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
    pub(crate) fn ordered(&self, big: u64) -> u64 {
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
}

/// Returns the value if it is in the range.
pub(crate) fn in_range(min: i128, value: i128, max: i128) -> Result<i128, ErrorKind> {
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

    /// Returns true if its JSON is a string of digits.
    pub(crate) const fn is_string(&self) -> bool {
        matches!(self, Self::N | Self::Z | Self::Int(Int { bytes: 8, .. }))
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
}

impl Prefix {
    /// Returns the integer encoding of the prefix; `None` for those without a fixed width.
    pub const fn int(self) -> Option<Int> {
        match self {
            Self::N | Self::Rlp(_) => None,
            Self::U30 | Self::U30Le => Some(Int::ranged(0, MAX_SIZE as i64, self.is_little())),
            Self::U8 | Self::U16 | Self::U16Le => Some(Int::full("", self.bytes(), false, self.is_little())),
        }
    }
}
