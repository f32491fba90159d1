//! Messages of the peer protocol as a new user of the codec writes them, who has read the README and no more.
//!
//! The types have no `repr`, no `plain`, no bytemuck and no `#[inline]`; the crate is none of the codec's own. There are two styles of
//! hashes: [`arrays`] and [`newtypes`]. Beside each style stands the same work [by hand](arrays::by_hand), from and to the same values.

#![forbid(unsafe_code)]
#![allow(clippy::duplicate_mod, reason = "what is done by hand is the same text for both styles")]

pub mod arrays;
pub mod limits;
mod messages;
pub mod newtypes;

/// Bytes that are no message, or a value that has no bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// What a decoder or an encoder written by hand gives.
pub type Done<T> = Result<T, Refused>;

/// Takes the next `N` bytes.
///
/// # Errors
/// Where there are fewer.
#[inline]
pub fn array<'a, const N: usize>(input: &mut &'a [u8]) -> Done<&'a [u8; N]> {
    let (taken, rest) = input.split_first_chunk().ok_or(Refused)?;
    *input = rest;
    Ok(taken)
}

/// Takes a block and the size of four bytes in front of it.
///
/// # Errors
/// Where the block is shorter than its size, and where the size is negative.
#[inline]
pub fn block<'a>(input: &mut &'a [u8]) -> Done<&'a [u8]> {
    let size = usize::try_from(i32::from_be_bytes(*array(input)?)).map_err(|_| Refused)?;
    let (taken, rest) = input.split_at_checked(size).ok_or(Refused)?;
    *input = rest;
    Ok(taken)
}

/// Returns the capacity for the blocks in `input`: exact up to 64 of them, estimated from the size of these for more.
#[inline]
pub fn blocks(input: &[u8]) -> usize {
    let (mut rest, mut count) = (input, 0usize);
    while block(&mut rest).is_ok() {
        count = count.saturating_add(1);
        if count == 64 {
            let counted = input.len().saturating_sub(rest.len());
            let others = rest.len().saturating_mul(64).checked_div(counted).unwrap_or_default();
            return count.saturating_add(others).saturating_add(others >> 6);
        }
    }
    count
}
