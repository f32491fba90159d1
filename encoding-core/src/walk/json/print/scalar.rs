//! Prints numbers and BSON documents.

use alloc::string::String;

use crate::error::ErrorKind;
use crate::number::decimal::{MAX_BYTES, decimal_of_n, decimal_of_z};
use crate::number::{N, Z};
use crate::schema::Scalar;
use crate::walk::json_text::text;
use crate::walk::{big_endian, bson};

/// Writes a scalar.
///
/// # Errors
/// `Size_limit_exceeded` for a number that is too long.
pub(in crate::walk) fn scalar(out: &mut String, scalar: &Scalar, bytes: &[u8]) -> Result<(), ErrorKind> {
    match long(scalar, bytes)? {
        Some(Long::Small(number)) => text::number(out, format_args!("\"{number}\"")),
        Some(Long::Digits(digits)) => text::number(out, format_args!("\"{digits}\"")),
        None => short(out, scalar, bytes),
    }
    Ok(())
}

/// A number whose JSON is a string.
enum Long {
    Small(i128),
    Digits(String),
}

/// Returns the number, if its JSON is a string.
fn long(scalar: &Scalar, bytes: &[u8]) -> Result<Option<Long>, ErrorKind> {
    let small = match scalar {
        Scalar::N => u64::try_from(&N::from_wire(bytes)).ok().map(i128::from),
        Scalar::Z => i128::try_from(&Z::from_wire(bytes)).ok(),
        Scalar::Int(int) if int.bytes == 8 => Some(int.value(big_endian(bytes))),
        _ => return Ok(None),
    };
    if let Some(number) = small {
        return Ok(Some(Long::Small(number)));
    }
    let digits = match scalar {
        Scalar::N => decimal_of_n(&N::from_wire(bytes)),
        _ => decimal_of_z(&Z::from_wire(bytes)),
    };
    match digits {
        Some(digits) => Ok(Some(Long::Digits(digits))),
        None => Err(ErrorKind::SizeLimitExceeded { limit: MAX_BYTES, found: bytes.len() }),
    }
}

fn short(out: &mut String, scalar: &Scalar, bytes: &[u8]) {
    match scalar {
        Scalar::Bool => text::number(out, format_args!("{}", bytes != [0])),
        Scalar::Int(int) => text::number(out, format_args!("{}", int.value(big_endian(bytes)))),
        Scalar::Float | Scalar::RangedFloat { .. } => text::float(out, f64::from_bits(big_endian(bytes))),
        Scalar::N | Scalar::UintLikeN { .. } => text::number(out, format_args!("{}", N::from_wire(bytes))),
        Scalar::Z | Scalar::IntLikeZ { .. } => text::number(out, format_args!("{}", Z::from_wire(bytes))),
    }
}

/// Writes a BSON document.
pub(super) fn document(out: &mut String, bytes: &[u8]) {
    let (mut first, mut named) = (true, false);
    let _ = bson::read(bytes, &mut |step| {
        if !first && !named && !matches!(step, bson::Event::Close { .. }) {
            out.push(',');
        }
        first = matches!(step, bson::Event::Open { .. });
        named = matches!(step, bson::Event::Key(_));
        match step {
            bson::Event::Open { array } => out.push(if array { '[' } else { '{' }),
            bson::Event::Close { array } => out.push(if array { ']' } else { '}' }),
            bson::Event::Key(key) => {
                text::string(out, &String::from_utf8_lossy(key));
                out.push(':');
            }
            bson::Event::Null => out.push_str("null"),
            bson::Event::Bool(value) => text::number(out, format_args!("{value}")),
            bson::Event::Number(value) => text::float(out, value),
            bson::Event::Text(bytes) => text::lossless(out, bytes),
        }
    });
}
