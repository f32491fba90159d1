//! Integers, big-endian.

use alloc::vec::Vec;
use core::array;

use super::auto::own_form;
use super::{Reads, Schema, Writes, list};
use crate::error::{EncodeError, ErrorKind};
use crate::fault::{Fault, FaultKind};
use crate::measure::Measure;
use crate::reader::Reader;
use crate::schema::{Encoding, Int, Scalar};
use crate::sink::Sink;

/// A form for every integer of one width: all bit patterns are values.
macro_rules! plain {
    ($($form:ident $rust:ty, $bytes:literal, $name:literal;)*) => {$(
        #[doc = concat!("`", $name, "`: ", stringify!($bytes), " bytes, big-endian, as a `", stringify!($rust), "`.")]
        ///
        /// # Errors
        /// Reading: `Not_enough_data`, `Size_limit_exceeded`.
        #[derive(Debug)]
        pub struct $form;

        impl Schema<$rust> for $form {
            const ENCODING: &'static Encoding =
                &Encoding::Scalar(Scalar::Int(Int::full($name, $bytes, <$rust>::MIN != 0)));
        }

        impl<'a> Reads<'a, $rust> for $form {
            const FIXED: Option<usize> = Some($bytes);

            #[inline]
            fn read(input: &mut Reader<'a>) -> Result<$rust, Fault> {
                input.array().map(|bytes| <$rust>::from_be_bytes(*bytes))
            }

            #[inline]
            fn read_all(input: &mut Reader<'a>, max: usize) -> Result<Vec<$rust>, Fault> {
                list::read_all_fixed(input, max, |bytes: &[u8; $bytes]| <$rust>::from_be_bytes(*bytes))
            }

            #[inline]
            fn read_array<const N: usize>(input: &mut Reader<'a>) -> Result<[$rust; N], Fault> {
                let (numbers, _) = input.take(N.saturating_mul($bytes))?.as_chunks::<$bytes>();
                Ok(array::from_fn(|at| numbers.get(at).map_or(0, |bytes| <$rust>::from_be_bytes(*bytes))))
            }
        }

        impl Writes<$rust> for $form {
            const HAS_BLOCKS: bool = false;

            #[inline]
            fn measure(_: &$rust, _: &mut Measure<'_>) -> Result<usize, EncodeError> {
                Ok($bytes)
            }

            #[inline]
            fn write<S: Sink>(value: &$rust, sink: &mut S) {
                sink.put(&value.to_be_bytes());
            }

            #[inline]
            fn measure_all(values: &[$rust], _: &mut Measure<'_>) -> Result<usize, EncodeError> {
                Ok(values.len().saturating_mul($bytes))
            }
        }

        own_form!($rust => $form);
    )*};
}

plain! {
    Int8 i8, 1, "int8";
    Int16 i16, 2, "int16";
    Uint16 u16, 2, "uint16";
    Int32 i32, 4, "int32";
    Uint32 u32, 4, "uint32";
    Int64 i64, 8, "int64";
    Uint64 u64, 8, "uint64";
}

/// `uint8`: 1 byte, as a `u8`. Lists and arrays of it are copied in bulk.
///
/// # Errors
/// Reading: `Not_enough_data`, `Size_limit_exceeded`.
#[derive(Debug)]
pub struct Uint8;

impl Schema<u8> for Uint8 {
    const ENCODING: &'static Encoding = &Encoding::Scalar(Scalar::Int(Int::full("uint8", 1, false)));
    const IS_BYTE: bool = true;
}

impl<'a> Reads<'a, u8> for Uint8 {
    const FIXED: Option<usize> = Some(1);

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<u8, Fault> {
        input.array().map(|[byte]| *byte)
    }

    #[inline]
    fn read_all(input: &mut Reader<'a>, max: usize) -> Result<Vec<u8>, Fault> {
        if input.remaining().len() > max {
            return list::read_all_with(input, max, Self::read);
        }
        input.rest().map(<[u8]>::to_vec)
    }

    #[inline]
    fn read_array<const N: usize>(input: &mut Reader<'a>) -> Result<[u8; N], Fault> {
        input.array().copied()
    }

    #[inline]
    fn read_arrays<const N: usize>(input: &mut Reader<'a>, max: usize) -> Result<Vec<[u8; N]>, Fault> {
        list::read_all_fixed(input, max, |bytes: &[u8; N]| *bytes)
    }
}

impl Writes<u8> for Uint8 {
    const HAS_BLOCKS: bool = false;

    #[inline]
    fn measure(_: &u8, _: &mut Measure<'_>) -> Result<usize, EncodeError> {
        Ok(1)
    }

    #[inline]
    fn write<S: Sink>(value: &u8, sink: &mut S) {
        sink.put(&[*value]);
    }

    #[inline]
    fn measure_all(values: &[u8], _: &mut Measure<'_>) -> Result<usize, EncodeError> {
        Ok(values.len())
    }

    #[inline]
    fn write_all<S: Sink>(values: &[u8], sink: &mut S) {
        sink.put(values);
    }
}

own_form!(u8 => Uint8);

/// A form for four-byte integers of which not all bit patterns are values.
macro_rules! ranged {
    ($($form:ident $rust:ty, $min:expr, $max:expr, $name:literal, $article:literal;)*) => {$(
        #[doc = concat!("`", $name, "`: 4 bytes, big-endian, as ", $article, " `", stringify!($rust), "`.")]
        ///
        /// # Errors
        /// Reading: `Not_enough_data`, `Size_limit_exceeded`, `Invalid_int`. Writing: `Invalid_int`.
        ///
        /// Rule: `data-encoding`, `binary_size.ml`, `min_int`, `max_int`.
        #[derive(Debug)]
        pub struct $form;

        impl Schema<$rust> for $form {
            const ENCODING: &'static Encoding =
                &Encoding::Scalar(Scalar::Int(Int::part($name, $min, $max)));
        }

        impl<'a> Reads<'a, $rust> for $form {
            const FIXED: Option<usize> = Some(4);

            #[inline]
            fn read(input: &mut Reader<'a>) -> Result<$rust, Fault> {
                let start = input.remaining();
                let value = i32::from_be_bytes(*input.array()?);
                if !($min..=$max).contains(&value) {
                    return Err(Fault::new(FaultKind::InvalidInt, start));
                }
                <$rust>::try_from(value).map_err(|_| Fault::new(FaultKind::InvalidInt, start))
            }
        }

        impl Writes<$rust> for $form {
            const HAS_BLOCKS: bool = false;

            #[inline]
            fn measure(value: &$rust, _: &mut Measure<'_>) -> Result<usize, EncodeError> {
                match i32::try_from(*value) {
                    Ok(number) if ($min..=$max).contains(&number) => Ok(4),
                    _ => Err(EncodeError::new(refusal($min, i128::from(*value), $max))),
                }
            }

            #[inline]
            fn write<S: Sink>(value: &$rust, sink: &mut S) {
                sink.put(&value.to_be_bytes());
            }
        }
    )*};
}

ranged! {
    Int31 i32, -0x4000_0000, 0x3fff_ffff, "int31", "an";
    Uint30 u32, 0, 0x3fff_ffff, "uint30", "a";
}

fn refusal(min: i32, value: i128, max: i32) -> ErrorKind {
    ErrorKind::InvalidInt { min: min.into(), value, max: max.into() }
}
