//! Machine integers encoded like `n` and `z`.

use super::int::Whole;
use super::{Narith, Reads, Schema, Writes, Zarith};
use crate::error::{EncodeError, ErrorKind};
use crate::facts::Facts;
use crate::fault::{Fault, FaultKind};
use crate::form::Sink;
use crate::number::{Z, n_bytes, z_bytes};
use crate::reader::Reader;
use crate::schema::{Encoding, Scalar};

/// Maximum length in bytes of a number with limits: longer ones might not fit 64 bits. `schema::bounds` checks it.
pub(crate) const LIKE_BYTES: usize = 8;

/// Reads a number of at most `bytes` bytes (at most [`LIKE_BYTES`]) in groups of seven bits; the top bit of a byte is
/// set if another follows.
#[inline]
pub(crate) fn small_n(input: &mut Reader<'_>, bytes: usize) -> Result<u64, Fault> {
    let mut inner = input.bounded(bytes);
    let (mut number, mut shift) = (0u64, 0u32);
    loop {
        let start = inner.remaining();
        let [byte] = tri!(inner.array());
        if *byte == 0 && shift != 0 {
            return Err(Fault::new(FaultKind::TrailingZero, start));
        }
        number |= u64::from(byte & 0x7f).checked_shl(shift).unwrap_or_default();
        shift = shift.saturating_add(7);
        if *byte < 0x80 {
            input.resume(bytes, &inner);
            return Ok(number);
        }
    }
}

/// `uint_like_n ~max_value:MAX`: encoded like `n`, in at most as many bytes as `MAX`, which is less than 2^56.
///
/// # Errors
/// Reading: those of `n`; `Size_limit_exceeded` if it is longer than `MAX`, `Invalid_int` if it is greater. Writing:
/// `Invalid_int`.
///
/// Rule: `data-encoding`, `encoding.ml`, `uint_like_n`; the reference reports `Invalid_int` inside an
/// `Exception_raised_in_user_function`.
#[derive(Debug)]
pub struct UintLikeN<const MAX: u64>;

impl<T: Whole, const MAX: u64> Schema<T> for UintLikeN<MAX> {
    const ENCODING: &'static Encoding = &Encoding::Scalar(Scalar::UintLikeN { max: MAX });
}

impl<'a, T: Whole, const MAX: u64> Reads<'a, T> for UintLikeN<MAX> {
    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        let start = input.remaining();
        match tri!(small_n(input, const { n_bytes(MAX) })) {
            number if number <= MAX => {
                T::from_wide(number.into()).ok_or_else(|| Fault::new(FaultKind::Overflow, start))
            }
            _ => Err(Fault::new(FaultKind::InvalidInt, start)),
        }
    }
}

impl<T: Whole, const MAX: u64> Writes<T> for UintLikeN<MAX> {
    const FACTS: Facts = Facts::FLAT;

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        let value = value.to_wide();
        let number = u64::try_from(value).ok().filter(|number| *number <= MAX);
        tri!(sink.check(|_| match number {
            Some(_) => Ok(()),
            None => Err(EncodeError::new(ErrorKind::InvalidInt { min: 0, value, max: MAX.into() })),
        }));
        <Narith as Writes<u64>>::write(&number.unwrap_or_default(), sink)
    }
}

/// `int_like_z ~min_value:MIN ~max_value:MAX`: encoded like `z`, in at most as many bytes as `MIN` and `MAX`, whose
/// absolute values are less than 2^55.
///
/// # Errors
/// Reading: those of `z`; `Size_limit_exceeded` if it is longer than the limits, `Invalid_int` outside the range.
/// Writing: `Invalid_int`.
///
/// Rule: `data-encoding`, `encoding.ml`, `int_like_z`.
#[derive(Debug)]
pub struct IntLikeZ<const MIN: i64, const MAX: i64>;

impl<T: Whole, const MIN: i64, const MAX: i64> Schema<T> for IntLikeZ<MIN, MAX> {
    const ENCODING: &'static Encoding = &Encoding::Scalar(Scalar::IntLikeZ { min: MIN, max: MAX });
}

impl<'a, T: Whole, const MIN: i64, const MAX: i64> Reads<'a, T> for IntLikeZ<MIN, MAX> {
    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<T, Fault> {
        let start = input.remaining();
        let limit = const { z_bytes(MIN, MAX) };
        let mut inner = input.bounded(limit);
        let number: Z = tri!(<Zarith as Reads<'a, Z>>::read(&mut inner));
        input.resume(limit, &inner);
        match i64::try_from(&number) {
            Ok(number) if (MIN..=MAX).contains(&number) => {
                T::from_wide(number.into()).ok_or_else(|| Fault::new(FaultKind::Overflow, start))
            }
            _ => Err(Fault::new(FaultKind::InvalidInt, start)),
        }
    }
}

impl<T: Whole, const MIN: i64, const MAX: i64> Writes<T> for IntLikeZ<MIN, MAX> {
    const FACTS: Facts = Facts::FLAT;

    #[inline]
    fn write<S: Sink>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
        let value = value.to_wide();
        let number = i64::try_from(value).ok().filter(|number| (MIN..=MAX).contains(number));
        tri!(sink.check(|_| match number {
            Some(_) => Ok(()),
            None => Err(EncodeError::new(ErrorKind::InvalidInt { min: MIN.into(), value, max: MAX.into() })),
        }));
        <Zarith as Writes<i64>>::write(&number.unwrap_or_default(), sink)
    }
}
