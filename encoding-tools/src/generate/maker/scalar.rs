//! Scalars.

use super::{Budget, Maker};
use crate::generate::choices::groups;
use crate::generate::flaws::Flaw;
use tezos_encoding_core::__tools::{n_bytes, z_bytes};
use tezos_encoding_core::schema::{Int, Scalar};

impl Maker<'_, '_> {
    pub(super) fn scalar(&mut self, scalar: &Scalar, budget: Budget) {
        let start = self.out.len();
        match *scalar {
            Scalar::Bool => {
                let is_true = self.choices.one_of(2) == 1;
                self.out.push(if is_true { 0xff } else { 0 });
            }
            Scalar::Int(int) => {
                let mut value = self.choices.integer(int.min, int.max);
                let wrong = outside(int).filter(|_| self.flaws.make(Flaw::Integer, start));
                let wide = Int { min: i128::MIN, max: i128::MAX, ..int };
                value = wrong.unwrap_or(value);
                // All values are in this range.
                let _ = wide.write(value, &mut self.out);
            }
            Scalar::Float => self.float(f64::NEG_INFINITY, f64::INFINITY),
            Scalar::RangedFloat { min, max } => {
                let (min, max) = (f64::from_bits(min), f64::from_bits(max));
                match max.is_finite() && self.flaws.make(Flaw::Float, start) {
                    true => self.out.extend_from_slice(&f64::INFINITY.to_be_bytes()),
                    false => self.float(min, max),
                }
            }
            Scalar::N | Scalar::Z => {
                let signed = *scalar == Scalar::Z;
                let first = if signed { 6 } else { 7 };
                let (negative, magnitude) = self.choices.number(first, signed, budget.max.max(1));
                self.out.extend(groups(negative, &magnitude, first));
                if self.flaws.make(Flaw::TrailingZero, start) {
                    if let Some(last) = self.out.last_mut() {
                        *last |= 0x80;
                    }
                    self.out.push(0);
                }
            }
            // A mistake must not change the length of the number, because that would be the first error.
            Scalar::UintLikeN { max } => {
                let over = max.checked_add(1).filter(|over| n_bytes(*over) == n_bytes(max));
                self.limited((0, max.into()), over.map(i128::from), 7, budget);
            }
            Scalar::IntLikeZ { min, max } => {
                let over = max.checked_add(1).filter(|over| z_bytes(min, *over) == z_bytes(min, max));
                self.limited((min.into(), max.into()), over.map(i128::from), 6, budget);
            }
        }
    }

    /// Generates a number in a range, encoded with `first` bits in its first byte, or the number `over` as a mistake.
    fn limited(&mut self, (min, max): (i128, i128), over: Option<i128>, first: u32, budget: Budget) {
        let start = self.out.len();
        let most = greatest(budget.max, first);
        let near = |bound: i128| bound.clamp(most.saturating_neg(), most);
        let value = match near(min) < min || near(max) > max {
            // Even the shortest value is too long.
            true => 0.clamp(min, max),
            false => self.choices.integer(near(min), near(max)),
        };
        let value = over.filter(|_| self.flaws.make(Flaw::Integer, start)).unwrap_or(value);
        self.out.extend(groups(value < 0, &value.unsigned_abs().to_le_bytes(), first));
    }

    fn float(&mut self, min: f64, max: f64) {
        let value = self.choices.float(min, max);
        self.out.extend_from_slice(&value.to_be_bytes());
    }
}

/// Returns the largest number of a given length in bytes.
fn greatest(bytes: usize, first: u32) -> i128 {
    let bits =
        u32::try_from(bytes.clamp(1, 12)).unwrap_or(12).saturating_sub(1).saturating_mul(7).saturating_add(first);
    (1i128 << bits).saturating_sub(1)
}

/// Returns a value outside the range that fits the width of the integer; `None` if all bytes are valid.
fn outside(int: Int) -> Option<i128> {
    let width = u32::try_from(int.bytes << 3).ok()?;
    let half = 1i128 << width.saturating_sub(1);
    let (least, most) = match int.signed {
        true => (half.saturating_neg(), half.saturating_sub(1)),
        false => (0, half.saturating_mul(2).saturating_sub(1)),
    };
    let (over, under) = (int.max.saturating_add(1), int.min.saturating_sub(1));
    let fits = |value: &i128| (least..=most).contains(&value.saturating_sub(int.shift));
    Some(over).filter(fits).or(Some(under).filter(fits))
}
