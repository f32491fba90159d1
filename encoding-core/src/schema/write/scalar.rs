//! Scalars to bytes.

use alloc::vec::Vec;

use crate::error::ErrorKind;
use crate::number::{N, Z, natural};
use crate::schema::Scalar;
use crate::schema::source::Number;

/// Appends a scalar, inside its range.
pub(super) fn write(scalar: &Scalar, number: Number, out: &mut Vec<u8>) -> Result<(), ErrorKind> {
    match (scalar, number) {
        (Scalar::Bool, Number::Bool(value)) => out.push(if value { 0xff } else { 0 }),
        (Scalar::Int(int), Number::Int(value)) => int.write(value, out)?,
        (Scalar::Float, Number::Float(value)) => out.extend_from_slice(&value.to_be_bytes()),
        (Scalar::RangedFloat { min, max }, Number::Float(value)) => {
            // As the reference, which asks whether the value is outside: NaN is not.
            if value < f64::from_bits(*min) || value > f64::from_bits(*max) {
                return Err(ErrorKind::InvalidFloat { min: *min, value: value.to_bits(), max: *max });
            }
            out.extend_from_slice(&value.to_be_bytes());
        }
        (Scalar::N, Number::Natural(value)) => value.with_wire(|bytes| out.extend_from_slice(bytes)),
        (Scalar::N, Number::Whole(value)) => {
            natural(&value).ok_or(ErrorKind::InvalidNatural)?.with_wire(|bytes| out.extend_from_slice(bytes));
        }
        (Scalar::Z, Number::Whole(value)) => value.with_wire(|bytes| out.extend_from_slice(bytes)),
        (Scalar::UintLikeN { max }, Number::Int(value)) => {
            let number = inside(0, value, (*max).into())?;
            N::from(number.unsigned_abs()).with_wire(|bytes| out.extend_from_slice(bytes));
        }
        (Scalar::IntLikeZ { min, max }, Number::Int(value)) => {
            let number = inside((*min).into(), value, (*max).into())?;
            Z::from(number).with_wire(|bytes| out.extend_from_slice(bytes));
        }
        _ => return Err(ErrorKind::WrongValue { expected: scalar.name() }),
    }
    Ok(())
}

fn inside(min: i128, value: i128, max: i128) -> Result<i128, ErrorKind> {
    if (min..=max).contains(&value) { Ok(value) } else { Err(ErrorKind::InvalidInt { min, value, max }) }
}
