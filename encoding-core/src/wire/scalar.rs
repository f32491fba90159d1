//! Booleans and floats.

use core::marker::PhantomData;

use super::auto::own_form;
use super::{Packed, Reads, Schema, Writes};
use crate::error::{EncodeError, ErrorKind};
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::form::Sink;
use crate::measure::Measure;
use crate::reader::Reader;
use crate::schema::{Encoding, Scalar};

/// `bool`: one byte, `00` for false, written `ff` for true; any byte but zero reads as true.
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
    fn measure(_: &bool, _: &mut Measure<'_>) -> Result<usize, EncodeError> {
        Ok(1)
    }

    #[inline]
    fn write<S: Sink>(value: &bool, sink: &mut S) {
        sink.put(&[if *value { 0xff } else { 0 }]);
    }
}

own_form!(bool => Bool, part Packed);

/// `float`: 8 bytes, IEEE 754 double precision, big-endian; every bit pattern is a value and keeps its bits.
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
    fn measure(_: &f64, _: &mut Measure<'_>) -> Result<usize, EncodeError> {
        Ok(8)
    }

    #[inline]
    fn write<S: Sink>(value: &f64, sink: &mut S) {
        sink.put(&value.to_be_bytes());
    }
}

own_form!(f64 => Float);

/// The bounds of a range of floats.
pub trait FloatRange {
    /// The least value.
    const MIN: f64;

    /// The greatest.
    const MAX: f64;
}

/// `ranged_float`: as [`Float`], from the least value of `R` to the greatest.
///
/// # Errors
/// `Invalid_float` outside the range; reading also where it is no number, which the reference writes.
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
    fn measure(value: &f64, _: &mut Measure<'_>) -> Result<usize, EncodeError> {
        if *value < R::MIN || *value > R::MAX {
            let [min, value, max] = [R::MIN, *value, R::MAX].map(f64::to_bits);
            return Err(EncodeError::new(ErrorKind::InvalidFloat { min, value, max }));
        }
        Ok(8)
    }

    #[inline]
    fn write<S: Sink>(value: &f64, sink: &mut S) {
        Float::write(value, sink);
    }
}
