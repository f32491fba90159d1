//! Booleans and floats.

use core::marker::PhantomData;

use super::auto::default_encoding;
use super::{Packed, Reads, Schema, Writes};
use crate::error::{EncodeError, ErrorKind};
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::form::Sink;
use crate::reader::Reader;
use crate::schema::{Encoding, Scalar};

/// `bool`: one byte, `00` for false. True is written as `ff`; any non-zero byte is read as true.
///
/// # Errors
/// Reading: `Not_enough_data`, `Size_limit_exceeded`.
///
/// Rule: `data-encoding`, `binary_reader.ml`, `Atom.bool`.
#[derive(Debug)]
pub struct Bool;

impl Schema<bool> for Bool {
    const ENCODING: &'static Encoding = &Encoding::Scalar(Scalar::Bool);
}

impl<'a> Reads<'a, bool> for Bool {
    const FACTS: Facts = Facts::plain(1);

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<bool, Fault> {
        input.array().map(|[byte]| *byte != 0)
    }
}

impl Writes<bool> for Bool {
    const FACTS: Facts = Facts::plain(1);

    #[inline]
    fn write<S: Sink>(value: &bool, sink: &mut S) -> Result<(), EncodeError> {
        sink.put(&[if *value { 0xff } else { 0 }]);
        Ok(())
    }
}

default_encoding!(bool => Bool, part Packed);

/// `float`: 8 bytes, IEEE 754 double precision, big-endian. Every bit pattern is accepted and preserved, including
/// NaNs.
///
/// # Errors
/// Reading: `Not_enough_data`, `Size_limit_exceeded`.
#[derive(Debug)]
pub struct Float;

impl Schema<f64> for Float {
    const ENCODING: &'static Encoding = &Encoding::Scalar(Scalar::Float);
}

impl<'a> Reads<'a, f64> for Float {
    const FACTS: Facts = Facts::plain(8);

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<f64, Fault> {
        input.array().map(|bytes| f64::from_be_bytes(*bytes))
    }
}

impl Writes<f64> for Float {
    const FACTS: Facts = Facts::plain(8);

    #[inline]
    fn write<S: Sink>(value: &f64, sink: &mut S) -> Result<(), EncodeError> {
        sink.put(&value.to_be_bytes());
        Ok(())
    }
}

default_encoding!(f64 => Float);

/// The limits of a range of floats.
pub trait FloatRange {
    /// The minimum.
    const MIN: f64;

    /// The maximum.
    const MAX: f64;
}

/// `ranged_float`: a [`Float`] from the minimum of `R` to its maximum.
///
/// # Errors
/// `Invalid_float` outside the range. NaN is refused when reading but not when writing, as in the reference.
///
/// Rule: `data-encoding`, `binary_reader.ml`, `Atom.ranged_float`; `binary_writer.ml`, `Atom.float`.
#[derive(Debug)]
pub struct RangedFloat<R>(PhantomData<R>);

impl<R: FloatRange> Schema<f64> for RangedFloat<R> {
    const ENCODING: &'static Encoding =
        &Encoding::Scalar(Scalar::RangedFloat { min: R::MIN.to_bits(), max: R::MAX.to_bits() });
}

impl<'a, R: FloatRange> Reads<'a, f64> for RangedFloat<R> {
    const FACTS: Facts = Facts::fixed(8);

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<f64, Fault> {
        let start = input.remaining();
        let value = tri!(<Float as Reads<'a, f64>>::read(input));
        match (R::MIN..=R::MAX).contains(&value) {
            true => Ok(value),
            false => Err(Fault::new(FaultKind::InvalidFloat, start)),
        }
    }
}

impl<R: FloatRange> Writes<f64> for RangedFloat<R> {
    const FACTS: Facts = Facts::fixed(8);

    #[inline]
    fn write<S: Sink>(value: &f64, sink: &mut S) -> Result<(), EncodeError> {
        tri!(sink.check(|_| {
            if *value < R::MIN || *value > R::MAX {
                let [min, value, max] = [R::MIN, *value, R::MAX].map(f64::to_bits);
                return Err(EncodeError::new(ErrorKind::InvalidFloat { min, value, max }));
            }
            Ok(())
        }));
        Float::write(value, sink)
    }
}
