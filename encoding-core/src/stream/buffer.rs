//! Decodes the values of a stream from chunks of bytes.

use alloc::vec::Vec;
use core::fmt;

use super::{StreamError, StreamSettings, Unstreamable, ValueDecoder};
use crate::decode::Decode;

/// Decodes the values of a stream from chunks of any size. It does no input or output itself.
///
/// It keeps the bytes of the incomplete value. Memory is taken for bytes that have arrived, never for an announced size.
///
/// ```
/// use tezos_encoding::stream::StreamDecoder;
/// let mut decoder = StreamDecoder::<(u8, String)>::default();
/// let mut values = Vec::new();
/// for chunk in [&[7, 0, 0][..], &[0, 2, b'h'], &[b'i', 8, 0, 0, 0, 0, 9]] {
///     decoder.feed(chunk);
///     while let Some(value) = decoder.next_value().unwrap() {
///         values.push(value);
///     }
/// }
/// assert_eq!(values, [(7, "hi".to_owned()), (8, String::new())]);
///
/// decoder.end();
/// let error = decoder.next_value().unwrap_err();
/// assert!(error.is_early_end());
/// assert_eq!((error.start(), error.offset()), (Some(12), Some(13)));
/// ```
pub struct StreamDecoder<T> {
    decoder: ValueDecoder<T>,
    buffer: Buffer,
    has_ended: bool,
}

impl<T: for<'a> Decode<'a>> StreamDecoder<T> {
    /// Returns a decoder at the start of a stream. Does not compile for types whose values cannot follow one another.
    #[must_use]
    pub fn new(settings: StreamSettings) -> Self {
        Self { decoder: ValueDecoder::new(settings), buffer: Buffer::default(), has_ended: false }
    }

    /// Returns a decoder at the start of a stream, for code that is generic over the type of the values.
    ///
    /// # Errors
    /// If values of the type cannot follow one another.
    pub fn try_new(settings: StreamSettings) -> Result<Self, Unstreamable> {
        Ok(Self { decoder: ValueDecoder::try_new(settings)?, buffer: Buffer::default(), has_ended: false })
    }

    /// Returns the next value, or `None` if more bytes have to be fed, or if the stream is over.
    ///
    /// # Errors
    /// All of [`StreamError`] except those of reading from a source. After an error the stream is over.
    pub fn next_value(&mut self) -> Result<Option<T>, StreamError> {
        match self.decoder.decode(self.buffer.unread(), self.has_ended)? {
            None => Ok(None),
            Some((value, size)) => {
                self.buffer.consume(size);
                Ok(Some(value))
            }
        }
    }
}

impl<T> StreamDecoder<T> {
    /// Adds the next bytes of the stream. Bytes after an error or after the end are ignored.
    pub fn feed(&mut self, chunk: &[u8]) {
        if !self.has_ended && !self.is_over() {
            self.buffer.feed(chunk);
        }
    }

    /// Marks the end of the stream. If the remaining bytes end inside a value, the next call of `next_value` returns an error.
    pub fn end(&mut self) {
        self.has_ended = true;
    }

    /// Returns the offset in the stream at which the next value starts, or the one that was refused.
    pub fn offset(&self) -> u64 {
        self.decoder.framer().offset()
    }

    /// Returns the minimum number of bytes that have to be fed before the next value is complete.
    pub fn needed(&self) -> usize {
        self.decoder.framer().needed().saturating_sub(self.buffer.unread().len())
    }

    /// Returns the bytes that were fed and do not belong to a returned value.
    pub fn unread(&self) -> &[u8] {
        self.buffer.unread()
    }

    /// Returns true if no value follows: after an error, and after all bytes of a stream that has ended.
    pub fn is_over(&self) -> bool {
        self.decoder.framer().is_over() || self.has_ended && self.buffer.unread().is_empty()
    }

    /// Returns the space for the next bytes of a source.
    #[cfg(feature = "std")]
    pub(super) fn space(&mut self) -> &mut [u8] {
        self.buffer.space()
    }

    /// Adds the first bytes of the space, which a source has filled.
    #[cfg(feature = "std")]
    pub(super) fn filled(&mut self, count: usize) {
        self.buffer.filled(count);
    }

    /// Ends the stream because of an error of its source.
    #[cfg(feature = "std")]
    pub(super) fn stop(&mut self) {
        self.decoder.stop();
    }
}

impl<T: for<'a> Decode<'a>> Default for StreamDecoder<T> {
    fn default() -> Self {
        Self::new(StreamSettings::default())
    }
}

impl<T> fmt::Debug for StreamDecoder<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StreamDecoder")
            .field("decoder", &self.decoder)
            .field("unread_bytes", &self.buffer.unread().len())
            .field("has_ended", &self.has_ended)
            .finish()
    }
}

/// The bytes of a stream that have arrived and are not consumed. Consumed bytes before them are removed once they are at least as many,
/// so each byte is moved at most once.
#[derive(Default)]
struct Buffer {
    /// Keeps its length once it has grown, because clearing the space for each read would take quadratic time.
    bytes: Vec<u8>,
    start: usize,
    end: usize,
}

/// Number of bytes that the first read requests from a source.
#[cfg(feature = "std")]
const FIRST_BYTES: usize = 16 << 10;

impl Buffer {
    fn unread(&self) -> &[u8] {
        self.bytes.get(self.start..self.end).unwrap_or_default()
    }

    fn consume(&mut self, count: usize) {
        self.start = self.start.saturating_add(count).min(self.end);
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
        }
    }

    fn feed(&mut self, chunk: &[u8]) {
        self.compact();
        self.bytes.truncate(self.end);
        self.bytes.extend_from_slice(chunk);
        self.end = self.bytes.len();
    }

    /// Moves the bytes to the front if at least as many have been consumed.
    fn compact(&mut self) {
        let left = self.end.saturating_sub(self.start);
        if self.start >= left {
            self.bytes.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, left);
        }
    }

    /// Returns the space after the bytes, which is never empty.
    #[cfg(feature = "std")]
    fn space(&mut self) -> &mut [u8] {
        if self.end == self.bytes.len() {
            self.compact();
        }
        if self.end == self.bytes.len() {
            self.bytes.resize(self.end.saturating_mul(2).max(FIRST_BYTES), 0);
        }
        self.bytes.get_mut(self.end..).unwrap_or_default()
    }

    #[cfg(feature = "std")]
    fn filled(&mut self, count: usize) {
        self.end = self.end.saturating_add(count).min(self.bytes.len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The buffer of a long stream stays as small as its values.
    #[test]
    fn consumed_bytes_are_removed() {
        let mut buffer = Buffer::default();
        for round in 0..1_000u32 {
            buffer.feed(&round.to_be_bytes());
            buffer.feed(&[7; 6]);
            // Of each ten bytes, three are consumed with the next ones.
            let unread = buffer.unread().len();
            assert_eq!(unread, if round == 0 { 10 } else { 13 });
            assert!(buffer.unread().ends_with(&[7; 6]));
            buffer.consume(unread - 3);
            assert_eq!(buffer.unread(), [7; 3]);
            assert!(buffer.bytes.len() <= 26, "{} bytes in round {round}", buffer.bytes.len());
        }
        buffer.consume(9);
        assert_eq!((buffer.unread(), buffer.start, buffer.end), (&[][..], 0, 0));
    }

    /// Bytes are moved only over at least as many consumed ones: otherwise, each byte could be moved many times.
    #[test]
    fn bytes_are_moved_once() {
        for (consumed, moved) in [(4, false), (5, true), (6, true)] {
            let mut buffer = Buffer::default();
            buffer.feed(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
            buffer.consume(consumed);
            buffer.feed(&[10]);
            assert_eq!(buffer.start, if moved { 0 } else { consumed });
            let expected: Vec<u8> = (0..11).skip(consumed).collect();
            assert_eq!(buffer.unread(), expected);
        }
    }

    #[cfg(feature = "std")]
    #[test]
    fn there_is_always_space() {
        let mut buffer = Buffer::default();
        assert_eq!(buffer.space().len(), FIRST_BYTES);
        buffer.space()[..3].copy_from_slice(&[1, 2, 3]);
        buffer.filled(3);
        assert_eq!(buffer.unread(), [1, 2, 3]);
        assert_eq!(buffer.space().len(), FIRST_BYTES - 3);
        buffer.filled(FIRST_BYTES - 3);
        assert_eq!(buffer.space().len(), FIRST_BYTES);
        buffer.filled(FIRST_BYTES);
        // Half of it is consumed, so the rest moves to the front instead of growing.
        buffer.consume(FIRST_BYTES);
        assert_eq!((buffer.space().len(), buffer.bytes.len()), (FIRST_BYTES, 2 * FIRST_BYTES));
        buffer.filled(usize::MAX);
        assert_eq!(buffer.unread().len(), 2 * FIRST_BYTES);
    }
}
