//! What the handwritten readers share.

pub use tezos_codec_users::{Done as Read, Refused};
pub(super) use tezos_codec_users::{array, blocks};

/// Reads a block of at most `max` bytes and its size prefix of four bytes.
#[inline]
pub(super) fn block<'a>(input: &mut &'a [u8], max: usize) -> Read<&'a [u8]> {
    let block = tezos_codec_users::block(input)?;
    if block.len() > max { Err(Refused) } else { Ok(block) }
}

/// Returns the value if no bytes are left.
#[inline]
pub(super) fn end<T>(value: T, input: &[u8]) -> Read<T> {
    if input.is_empty() { Ok(value) } else { Err(Refused) }
}
