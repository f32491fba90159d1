//! The frame of a chunk: a 2-byte length, then its content.
//!
//! | bytes | field   | encoding                                      |
//! |------:|---------|-----------------------------------------------|
//! | 2     | length  | `uint16`: bytes that follow                   |
//! | n     | content | the connection message; after it MAC (16) and ciphertext |
//!
//! Rule: [`p2p_socket.ml`, `Crypto`](https://gitlab.com/tezos/tezos/-/blob/455f0f6ef16d0a2cb0ae4a280c44ca779586361a/src/lib_p2p/p2p_socket.ml).

use alloc::vec::Vec;
use core::ops::Range;

use crate::session::SessionError;

/// Bytes of the length prefix of a chunk.
pub const LENGTH_BYTES: usize = 2;
/// Bytes of the MAC at the start of an encrypted chunk.
pub const MAC_BYTES: usize = 16;
/// Maximum number of bytes after the length.
pub const CONTENT_MAX_BYTES: usize = 65_535;
/// Maximum number of bytes of plaintext that a writer puts into a chunk. A reader accepts two more, because only the length limits it.
pub const PLAINTEXT_MAX_BYTES: usize = 65_517;

/// Maximum number of encrypted chunks in a row that contain nothing, as in rustls. Octez sends none and accepts any number, but each
/// costs its receiver a MAC and moves no message forward.
pub const EMPTY_CHUNKS_MAX: u8 = 32;

/// Returns `content` as the frame of an unencrypted chunk.
///
/// # Errors
/// [`SessionError::ContentTooLong`] above [`CONTENT_MAX_BYTES`].
pub fn frame(content: &[u8]) -> Result<Vec<u8>, SessionError> {
    let length = u16::try_from(content.len()).map_err(|_| SessionError::ContentTooLong { length: content.len() })?;
    Ok([&length.to_be_bytes(), content].concat())
}

/// Returns the first frame of `bytes`, length included, and the rest; `None` if the frame is incomplete.
#[must_use]
pub fn split_frame(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, _) = bytes.split_first_chunk::<LENGTH_BYTES>()?;
    bytes.split_at_checked(LENGTH_BYTES.checked_add(u16::from_be_bytes(*length).into())?)
}

/// Cuts a stream of bytes, which arrive in portions of any size, into frames.
///
/// It holds the bytes that were pushed and are not yet returned, no more.
#[derive(Debug, Default)]
pub struct FrameBuffer {
    bytes: Vec<u8>,
    /// Number of bytes already returned; the next `push` removes them.
    start: usize,
    /// Offset of `bytes` in the stream.
    offset: u64,
}

impl FrameBuffer {
    /// Returns an empty buffer at the start of a stream.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Appends the next bytes of the stream.
    pub fn push(&mut self, bytes: &[u8]) {
        self.offset = self.position();
        self.bytes.drain(..self.start);
        self.start = 0;
        self.bytes.extend_from_slice(bytes);
    }

    /// Returns the offset of the next frame in the stream.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.offset.saturating_add(u64::try_from(self.start).unwrap_or(u64::MAX))
    }

    /// Returns the number of bytes that are not yet returned.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.bytes.len().saturating_sub(self.start)
    }

    /// Returns the length of the next frame's content once its 2 bytes have arrived.
    #[must_use]
    pub fn announced(&self) -> Option<u16> {
        let (length, _) = self.bytes.get(self.start..)?.split_first_chunk::<LENGTH_BYTES>()?;
        Some(u16::from_be_bytes(*length))
    }

    /// Returns the length of the next frame's content once the frame is complete.
    pub(super) fn complete(&self) -> Option<u16> {
        split_frame(self.bytes.get(self.start..)?)?;
        self.announced()
    }

    /// Returns the next frame, length included, if it is complete. It may be changed in place.
    pub fn next_frame(&mut self) -> Option<&mut [u8]> {
        let range = self.next_range()?;
        self.bytes.get_mut(range)
    }

    /// Returns the range of the next frame, for [`FrameBuffer::get`].
    pub(super) fn next_range(&mut self) -> Option<Range<usize>> {
        let (frame, _) = split_frame(self.bytes.get(self.start..)?)?;
        let end = self.start.checked_add(frame.len())?;
        let range = self.start..end;
        self.start = end;
        Some(range)
    }

    /// Returns bytes of a frame returned since the last `push`.
    pub(super) fn get(&self, range: Range<usize>) -> &[u8] {
        self.bytes.get(range).unwrap_or_default()
    }

    pub(super) fn get_mut(&mut self, range: Range<usize>) -> &mut [u8] {
        self.bytes.get_mut(range).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_content_that_does_not_fit_is_refused() {
        assert_eq!(frame(&[0; 65_536]), Err(SessionError::ContentTooLong { length: 65_536 }));
    }
}
