//! Messages of the peer protocol as a new user of the codec writes them after reading only the README.
//!
//! The types have no `repr`, no `plain`, no bytemuck and no `#[inline]`, and they are in a crate outside the codec. There are two styles of
//! hashes: [`arrays`] and [`newtypes`]. Each style also has [handwritten code](arrays::by_hand) for the same values.

#![forbid(unsafe_code)]
#![allow(clippy::duplicate_mod, reason = "both styles include the same handwritten code")]

pub mod arrays;
pub mod limits;
mod messages;
pub mod newtypes;

/// The error for bytes that are not a valid message, or a value that cannot be encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refused;

/// The result of a handwritten decoder or encoder.
pub type Done<T> = Result<T, Refused>;

/// Takes the next `N` bytes.
///
/// # Errors
/// If fewer bytes are left.
#[inline]
pub fn array<'a, const N: usize>(input: &mut &'a [u8]) -> Done<&'a [u8; N]> {
    let (taken, rest) = input.split_first_chunk().ok_or(Refused)?;
    *input = rest;
    Ok(taken)
}

/// Takes a block and the size prefix of four bytes before it.
///
/// # Errors
/// If fewer bytes are left than the size prefix announces, or if it is negative.
#[inline]
pub fn block<'a>(input: &mut &'a [u8]) -> Done<&'a [u8]> {
    let size = usize::try_from(i32::from_be_bytes(*array(input)?)).map_err(|_| Refused)?;
    let (taken, rest) = input.split_at_checked(size).ok_or(Refused)?;
    *input = rest;
    Ok(taken)
}

/// Returns a capacity for the blocks in `input`: their exact number up to 64, an estimate from the size of the first 64 above.
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
