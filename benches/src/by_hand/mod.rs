//! The yardstick: each message read and written by hand, with the limits of `tezos_messages`, and nothing generic.
//!
//! Owned decoders make the values of `tezos_messages`; borrowed ones make [`borrowed`] structs, and allocate nothing. They refuse
//! what the derived readers refuse, but do not say why. The compiler may inline them where they are used, as it may inline derived ones;
//! borrowed decoders it has to inline, as it has to inline the views of structs: else the results of both are moved through memory, and
//! what is compared is which of them was.

pub mod borrowed;
pub mod encode;
pub mod owned;
pub mod tree;

/// Bytes that are no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// What a decoder gives.
pub type Read<T> = Result<T, Refused>;

/// The next `count` bytes.
#[inline]
fn take<'a>(input: &mut &'a [u8], count: usize) -> Read<&'a [u8]> {
    let (taken, rest) = input.split_at_checked(count).ok_or(Refused)?;
    *input = rest;
    Ok(taken)
}

/// The next `N` bytes.
#[inline]
fn array<'a, const N: usize>(input: &mut &'a [u8]) -> Read<&'a [u8; N]> {
    let (taken, rest) = input.split_first_chunk().ok_or(Refused)?;
    *input = rest;
    Ok(taken)
}

/// A block behind its size of four bytes, of at most `max` bytes.
#[inline]
fn block<'a>(input: &mut &'a [u8], max: usize) -> Read<&'a [u8]> {
    let size = usize::try_from(i32::from_be_bytes(*array(input)?)).map_err(|_| Refused)?;
    if size > max {
        return Err(Refused);
    }
    take(input, size)
}

/// A list of hashes that fills `bytes`, as a slice of arrays.
#[inline]
fn hashes<const N: usize>(bytes: &[u8], max: usize) -> Read<&[[u8; N]]> {
    match bytes.as_chunks() {
        (hashes, []) if hashes.len() <= max => Ok(hashes),
        _ => Err(Refused),
    }
}

/// Nothing may be left.
#[inline]
fn end<T>(value: T, input: &[u8]) -> Read<T> {
    if input.is_empty() { Ok(value) } else { Err(Refused) }
}
