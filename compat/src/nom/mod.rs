//! Readers: the trait [`NomReader`] and parsers of nom 7 to compose.

pub mod error;

use ::nom::{
    Err, Parser,
    branch::alt,
    bytes::complete::{tag, take},
    combinator::{all_consuming, complete, map, map_parser, map_res, rest},
    error::ErrorKind,
    multi::{length_data, length_value, many0},
    sequence::preceded,
};
use num_bigint::{BigInt, BigUint, Sign};
pub use tezos_data_encoding_compat_derive::NomReader;

use self::error::{BoundedEncodingKind, DecodeError, DecodeErrorKind};
use crate::types::{BYTE_FIELD_NONE, BYTE_FIELD_SOME, BYTE_VAL_FALSE, BYTE_VAL_TRUE, Narith, Zarith};

/// The bytes that are left.
pub type NomInput<'a> = &'a [u8];

/// The error of readers.
pub type NomError<'a> = DecodeError<NomInput<'a>>;

/// The result of a reader.
pub type NomResult<'a, T> = ::nom::IResult<NomInput<'a>, T, NomError<'a>>;

/// A type that can be read.
pub trait NomReader<'a>: Sized {
    /// Reads a value from the front of the input.
    ///
    /// # Errors
    /// If the bytes are not a value.
    fn nom_read(input: &'a [u8]) -> NomResult<'a, Self>;

    /// Reads a value from all of the input.
    ///
    /// # Errors
    /// If the bytes are not a value, or if bytes are left.
    fn nom_read_exact(input: &'a [u8]) -> Result<Self, NomError<'a>> {
        match all_consuming(Self::nom_read)(input) {
            Ok((_, value)) => Ok(value),
            Err(Err::Error(error) | Err::Failure(error)) => Err(error),
            Err(Err::Incomplete(_)) => Err(DecodeError::new(input, DecodeErrorKind::Nom(ErrorKind::Eof))),
        }
    }
}

impl NomReader<'_> for Zarith {
    fn nom_read(input: &[u8]) -> NomResult<'_, Self> {
        zarith(input)
    }
}

impl NomReader<'_> for Narith {
    fn nom_read(input: &[u8]) -> NomResult<'_, Self> {
        narith(input)
    }
}

/// Reads nothing.
///
/// # Errors
/// None.
pub fn unit(input: NomInput<'_>) -> NomResult<'_, ()> {
    Ok((input, ()))
}

/// Reads `ff` as true and `00` as false. Octez and `tezos_encoding` read any other byte as true.
///
/// # Errors
/// For other bytes.
pub fn boolean(input: NomInput<'_>) -> NomResult<'_, bool> {
    alt((map(tag([BYTE_VAL_TRUE]), |_| true), map(tag([BYTE_VAL_FALSE]), |_| false)))(input)
}

/// Reads all bytes.
///
/// # Errors
/// None.
pub fn bytes(input: NomInput<'_>) -> NomResult<'_, Vec<u8>> {
    map(rest, <[u8]>::to_vec)(input)
}

/// Defines the reader of each big-endian number.
macro_rules! numbers {
    ($($number:ident)*) => {$(
        #[doc = concat!("Reads an `", stringify!($number), "`, big-endian.")]
        ///
        /// # Errors
        /// If bytes are missing.
        pub fn $number(input: NomInput<'_>) -> NomResult<'_, $number> {
            ::nom::number::complete::$number(::nom::number::Endianness::Big)(input)
        }
    )*};
}

numbers!(i16 i32 i64 u16 u32 u64 f64);

/// Reads a size of 4 bytes.
///
/// # Errors
/// If bytes are missing.
pub fn size(input: NomInput<'_>) -> NomResult<'_, u32> {
    u32(input)
}

/// Reads a size of 1 byte.
///
/// # Errors
/// If there is none.
pub fn short_size(input: NomInput<'_>) -> NomResult<'_, u8> {
    ::nom::number::complete::u8(input)
}

/// Reads a size of 4 bytes, at most `max`.
fn bounded_size(kind: BoundedEncodingKind, max: usize) -> impl FnMut(NomInput<'_>) -> NomResult<'_, u32> {
    move |input| match size(input)? {
        (_, size) if usize::try_from(size).is_ok_and(|size| size > max) => {
            Err(Err::Error(DecodeError::limit(input, kind.clone())))
        }
        read => Ok(read),
    }
}

/// Reads text behind its size of 4 bytes.
///
/// # Errors
/// If bytes are missing, or not UTF-8.
pub fn string(input: NomInput<'_>) -> NomResult<'_, String> {
    text(size)(input)
}

/// Reads text of at most `max` bytes behind its size of 4 bytes.
///
/// # Errors
/// If it is longer, if bytes are missing, or not UTF-8.
pub fn bounded_string<'a>(max: usize) -> impl FnMut(NomInput<'a>) -> NomResult<'a, String> {
    text(bounded_size(BoundedEncodingKind::String, max))
}

fn text<'a>(size: impl FnMut(NomInput<'a>) -> NomResult<'a, u32>) -> impl FnMut(NomInput<'a>) -> NomResult<'a, String> {
    map_res(complete(length_data(size)), |bytes| core::str::from_utf8(bytes).map(str::to_owned))
}

/// Reads a value from the next `size` bytes. Bytes that it leaves are skipped, which `tezos_encoding` refuses.
///
/// # Errors
/// Those of the parser; if bytes are missing.
pub fn sized<'a, O>(
    size: usize,
    parser: impl FnMut(NomInput<'a>) -> NomResult<'a, O>,
) -> impl FnMut(NomInput<'a>) -> NomResult<'a, O> {
    map_parser(take(size), parser)
}

/// Reads `ff` and a value, or `00`. Octez and `tezos_encoding` read any other byte as `ff`.
///
/// # Errors
/// Those of the parser; for other bytes.
pub fn optional_field<'a, O>(
    parser: impl FnMut(NomInput<'a>) -> NomResult<'a, O>,
) -> impl FnMut(NomInput<'a>) -> NomResult<'a, Option<O>> {
    alt((map(tag([BYTE_FIELD_NONE]), |_| None), preceded(tag([BYTE_FIELD_SOME]), map(parser, Some))))
}

/// Reads values until one is refused.
///
/// # Errors
/// If a value has no bytes.
pub fn list<'a, O>(
    parser: impl FnMut(NomInput<'a>) -> NomResult<'a, O>,
) -> impl FnMut(NomInput<'a>) -> NomResult<'a, Vec<O>> {
    many0(parser)
}

/// Reads at most `max` values, which must be all of the input.
///
/// # Errors
/// If bytes are left.
pub fn bounded_list<'a, O>(
    max: usize,
    mut parser: impl FnMut(NomInput<'a>) -> NomResult<'a, O>,
) -> impl FnMut(NomInput<'a>) -> NomResult<'a, Vec<O>> {
    move |mut input| {
        let mut values = Vec::new();
        while values.len() < max {
            match parser(input) {
                // As nom does, instead of reading the same bytes for ever.
                Ok((left, _)) if left.len() == input.len() => {
                    return Err(Err::Error(DecodeError::new(input, DecodeErrorKind::Nom(ErrorKind::ManyMN))));
                }
                Ok((left, value)) => {
                    values.push(value);
                    input = left;
                }
                Err(Err::Error(_)) => break,
                Err(error) => return Err(error),
            }
        }
        match input {
            [] => Ok((input, values)),
            _ => Err(Err::Error(DecodeError::limit(input, BoundedEncodingKind::List))),
        }
    }
}

/// Reads a block behind its size of 4 bytes, all of which the parser must take.
///
/// # Errors
/// Those of the parser; if bytes of the block are missing or left.
pub fn dynamic<'a, O>(
    parser: impl FnMut(NomInput<'a>) -> NomResult<'a, O>,
) -> impl FnMut(NomInput<'a>) -> NomResult<'a, O> {
    length_value(size, all_consuming(parser))
}

/// Reads a block behind its size of 1 byte, all of which the parser must take.
///
/// # Errors
/// Those of [`dynamic`].
pub fn short_dynamic<'a, O>(
    parser: impl FnMut(NomInput<'a>) -> NomResult<'a, O>,
) -> impl FnMut(NomInput<'a>) -> NomResult<'a, O> {
    length_value(short_size, all_consuming(parser))
}

/// Reads a block of at most `max` bytes behind its size of 4 bytes, all of which the parser must take.
///
/// # Errors
/// Those of [`dynamic`]; if the size is larger.
pub fn bounded_dynamic<'a, O>(
    max: usize,
    parser: impl FnMut(NomInput<'a>) -> NomResult<'a, O>,
) -> impl FnMut(NomInput<'a>) -> NomResult<'a, O> {
    length_value(bounded_size(BoundedEncodingKind::Dynamic, max), all_consuming(parser))
}

/// Reads a value of at most `max` bytes.
///
/// # Errors
/// Those of the parser; if it needs more bytes.
pub fn bounded<'a, O>(
    max: usize,
    mut parser: impl FnMut(NomInput<'a>) -> NomResult<'a, O>,
) -> impl FnMut(NomInput<'a>) -> NomResult<'a, O> {
    move |input: NomInput<'a>| {
        let (allowed, behind) = input.split_at_checked(max).unwrap_or((input, &[]));
        match parser(allowed) {
            Ok((left, value)) => Ok((tail(input, left.len().saturating_add(behind.len())), value)),
            Err(Err::Error(mut error)) if error.kind == DecodeErrorKind::Nom(ErrorKind::Eof) => {
                error.kind = DecodeErrorKind::Boundary(BoundedEncodingKind::Bounded);
                Err(Err::Error(error))
            }
            Err(error) => Err(error),
        }
    }
}

/// Reads a value from all but the last `size` bytes.
///
/// # Errors
/// Those of the parser.
pub fn reserve<'a, O>(
    size: usize,
    mut parser: impl FnMut(NomInput<'a>) -> NomResult<'a, O>,
) -> impl FnMut(NomInput<'a>) -> NomResult<'a, O> {
    move |input| {
        let (allowed, behind) = input.split_at_checked(input.len().saturating_sub(size)).unwrap_or((input, &[]));
        let (left, value) = parser(allowed)?;
        Ok((tail(input, left.len().saturating_add(behind.len())), value))
    }
}

/// Returns the last `count` bytes.
fn tail(input: &[u8], count: usize) -> &[u8] {
    input.get(input.len().saturating_sub(count)..).unwrap_or_default()
}

/// Names the field in errors of the parser.
///
/// # Errors
/// Those of the parser.
pub fn field<'a, O>(
    name: &'static str,
    parser: impl FnMut(NomInput<'a>) -> NomResult<'a, O>,
) -> impl FnMut(NomInput<'a>) -> NomResult<'a, O> {
    within(move || DecodeErrorKind::Field(name), parser)
}

/// Names the variant in errors of the parser.
///
/// # Errors
/// Those of the parser.
pub fn variant<'a, O>(
    name: &'static str,
    parser: impl FnMut(NomInput<'a>) -> NomResult<'a, O>,
) -> impl FnMut(NomInput<'a>) -> NomResult<'a, O> {
    within(move || DecodeErrorKind::Variant(name), parser)
}

fn within<'a, O>(
    place: impl Fn() -> DecodeErrorKind,
    mut parser: impl FnMut(NomInput<'a>) -> NomResult<'a, O>,
) -> impl FnMut(NomInput<'a>) -> NomResult<'a, O> {
    move |input| parser.parse(input).map_err(|error| error.map(|error| error.within(place())))
}

/// Reads an integer of any size. A last byte of zero is taken, which Octez and `tezos_encoding` refuse.
///
/// # Errors
/// If bytes are missing.
pub fn z_bignum(input: NomInput<'_>) -> NomResult<'_, BigInt> {
    let (input, groups) = groups(input)?;
    let (first, others) = groups.split_first().unwrap_or((&0, &[]));
    let sign = if first & 0x40 == 0 { Sign::Plus } else { Sign::Minus };
    let magnitude = number(others) << 6_u32 | BigUint::from(first & 0x3f);
    Ok((input, BigInt::from_biguint(sign, magnitude)))
}

/// Reads a natural number of any size. A last byte of zero is taken, which Octez and `tezos_encoding` refuse.
///
/// # Errors
/// If bytes are missing.
pub fn n_bignum(input: NomInput<'_>) -> NomResult<'_, BigUint> {
    let (input, groups) = groups(input)?;
    Ok((input, number(groups)))
}

/// Splits off the bytes of a number: those with the top bit, and one without.
fn groups(input: NomInput<'_>) -> NomResult<'_, &[u8]> {
    match input.iter().position(|byte| *byte < 0x80) {
        Some(last) => take(last.saturating_add(1))(input),
        None => Err(Err::Error(DecodeError::new(tail(input, 0), DecodeErrorKind::Nom(ErrorKind::Eof)))),
    }
}

/// Returns the number of the lowest seven bits of each byte, least significant first. Takes linear time, because the
/// radix is a power of two.
fn number(groups: &[u8]) -> BigUint {
    let digits: Vec<u8> = groups.iter().map(|byte| byte & 0x7f).collect();
    BigUint::from_radix_le(&digits, 128).unwrap_or_default()
}

/// Reads an integer of any size.
///
/// # Errors
/// If bytes are missing.
pub fn zarith(input: NomInput<'_>) -> NomResult<'_, Zarith> {
    map(z_bignum, Zarith)(input)
}

/// Reads a natural number of any size.
///
/// # Errors
/// If bytes are missing.
pub fn narith(input: NomInput<'_>) -> NomResult<'_, Narith> {
    map(n_bignum, Narith)(input)
}

/// A hash function.
pub trait Hasher<const N: usize> {
    /// Returns the hash of `input`.
    fn hash(&self, input: &[u8]) -> [u8; N];
}

/// Reads a value and returns it with the hash of its bytes.
///
/// # Errors
/// Those of the parser.
pub fn hashed<'a, O, const N: usize>(
    hasher: impl Hasher<N>,
    mut parser: impl FnMut(NomInput<'a>) -> NomResult<'a, O>,
) -> impl FnMut(NomInput<'a>) -> NomResult<'a, (O, [u8; N])> {
    move |input| {
        let (left, value) = parser(input)?;
        let read = input.get(..input.len().saturating_sub(left.len())).unwrap_or_default();
        Ok((left, (value, hasher.hash(read))))
    }
}
