//! Booleans and integers as parts of compact encodings.

use super::{PartSchema, ReadsPart, WritesPart};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::form::Sink;
use crate::reader::Reader;
use crate::schema::Part;
use crate::wire::Whole;

/// A boolean: 1 bit of the tag and no bytes. An integer: 2 bits of the tag, which determine the number of bytes after
/// the tag:
///
/// | bits | `i32` | `i64` |
/// |---|---|---|
/// | `0` | 1 byte, 0 to 255 | 1 byte, 0 to 255 |
/// | `1` | 2 bytes, 256 to 65,535 | 2 bytes, 256 to 65,535 |
/// | `2` | 4 bytes, all other values | 4 bytes, 65,536 to 2^32 - 1 |
/// | `3` | not used | 8 bytes, all other values |
///
/// # Errors
/// Reading: `Invalid_int` for an integer that would fit in fewer bytes.
///
/// Rule: `data-encoding`, `compact.ml`, `bool`, `int32`, `int64`.
#[derive(Debug)]
pub struct Packed;

impl PartSchema<bool> for Packed {
    const PART: &'static Part = &Part::Bool;
}

impl ReadsPart<'_, bool> for Packed {
    const BITS: u32 = 1;
    const FACTS: Facts = Facts::fixed(0);

    #[inline]
    fn has(bits: u32) -> bool {
        bits <= 1
    }

    #[inline]
    fn fixed(_: u32) -> Option<usize> {
        Some(0)
    }

    #[inline]
    fn read_part(bits: u32, _: &mut Reader<'_>) -> Result<bool, Fault> {
        Ok(bits != 0)
    }
}

impl WritesPart<bool> for Packed {
    const BITS: u32 = 1;
    const FACTS: Facts = Facts::FLAT;

    #[inline]
    fn bits(value: &bool) -> u32 {
        (*value).into()
    }

    #[inline]
    fn write_part<S: Sink>(_: &bool, _: &mut S) -> Result<(), EncodeError> {
        Ok(())
    }
}

/// Reads an integer of one or two bytes; one of two bytes must not fit in one.
#[inline]
fn narrow(bits: u32, input: &mut Reader<'_>) -> Result<u16, Fault> {
    if bits == 0 {
        return input.array().map(|[byte]| (*byte).into());
    }
    let start = input.remaining();
    match u16::from_be_bytes(*tri!(input.array())) {
        ..=0xff => Err(Fault::new(FaultKind::InvalidInt, start)),
        wide => Ok(wide),
    }
}

impl PartSchema<i32> for Packed {
    const PART: &'static Part = &Part::Int32;
}

impl ReadsPart<'_, i32> for Packed {
    const BITS: u32 = 2;
    const FACTS: Facts = Facts::FLAT;

    #[inline]
    fn has(bits: u32) -> bool {
        bits <= 2
    }

    #[inline]
    fn fixed(bits: u32) -> Option<usize> {
        1usize.checked_shl(bits)
    }

    #[inline]
    fn read_part(bits: u32, input: &mut Reader<'_>) -> Result<i32, Fault> {
        if bits <= 1 {
            return narrow(bits, input).map(i32::from);
        }
        let start = input.remaining();
        match i32::from_be_bytes(*tri!(input.array())) {
            0..=0xffff => Err(Fault::new(FaultKind::InvalidInt, start)),
            wide => Ok(wide),
        }
    }
}

impl PartSchema<i64> for Packed {
    const PART: &'static Part = &Part::Int64;
}

impl ReadsPart<'_, i64> for Packed {
    const BITS: u32 = 2;
    const FACTS: Facts = Facts::FLAT;

    #[inline]
    fn has(bits: u32) -> bool {
        bits <= 3
    }

    #[inline]
    fn fixed(bits: u32) -> Option<usize> {
        1usize.checked_shl(bits)
    }

    #[inline]
    fn read_part(bits: u32, input: &mut Reader<'_>) -> Result<i64, Fault> {
        if bits <= 1 {
            return narrow(bits, input).map(i64::from);
        }
        let start = input.remaining();
        let (value, narrower) = match bits {
            2 => (u32::from_be_bytes(*tri!(input.array())).into(), 0..=0xffff),
            _ => (i64::from_be_bytes(*tri!(input.array())), 0..=0xffff_ffff),
        };
        if narrower.contains(&value) { Err(Fault::new(FaultKind::InvalidInt, start)) } else { Ok(value) }
    }
}

/// Returns the tag bits of an integer. `widest` are those of the widest encoding.
#[inline]
fn width(value: i64, widest: u32) -> u32 {
    match value {
        0..=0xff => 0,
        0x100..=0xffff => 1,
        0x1_0000..=0xffff_ffff => 2,
        _ => widest,
    }
}

macro_rules! integers {
    ($($type:ty, $widest:literal;)*) => {$(
        impl WritesPart<$type> for Packed {
            const BITS: u32 = 2;
            const FACTS: Facts = Facts::FLAT;

            #[inline]
            fn bits(value: &$type) -> u32 {
                width((*value).into(), $widest)
            }

            #[inline]
            fn write_part<S: Sink>(value: &$type, sink: &mut S) -> Result<(), EncodeError> {
                let bytes = value.to_wide().to_be_bytes();
                let used = 1usize << Self::bits(value);
                sink.put(bytes.get(bytes.len().saturating_sub(used)..).unwrap_or_default());
                Ok(())
            }
        }
    )*};
}

integers! {
    i32, 2;
    i64, 3;
}
