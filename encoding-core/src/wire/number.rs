//! Numbers of any size.

use super::auto::own_form;
use super::{Reads, Schema, Writes};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::form::Sink;
use crate::measure::Measure;
use crate::number::{N, Z, split, split_small};
use crate::reader::Reader;
use crate::schema::{Encoding, Scalar};

/// `n`: a natural number, seven bits a byte, least significant first, the top bit set on all bytes but the last.
///
/// As an [`N`], or as a `u64` where the schema's author knows that it fits.
///
/// # Errors
/// Reading: `Not_enough_data`, `Size_limit_exceeded`, `Trailing_zero`; `Overflow` into a `u64`.
///
/// Rule: `data-encoding`, `binary_reader.ml`, `Atom.n`.
#[derive(Debug)]
pub struct Narith;

/// `z`: as [`Narith`], with the sign in the second bit of the first byte and six bits of the number there.
///
/// As a [`Z`], or as an `i64`. Minus zero reads as zero.
///
/// # Errors
/// Reading: `Not_enough_data`, `Size_limit_exceeded`, `Trailing_zero`; `Overflow` into an `i64`.
///
/// Rule: `data-encoding`, `binary_reader.ml`, `Atom.z`.
#[derive(Debug)]
pub struct Zarith;

/// Reads the 7-bit groups of a number of at most nine bytes, as nearly all are; `None` leaves what follows to [`take`].
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

/// One numeric form: its own type, and a machine integer for those who know that it fits.
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
            fn measure(value: &$own, _: &mut Measure<'_>) -> Result<usize, EncodeError> {
                Ok(value.wire_len())
            }

            #[inline]
            fn write<S: Sink>(value: &$own, sink: &mut S) {
                value.with_wire(|bytes| sink.put(bytes));
            }
        }

        own_form!($own => $form);

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
            fn measure(value: &$machine, _: &mut Measure<'_>) -> Result<usize, EncodeError> {
                Ok(<$own>::from(*value).wire_len())
            }

            #[inline]
            fn write<S: Sink>(value: &$machine, sink: &mut S) {
                <$own>::from(*value).with_wire(|bytes| sink.put(bytes));
            }
        }
    )*};
}

numbers! {
    Narith N N, u64;
    Zarith Z Z, i64;
}
