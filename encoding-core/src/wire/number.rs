//! Numbers of any size.

use super::auto::default_encoding;
use super::{Reads, Schema, Writes};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::form::Sink;
use crate::number::{N, Z, split, split_small};
use crate::reader::Reader;
use crate::schema::{Encoding, Scalar};

/// `n`: a natural number in groups of seven bits, least significant first. The top bit of a byte is set if another byte
/// follows.
///
/// The Rust type is [`N`], or `u64` if all values of the format are known to fit.
///
/// # Errors
/// Reading: `Not_enough_data`, `Size_limit_exceeded`, `Trailing_zero`; `Overflow` into a `u64`.
///
/// Rule: `data-encoding`, `binary_reader.ml`, `Atom.n`.
#[derive(Debug)]
pub struct Narith;

/// `z`: an integer. As [`Narith`], but in the first byte the second-highest bit is the sign and six bits belong to the
/// number.
///
/// The Rust type is [`Z`], or `i64`. Minus zero is read as zero.
///
/// # Errors
/// Reading: `Not_enough_data`, `Size_limit_exceeded`, `Trailing_zero`; `Overflow` into an `i64`.
///
/// Rule: `data-encoding`, `binary_reader.ml`, `Atom.z`.
#[derive(Debug)]
pub struct Zarith;

/// Reads the 7-bit groups of a number of at most nine bytes, which covers nearly all. Returns `None` without consuming
/// anything if the number must be read by [`take`].
#[inline]
fn take_small(input: &mut Reader<'_>) -> Option<u64> {
    let (groups, len) = split_small(input.remaining())?;
    input.take(len).ok()?;
    Some(groups)
}

/// Reads the bytes of one number.
#[inline(never)]
fn take<'a>(input: &mut Reader<'a>) -> Result<&'a [u8], Fault> {
    let rest = input.remaining();
    match split(rest) {
        Some((number, true)) => input.take(number.len()),
        Some((number, false)) => {
            let zero = rest.get(number.len().saturating_sub(1)..).unwrap_or_default();
            Err(Fault::new(FaultKind::TrailingZero, zero))
        }
        None => {
            tri!(input.take(rest.len()));
            input.take(1)
        }
    }
}

/// Implements a number encoding for its type of any size, and for a machine integer.
macro_rules! numbers {
    ($($form:ident $scalar:ident $own:ty, $machine:ty;)*) => {$(
        impl Schema<$own> for $form {
            const ENCODING: &'static Encoding = &Encoding::Scalar(Scalar::$scalar);
        }

        impl<'a> Reads<'a, $own> for $form {
            #[inline]
            fn read(input: &mut Reader<'a>) -> Result<$own, Fault> {
                match take_small(input) {
                    Some(groups) => Ok(<$own>::from_groups(groups)),
                    None => take(input).map(<$own>::from_wire),
                }
            }
        }

        impl Writes<$own> for $form {
            const FACTS: Facts = Facts::FLAT;

            #[inline]
            fn write<S: Sink>(value: &$own, sink: &mut S) -> Result<(), EncodeError> {
                sink.counted(value.wire_len(), |sink| {
                    value.with_wire(|bytes| sink.put(bytes));
                    Ok(())
                })
            }
        }

        default_encoding!($own => $form);

        impl Schema<$machine> for $form {
            const ENCODING: &'static Encoding = <$form as Schema<$own>>::ENCODING;
        }

        impl<'a> Reads<'a, $machine> for $form {
            #[inline]
            fn read(input: &mut Reader<'a>) -> Result<$machine, Fault> {
                if let Some(groups) = take_small(input) {
                    return Ok(<$own>::of_groups(groups));
                }
                let start = input.remaining();
                let number = tri!(take(input).map(<$own>::from_wire));
                <$machine>::try_from(&number).map_err(|_| Fault::new(FaultKind::Overflow, start))
            }
        }

        impl Writes<$machine> for $form {
            const FACTS: Facts = Facts::FLAT;

            #[inline]
            fn write<S: Sink>(value: &$machine, sink: &mut S) -> Result<(), EncodeError> {
                <Self as Writes<$own>>::write(&(*value).into(), sink)
            }
        }
    )*};
}

numbers! {
    Narith N N, u64;
    Zarith Z Z, i64;
}
