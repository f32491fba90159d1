//! Joins the plaintexts of chunks into messages.
//!
//! | bytes | field | encoding                                     |
//! |------:|-------|----------------------------------------------|
//! | 4     | size  | `uint32`: bytes that follow, the tag included |
//! | 2     | tag   | `uint16`                                     |
//! | n     | body  | depends on the tag                           |
//!
//! Octez starts each message in a new chunk, and a message may be cut anywhere. The reader does not depend on where chunks start: the bytes after
//! a message are the start of the next.

use alloc::vec::Vec;
use core::{mem, ops::Range};

use crate::session::SessionError;

/// Bytes of the size prefix of a message.
pub const SIZE_BYTES: usize = 4;

/// Bytes of memory that an empty assembler keeps for the next message.
const KEPT_BYTES: usize = 256 << 10;

/// Joins plaintexts and cuts them into messages. It holds the bytes that were pushed and are not yet returned, no more: an announced size
/// reserves nothing, and the memory of a long message is freed after it.
#[derive(Debug)]
pub struct Assembler {
    bytes: Vec<u8>,
    /// Bytes handed out already; they leave the buffer at the next `push`.
    start: usize,
    limit: u32,
}

impl Assembler {
    /// Returns an empty assembler, which refuses messages of more than `limit` bytes after the size.
    #[must_use]
    pub const fn new(limit: u32) -> Self {
        Self { bytes: Vec::new(), start: 0, limit }
    }

    /// Takes the plaintext of the next chunk.
    pub fn push(&mut self, plaintext: &[u8]) {
        self.release();
        self.bytes.drain(..self.start);
        self.start = 0;
        self.bytes.extend_from_slice(plaintext);
    }

    /// Returns the number of bytes of messages that are not yet returned.
    #[must_use]
    pub fn pending(&self) -> usize {
        self.bytes.len().saturating_sub(self.start)
    }

    /// Drops the start of a message whose remaining bytes were lost.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.start = 0;
    }

    /// Returns the bytes of messages that are not yet returned, starting with the next message.
    pub(super) fn rest(&self) -> &[u8] {
        self.bytes.get(self.start..).unwrap_or_default()
    }

    /// Returns the size of the next message once its 4 bytes have arrived.
    ///
    /// # Errors
    /// [`SessionError::MessageTooLong`] above the limit.
    pub(super) fn announced(&self) -> Result<Option<u32>, SessionError> {
        let Some((size, _)) = self.rest().split_first_chunk::<SIZE_BYTES>() else { return Ok(None) };
        match u32::from_be_bytes(*size) {
            size if size > self.limit => Err(SessionError::MessageTooLong { size, limit: self.limit }),
            size => Ok(Some(size)),
        }
    }

    /// Returns the size of the next message if it needs more memory than an empty assembler keeps.
    ///
    /// # Errors
    /// [`SessionError::MessageTooLong`] above the limit.
    pub(super) fn large(&self) -> Result<Option<u32>, SessionError> {
        Ok(self.announced()?.filter(|size| usize::try_from(*size).is_ok_and(|size| size > KEPT_BYTES)))
    }

    /// Returns the next message, with its size prefix, if it is complete.
    ///
    /// # Errors
    /// [`SessionError::MessageTooLong`] as soon as the size is known; so does every later call.
    pub fn next_message(&mut self) -> Result<Option<&[u8]>, SessionError> {
        Ok(self.next_range()?.and_then(|range| self.bytes.get(range)))
    }

    /// Frees memory once every byte is returned.
    fn release(&mut self) {
        if self.pending() == 0 {
            self.clear();
            self.bytes.shrink_to(KEPT_BYTES);
        }
    }

    /// Returns the range of the next message, for [`Assembler::get`].
    pub(super) fn next_range(&mut self) -> Result<Option<Range<usize>>, SessionError> {
        self.release();
        let Some(size) = self.announced()? else { return Ok(None) };
        let body = self.rest().get(SIZE_BYTES..).unwrap_or_default();
        let Some(body) = usize::try_from(size).ok().and_then(|size| body.get(..size)) else { return Ok(None) };
        let range = self.start..self.start.saturating_add(SIZE_BYTES).saturating_add(body.len());
        self.start = range.end;
        Ok(Some(range))
    }

    /// Takes the buffer with the message that ends where the next begins, at the end of the buffer: the bytes behind it, of one chunk at
    /// most, are copied to a new one.
    pub(super) fn take_last(&mut self) -> Vec<u8> {
        let rest = self.bytes.split_off(mem::take(&mut self.start));
        mem::replace(&mut self.bytes, rest)
    }

    /// Returns bytes of a message returned since the last `push`.
    pub(super) fn get(&self, range: Range<usize>) -> &[u8] {
        self.bytes.get(range).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    #[test]
    fn the_memory_of_a_long_message_is_given_back() {
        let mut assembler = Assembler::new(u32::MAX);
        for _ in 0..2 {
            assembler.push(&[&(1_u32 << 20).to_be_bytes()[..], &vec![7; 1 << 20]].concat());
            assert!(assembler.next_message().unwrap().is_some());
            assert_eq!(assembler.next_message(), Ok(None));
            assert_eq!(assembler.bytes.capacity(), 262_144);
        }
        // What fits into that memory is not allocated again.
        assembler.push(&[&200_000_u32.to_be_bytes()[..], &vec![7; 200_000]].concat());
        assert!(assembler.next_message().unwrap().is_some());
        assembler.push(&[]);
        assert_eq!((assembler.bytes.len(), assembler.bytes.capacity()), (0, 262_144));
    }

    #[test]
    fn a_lost_message_is_forgotten() {
        let mut assembler = Assembler::new(100);
        assembler.push(&[0, 0, 0, 9, 1]);
        assembler.clear();
        assembler.push(&[0, 0, 0, 1, 7]);
        assert_eq!(assembler.next_message(), Ok(Some([0, 0, 0, 1, 7].as_slice())));
    }
}
