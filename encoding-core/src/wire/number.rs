//! Numbers of any size.

use super::auto::default_encoding;
use super::{Reads, Schema, Writes};
use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::form::Sink;
use crate::number::{N, ShortBytes, Z, groups_len, split, split_several};
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
/// anything if the number must be read by [`take`], also for a number of several bytes near the end of the input.
#[inline]
fn take_small(input: &mut Reader<'_>) -> Option<u64> {
    match input.remaining() {
        [byte @ 0..0x80, rest @ ..] => {
            input.skip_to(rest);
            Some((*byte).into())
        }
        _ => take_several(input),
    }
}

/// Reads the 7-bit groups of a number of two to nine bytes. Not inlined, because each field would contain its code.
#[inline(never)]
fn take_several(input: &mut Reader<'_>) -> Option<u64> {
    let (groups, rest) = split_several(input.remaining())?;
    input.skip_to(rest);
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

/// Reads a number of any length and converts its bytes, if it fits the type.
#[cold]
#[inline(never)]
fn take_any<T>(input: &mut Reader<'_>, convert: impl FnOnce(&[u8]) -> Option<T>) -> Result<T, Fault> {
    let start = input.remaining();
    convert(tri!(take(input))).ok_or_else(|| Fault::new(FaultKind::Overflow, start))
}

/// Writes a number, given as its 7-bit groups or, if these have more than 64 bits, as its wire bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn put<S: Sink>(number: Result<u64, &[u8]>, sink: &mut S) -> Result<(), EncodeError> {
    match number {
        Ok(groups) => sink.counted(groups_len(groups), |sink| {
            match groups {
                0..0x80 => {
                    let [byte, ..] = groups.to_le_bytes();
                    sink.put(&[byte]);
                }
                _ => put_several(groups, sink),
            }
            Ok(())
        }),
        Err(bytes) => {
            put_bytes(bytes, sink);
            Ok(())
        }
    }
}

/// Writes a number of several bytes. Not inlined, because each field would contain its code.
#[inline(never)]
fn put_several<S: Sink>(groups: u64, sink: &mut S) {
    sink.put_number(ShortBytes::of(groups));
}

/// Writes the wire bytes of a number.
#[cold]
#[inline(never)]
fn put_bytes<S: Sink>(bytes: &[u8], sink: &mut S) {
    sink.put(bytes);
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
                    None => take_any(input, |bytes| Some(<$own>::from_wire(bytes))),
                }
            }
        }

        impl Writes<$own> for $form {
            const FACTS: Facts = Facts::FLAT;

            #[inline]
            fn write<S: Sink>(value: &$own, sink: &mut S) -> Result<(), EncodeError> {
                put(value.groups(), sink)
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
                take_any(input, |bytes| <$machine>::try_from(<$own>::from_wire(bytes)).ok())
            }
        }

        impl Writes<$machine> for $form {
            const FACTS: Facts = Facts::FLAT;

            #[inline]
            fn write<S: Sink>(value: &$machine, sink: &mut S) -> Result<(), EncodeError> {
                put(<$own>::to_groups(*value), sink)
            }
        }
    )*};
}

numbers! {
    Narith N N, u64;
    Zarith Z Z, i64;
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;
    use core::fmt::Debug;

    use super::*;

    /// Returns the encoding of an `n`, byte by byte.
    fn natural(mut number: u128) -> Vec<u8> {
        let mut bytes = Vec::new();
        while number >> 7 != 0 {
            bytes.push(number.to_le_bytes()[0] | 0x80);
            number >>= 7;
        }
        bytes.push(number.to_le_bytes()[0]);
        bytes
    }

    /// Returns the encoding of a `z`: that of an `n` with the sign above its six lowest bits.
    fn whole(number: i128) -> Vec<u8> {
        let magnitude = number.unsigned_abs();
        natural(magnitude >> 6 << 7 | magnitude & 0x3f | u128::from(number < 0) << 6)
    }

    /// Checks that a number has these bytes in both directions, at the end of the input and with bytes behind it, in a
    /// vector with capacity and in one without.
    fn check<W: for<'a> Reads<'a, T> + Writes<T>, T: Debug + PartialEq>(number: &T, bytes: &[u8]) {
        for behind in 0..20 {
            let input = [bytes, &[0xff; 20][..behind]].concat();
            let mut reader = Reader::new(&input);
            assert_eq!(W::read(&mut reader).as_ref(), Ok(number), "{bytes:02x?}");
            assert_eq!(reader.remaining().len(), behind, "{bytes:02x?}");
            let mut written = Vec::with_capacity(behind);
            assert_eq!((W::write(number, &mut written), &written[..]), (Ok(()), bytes));
        }
        let padded = [&bytes.iter().map(|byte| byte | 0x80).collect::<Vec<_>>()[..], &[0]].concat();
        for behind in [&[][..], &[0xff; 20]] {
            let input = [&padded, behind].concat();
            let fault = W::read(&mut Reader::new(&input)).unwrap_err();
            assert_eq!((fault.kind(), fault.offset_in(&input)), (FaultKind::TrailingZero, bytes.len()), "{input:02x?}");
        }
        let fault = W::read(&mut Reader::new(&padded[..bytes.len()])).unwrap_err();
        assert_eq!(fault.kind(), FaultKind::NotEnoughData);
    }

    #[test]
    fn numbers_have_the_same_bytes_in_all_types() {
        let near = |bits: u32| [-1, 0, 1].map(|delta| (1_i128 << bits) + delta);
        for number in (0..100).flat_map(near).flat_map(|number| [number, -number]) {
            let bytes = whole(number);
            check::<Zarith, Z>(&number.into(), &bytes);
            match i64::try_from(number) {
                Ok(number) => check::<Zarith, i64>(&number, &bytes),
                Err(_) => assert_eq!(refused::<Zarith, i64>(&bytes), FaultKind::Overflow),
            }
            let Ok(number) = u128::try_from(number) else { continue };
            let bytes = natural(number);
            check::<Narith, N>(&N::new(number), &bytes);
            match u64::try_from(number) {
                Ok(number) => check::<Narith, u64>(&number, &bytes),
                Err(_) => assert_eq!(refused::<Narith, u64>(&bytes), FaultKind::Overflow),
            }
        }
    }

    fn refused<W: for<'a> Reads<'a, T>, T: Debug>(bytes: &[u8]) -> FaultKind {
        W::read(&mut Reader::new(bytes)).unwrap_err().kind()
    }
}
