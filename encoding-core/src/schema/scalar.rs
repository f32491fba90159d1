//! Scalars of the schema, as data.

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
    /// An integer of a fixed width.
    Int(Int),
    /// Eight bytes, IEEE 754.
    Float,
    /// The same in a range; the numbers are the bits of its bounds.
    RangedFloat {
        /// The least value.
        min: u64,
        /// The greatest value.
        max: u64,
    },
    /// A natural number, seven bits a byte.
    N,
    /// A whole number, six bits in the first byte and seven in each other.
    Z,
    /// As `N`, with a greatest value, in the bytes that it takes.
    UintLikeN {
        /// The greatest value.
        max: u64,
    },
    /// As `Z`, in a range, in the bytes that it takes.
    IntLikeZ {
        /// The least value.
        min: i64,
        /// The greatest value.
        max: i64,
    },
}

/// An integer of a fixed width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int {
    /// Its name in `data-encoding`.
    pub name: &'static str,
    /// Bytes on the wire.
    pub bytes: usize,
    /// Whether the first bit on the wire is a sign.
    pub signed: bool,
    /// Whether the least significant byte comes first.
    pub little: bool,
    /// The least value.
    pub min: i128,
    /// The greatest value.
    pub max: i128,
    /// What is taken off a value to get the number on the wire.
    pub shift: i128,
}

/// The least four-byte integer that the reference reads (`binary_size.ml`, `min_int`): OCaml's on 32 bits.
pub const INT31_MIN: i64 = -0x4000_0000;
/// The greatest.
pub const INT31_MAX: i64 = 0x3fff_ffff;

impl Int {
    /// Every bit pattern of `bytes` bytes.
    pub const fn full(name: &'static str, bytes: usize, signed: bool, little: bool) -> Self {
        let sign = if signed { 1 } else { 0 };
        let max = (1i128 << (bytes << 3).saturating_sub(sign)).saturating_sub(1);
        let min = if signed { max.saturating_neg().saturating_sub(1) } else { 0 };
        Self { name, bytes, signed, little, min, max, shift: 0 }
    }

    /// Those from `min` to `max`: signed in the width that holds both where `min` is negative, else the distance from `min`
    /// in the width that holds the greatest (`binary_size.ml`, `range_to_size`).
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

    /// Whether it was made from a range and not from a width, which the reference tells apart even where they are equal.
    pub const fn is_ranged(&self) -> bool {
        matches!(self.name.as_bytes(), b"int31" | b"uint30" | b"ranged_int")
    }

    /// The bits of a number whose bytes come in the other order.
    fn ordered(&self, big: u64) -> u64 {
        match self.little {
            true => big.swap_bytes() >> 64u32.saturating_sub(u32::try_from(self.bytes << 3).unwrap_or(64)),
            false => big,
        }
    }

    /// The value whose bytes, which were checked, are those of `big` with the most significant first.
    pub fn value(&self, big: u64) -> i128 {
        let bits = i128::from(self.ordered(big));
        let sign = if self.signed { 1i128 << (self.bytes << 3).saturating_sub(1) } else { 0 };
        (bits ^ sign).saturating_sub(sign).saturating_add(self.shift)
    }

    /// Appends the bytes of a value.
    ///
    /// # Errors
    /// `Invalid_int` outside of the range.
    pub fn write(&self, value: i128, out: &mut Vec<u8>) -> Result<(), ErrorKind> {
        if !(self.min..=self.max).contains(&value) {
            return Err(ErrorKind::InvalidInt { min: self.min, value, max: self.max });
        }
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
        // An unsigned four-byte number of a range is read as a signed one and refused where that is negative.
        let signed = self.signed || self.max < 1 << 31 && self.bytes == 4;
        let sign = 1i128 << (self.bytes << 3).saturating_sub(1);
        let wire = if signed { (i128::from(bits) ^ sign).saturating_sub(sign) } else { i128::from(bits) };
        let refuse = |min, value, max| Err(at.refuse(start, ErrorKind::InvalidInt { min, value, max }));
        if signed && !self.signed && wire < 0 {
            return refuse(0, wire, INT31_MAX.into());
        }
        // A signed four-byte number of a range is read as an `int31`, whose bounds come first.
        let int31 = i128::from(INT31_MIN)..=i128::from(INT31_MAX);
        let of_range = self.signed && self.bytes == 4 && int31.contains(&self.min) && int31.contains(&self.max);
        if of_range && !int31.contains(&wire) {
            return refuse(INT31_MIN.into(), wire, INT31_MAX.into());
        }
        let value = wire.saturating_add(self.shift);
        match (self.min..=self.max).contains(&value) {
            true => Ok(()),
            false => refuse(self.min, value, self.max),
        }
    }
}

impl Scalar {
    /// Its name in `data-encoding`.
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

    /// Its size.
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

    /// Steps over one value.
    ///
    /// # Errors
    /// Whatever the reader refuses of the scalar.
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
                match (min..=max).contains(&value) {
                    true => Ok(()),
                    false => {
                        let kind = ErrorKind::InvalidInt { min: min.into(), value: value.into(), max: max.into() };
                        Err(at.refuse(start, kind))
                    }
                }
            }
        }
    }
}

/// A number of any size: the last byte is the first without its top bit, and only a lone byte may be zero
/// (`binary_reader.ml`, `read_z`).
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
    /// The integer that the prefix is; none for `N`, which has no fixed width.
    pub const fn int(self) -> Option<Int> {
        match self {
            Self::N => None,
            Self::U30 | Self::U30Le => Some(Int::ranged(0, MAX_SIZE as i64, self.is_little())),
            Self::U8 | Self::U16 | Self::U16Le => Some(Int::full("", self.bytes(), false, self.is_little())),
        }
    }
}
