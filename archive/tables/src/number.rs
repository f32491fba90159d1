//! The values of scalars.

use tezos_encoding::schema::{Int, Scalar};

use crate::column::Cell;

/// Returns the value of a scalar whose bytes have been checked; `None` for a number beyond 128 bits.
pub(crate) fn number(scalar: &Scalar, bytes: &[u8]) -> Option<Cell<'static>> {
    let big = || bytes.iter().fold(0u64, |number, byte| number << 8 | u64::from(*byte));
    Some(match scalar {
        Scalar::Bool => Cell::Bool(bytes != [0]),
        Scalar::Int(int) => Cell::Number(Int::value(int, big())),
        Scalar::Float | Scalar::RangedFloat { .. } => Cell::Float(f64::from_bits(big())),
        Scalar::N | Scalar::UintLikeN { .. } => Cell::Number(groups(bytes, 7)?),
        Scalar::Z | Scalar::IntLikeZ { .. } => {
            let magnitude = groups(bytes, 6)?;
            let is_negative = bytes.first().is_some_and(|first| first & 0x40 != 0);
            Cell::Number(if is_negative { magnitude.saturating_neg() } else { magnitude })
        }
    })
}

/// Returns the number in the lowest `first` bits of the first byte and seven bits of each other; `None` beyond 127 bits.
fn groups(bytes: &[u8], first: u32) -> Option<i128> {
    let (mut number, mut shift, mut width) = (0i128, 0u32, first);
    for byte in bytes {
        let low = i128::from(*byte) & (1i128 << width).saturating_sub(1);
        if shift > 120 && low.leading_zeros().saturating_sub(1) < shift {
            return None;
        }
        number |= low.checked_shl(shift)?;
        shift = shift.saturating_add(width);
        width = 7;
    }
    Some(number)
}
