//! Scalars of the schema, as data.

use super::{Cursor, Refusal, Size};
use crate::error::ErrorKind;

/// A scalar encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Scalar {
    /// One byte, zero for false.
    Bool,
    /// An integer of a fixed width.
    Int(Int),
    /// Eight bytes, IEEE 754.
    Float,
    /// A natural number, seven bits a byte.
    N,
    /// A whole number, six bits in the first byte and seven in each other.
    Z,
}

/// An integer of a fixed width, big-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Int {
    /// Its name in `data-encoding`.
    pub name: &'static str,
    /// Bytes on the wire.
    pub bytes: usize,
    /// Whether the first bit is a sign.
    pub signed: bool,
    /// The least value.
    pub min: i128,
    /// The greatest value.
    pub max: i128,
}

impl Int {
    /// Every bit pattern of `bytes` bytes.
    pub const fn full(name: &'static str, bytes: usize, signed: bool) -> Self {
        let sign = if signed { 1 } else { 0 };
        let max = (1i128 << (bytes << 3).saturating_sub(sign)).saturating_sub(1);
        let min = if signed { max.saturating_neg().saturating_sub(1) } else { 0 };
        Self { name, bytes, signed, min, max }
    }

    /// Those of the signed four-byte integers that are in a range.
    pub const fn part(name: &'static str, min: i32, max: i32) -> Self {
        Self { name, bytes: 4, signed: true, min: min as i128, max: max as i128 }
    }

    fn check(&self, at: &mut Cursor<'_>) -> Result<(), Refusal> {
        let start = at.offset();
        let bits = i128::from(at.unsigned(self.bytes, self.name)?);
        let sign = 1i128 << (self.bytes << 3).saturating_sub(1);
        let value = if self.signed { (bits ^ sign).saturating_sub(sign) } else { bits };
        match (self.min..=self.max).contains(&value) {
            true => Ok(()),
            false => Err(at.refuse(start, ErrorKind::InvalidInt { min: self.min, value, max: self.max })),
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
            Self::N => "n",
            Self::Z => "z",
        }
    }

    /// Its size.
    pub const fn size(&self) -> Size {
        match self {
            Self::Bool => Size::fixed(1),
            Self::Int(int) => Size::fixed(int.bytes),
            Self::Float => Size::fixed(8),
            Self::N | Self::Z => Size::dynamic(1, None),
        }
    }

    /// Steps over one value, or says what is wrong with it.
    pub(super) fn check(&self, at: &mut Cursor<'_>) -> Result<(), Refusal> {
        match self {
            Self::Bool => at.take(1, "bool").map(|_| ()),
            Self::Int(int) => int.check(at),
            Self::Float => at.take(8, "float").map(|_| ()),
            Self::N | Self::Z => number(at, self.name()),
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
