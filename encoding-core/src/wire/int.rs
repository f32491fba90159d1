//! Integers of a fixed width.

use alloc::vec::Vec;

use super::auto::default_encoding;
use super::{Packed, Reads, Schema, Writes, elements};
use crate::error::{EncodeError, ErrorKind};
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::form::Sink;
use crate::reader::Reader;
use crate::schema::{Encoding, INT31_MAX, INT31_MIN, Int, Scalar};

/// A Rust integer type, for encodings that support several.
pub trait Whole: Copy {
    /// The minimum of the type.
    const MIN_VALUE: i128;

    /// The maximum of the type.
    const MAX_VALUE: i128;

    /// Converts to this type, if the value fits.
    fn from_wide(value: i128) -> Option<Self>;

    /// Converts from this type.
    fn to_wide(self) -> i128;
}

macro_rules! whole {
    ($($rust:ty),*) => {$(
        impl Whole for $rust {
            const MIN_VALUE: i128 = <$rust>::MIN as i128;
            const MAX_VALUE: i128 = <$rust>::MAX as i128;

            #[inline]
            fn from_wide(value: i128) -> Option<Self> {
                Self::try_from(value).ok()
            }

            #[inline]
            fn to_wide(self) -> i128 {
                self.into()
            }
        }
    )*};
}

whole!(i8, u8, i16, u16, i32, u32, i64, u64);

/// Implements the encoding of all integers of one width, for which every bit pattern is valid.
macro_rules! plain {
    ($($form:ident $rust:ty, $bytes:literal, $name:literal, $little:literal, $from:ident, $to:ident;)*) => {$(
        impl Schema<$rust> for $form {
            const ENCODING: &'static Encoding =
                &Encoding::Scalar(Scalar::Int(Int::full($name, $bytes, <$rust>::MIN != 0, $little)));
        }

        impl<'a> Reads<'a, $rust> for $form {
            const FACTS: Facts = Facts::plain($bytes);

            #[inline]
            fn read(input: &mut Reader<'a>) -> Result<$rust, Fault> {
                input.array().map(|bytes| <$rust>::$from(*bytes))
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn get(input: &mut Reader<'a>) -> Option<$rust> {
                input.get().map(|bytes| <$rust>::$from(*bytes))
            }

            #[inline]
            fn read_list(input: &mut Reader<'a>, max: usize) -> Result<Vec<$rust>, Fault> {
                elements::read_infallible(input, max, |bytes: &[u8; $bytes]| <$rust>::$from(*bytes))
            }
        }

        impl Writes<$rust> for $form {
            const FACTS: Facts = Facts::plain($bytes);

            #[inline]
            fn write<S: Sink>(value: &$rust, sink: &mut S) -> Result<(), EncodeError> {
                sink.put(&value.$to());
                Ok(())
            }
        }
    )*};
}

/// Defines the big-endian encodings of machine integers.
macro_rules! named {
    ($($form:ident $rust:ty, $bytes:literal, $name:literal;)*) => {$(
        #[doc = concat!("`", $name, "`: ", stringify!($bytes), " bytes, big-endian, as a `", stringify!($rust), "`.")]
        ///
        /// # Errors
        /// Reading: `Not_enough_data`, `Size_limit_exceeded`.
        #[derive(Debug)]
        pub struct $form;
    )*};
}

named! {
    Int8 i8, 1, "int8";
    Int16 i16, 2, "int16";
    Uint16 u16, 2, "uint16";
    Int32 i32, 4, "int32";
    Uint32 u32, 4, "uint32";
    Int64 i64, 8, "int64";
    Uint64 u64, 8, "uint64";
}

/// A little-endian machine integer (`int16_le`, `uint16_le`, `int32_le`, `int64_le`, and unsigned ones that the
/// reference does not have).
///
/// # Errors
/// Reading: `Not_enough_data`, `Size_limit_exceeded`.
#[derive(Debug)]
pub struct Le;

plain! {
    Int8 i8, 1, "int8", false, from_be_bytes, to_be_bytes;
    Int16 i16, 2, "int16", false, from_be_bytes, to_be_bytes;
    Uint16 u16, 2, "uint16", false, from_be_bytes, to_be_bytes;
    Int32 i32, 4, "int32", false, from_be_bytes, to_be_bytes;
    Uint32 u32, 4, "uint32", false, from_be_bytes, to_be_bytes;
    Int64 i64, 8, "int64", false, from_be_bytes, to_be_bytes;
    Uint64 u64, 8, "uint64", false, from_be_bytes, to_be_bytes;
    Le i16, 2, "int16", true, from_le_bytes, to_le_bytes;
    Le u16, 2, "uint16", true, from_le_bytes, to_le_bytes;
    Le i32, 4, "int32", true, from_le_bytes, to_le_bytes;
    Le u32, 4, "uint32", true, from_le_bytes, to_le_bytes;
    Le i64, 8, "int64", true, from_le_bytes, to_le_bytes;
    Le u64, 8, "uint64", true, from_le_bytes, to_le_bytes;
}

default_encoding!(i8 => Int8);
default_encoding!(i16 => Int16);
default_encoding!(u16 => Uint16);
default_encoding!(i32 => Int32, part Packed);
default_encoding!(u32 => Uint32);
default_encoding!(i64 => Int64, part Packed);
default_encoding!(u64 => Uint64);

/// `uint8`: 1 byte, as a `u8`. Lists and arrays of bytes are copied in one piece.
///
/// # Errors
/// Reading: `Not_enough_data`, `Size_limit_exceeded`.
#[derive(Debug)]
pub struct Uint8;

impl Schema<u8> for Uint8 {
    const ENCODING: &'static Encoding = &Encoding::Scalar(Scalar::Int(Int::full("uint8", 1, false, false)));
    const IS_BYTE: bool = true;
}

impl<'a> Reads<'a, u8> for Uint8 {
    const FACTS: Facts = Facts::plain(1);

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<u8, Fault> {
        input.array().map(|[byte]| *byte)
    }

    #[inline]
    fn read_list(input: &mut Reader<'a>, max: usize) -> Result<Vec<u8>, Fault> {
        if input.whole() > max {
            return elements::read_to_end::<u8, Self>(input, max, FaultKind::ListTooLong);
        }
        input.rest().map(<[u8]>::to_vec)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get(input: &mut Reader<'a>) -> Option<u8> {
        input.get().map(|[byte]| *byte)
    }

    #[inline]
    fn read_array<const N: usize>(input: &mut Reader<'a>) -> Result<[u8; N], Fault> {
        input.bytes()
    }
}

impl Writes<u8> for Uint8 {
    const FACTS: Facts = Facts::plain(1);

    #[inline]
    fn write<S: Sink>(value: &u8, sink: &mut S) -> Result<(), EncodeError> {
        sink.put(&[*value]);
        Ok(())
    }

    #[inline]
    fn write_list<S: Sink>(values: &[u8], sink: &mut S) -> Result<(), EncodeError> {
        sink.put(values);
        Ok(())
    }
}

default_encoding!(u8 => Uint8, arrays elements::read_byte_arrays);

/// Integers from `MIN` to `MAX`, in the narrowest width that holds them. If `MIN` is negative, they are signed; if it
/// is positive, the wire holds the difference from `MIN`. `LITTLE` selects little-endian.
///
/// The Rust type is any integer type. The limits are at most those of OCaml's 31-bit integers.
///
/// # Errors
/// Reading: `Not_enough_data`, `Size_limit_exceeded`, `Invalid_int`. Writing: `Invalid_int`.
///
/// Rule: `data-encoding`, `binary_size.ml`, `range_to_size`; `binary_reader.ml`, `Atom.ranged_int`.
#[derive(Debug)]
pub struct Ranged<const MIN: i64, const MAX: i64, const LITTLE: bool = false>;

/// `int31`: 4 bytes, from -2^30 to 2^30 - 1.
pub type Int31 = Ranged<INT31_MIN, INT31_MAX>;

/// `uint30`: 4 bytes, from 0 to 2^30 - 1.
pub type Uint30 = Ranged<0, INT31_MAX>;

impl<const MIN: i64, const MAX: i64, const LITTLE: bool> Ranged<MIN, MAX, LITTLE> {
    const INT: Int = Int::ranged(MIN, MAX, LITTLE);
    const SHIFT: i64 = if MIN > 0 { MIN } else { 0 };

    /// Reads the number as it is on the wire.
    #[inline]
    fn wire(input: &mut Reader<'_>) -> Result<i64, Fault> {
        let native = |bytes: [u8; 4]| if LITTLE { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) };
        Ok(match (Self::INT.bytes, Self::INT.signed) {
            (1, signed) => {
                let [byte] = *tri!(input.array());
                if signed { i8::from_be_bytes([byte]).into() } else { byte.into() }
            }
            (2, signed) => {
                let bytes = *tri!(input.array());
                let number = if LITTLE { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) };
                if signed { number.cast_signed().into() } else { number.into() }
            }
            // Unsigned four-byte numbers are read as signed: a negative one is outside every range.
            _ => native(*tri!(input.array())).cast_signed().into(),
        })
    }
}

impl<T: Whole, const MIN: i64, const MAX: i64, const LITTLE: bool> Schema<T> for Ranged<MIN, MAX, LITTLE> {
    const ENCODING: &'static Encoding = &Encoding::Scalar(Scalar::Int(Self::INT));
}

impl<'a, T: Whole, const MIN: i64, const MAX: i64, const LITTLE: bool> Reads<'a, T> for Ranged<MIN, MAX, LITTLE> {
    const FACTS: Facts = Facts::fixed(Self::INT.bytes);

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        let start = input.remaining();
        let wire = tri!(Self::wire(input));
        let value = wire.saturating_add(Self::SHIFT);
        if wire < MIN.min(0) || !(MIN..=MAX).contains(&value) {
            return Err(Fault::new(FaultKind::InvalidInt, start));
        }
        T::from_wide(value.into()).ok_or_else(|| Fault::new(FaultKind::Overflow, start))
    }
}

impl<T: Whole, const MIN: i64, const MAX: i64, const LITTLE: bool> Writes<T> for Ranged<MIN, MAX, LITTLE> {
    const FACTS: Facts = Facts::fixed(Self::INT.bytes);

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        let value = value.to_wide();
        tri!(sink.check(|_| match (i128::from(MIN)..=i128::from(MAX)).contains(&value) {
            true => Ok(()),
            false => Err(EncodeError::new(ErrorKind::InvalidInt { min: MIN.into(), value, max: MAX.into() })),
        }));
        let wire = value.saturating_sub(Self::SHIFT.into());
        let bytes = if LITTLE { wire.to_le_bytes() } else { wire.to_be_bytes() };
        let start = if LITTLE { 0 } else { bytes.len().saturating_sub(Self::INT.bytes) };
        sink.put(bytes.get(start..start.saturating_add(Self::INT.bytes)).unwrap_or_default());
        Ok(())
    }
}
