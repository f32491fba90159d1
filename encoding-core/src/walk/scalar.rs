//! Reads numbers as the schema describes them.

use super::{Cursor, Refusal};
use crate::error::ErrorKind;
use crate::number::{n_bytes, z_bytes};
use crate::schema::scalar::in_range;
use crate::schema::{INT31_MAX, INT31_MIN, Int, Scalar};

impl Int {
    /// Reads and checks one value.
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

impl Scalar {
    /// Reads and checks one value.
    ///
    /// # Errors
    /// The errors of the encoding.
    #[inline]
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
