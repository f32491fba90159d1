//! Decodes the values of a stream from a reader.

use core::fmt;
use core::iter::FusedIterator;
use std::io::{ErrorKind, Read};

use super::{StreamDecoder, StreamError, StreamSettings};
use crate::decode::Decode;

/// An iterator over the values of a stream that is read from a [`Read`]. It keeps only the next value in memory.
///
/// The source does not need a buffer, because every read requests at least 16 KiB. A value is returned as soon as its own bytes
/// are available, without waiting for the bytes after it.
///
/// ```
/// use tezos_encoding::stream::Values;
/// let file: &[u8] = &[0, 0, 0, 2, b'h', b'i', 0, 0, 0, 1, b'!', 0, 0];
/// let mut values = Values::<_, String>::new(file);
/// assert_eq!(values.next().unwrap().unwrap(), "hi");
/// assert_eq!((values.next().unwrap().unwrap().as_str(), values.offset()), ("!", 11));
/// let error = values.next().unwrap().unwrap_err();
/// assert!(error.is_early_end());
/// assert!(values.next().is_none());
/// ```
///
/// The iterator ends after an error, unless it is an error of the source after which reading can go on ([`StreamError::can_retry`]). Then
/// the next call continues, and no byte is lost.
pub struct Values<R, T> {
    source: R,
    decoder: StreamDecoder<T>,
}

impl<R: Read, T: for<'a> Decode<'a>> Values<R, T> {
    /// Returns the values of a source, with the default limits.
    pub fn new(source: R) -> Self {
        Self::with_settings(source, StreamSettings::default())
    }

    /// Returns the values of a source, with these limits.
    pub fn with_settings(source: R, settings: StreamSettings) -> Self {
        Self { source, decoder: StreamDecoder::new(settings) }
    }
}

impl<R, T> Values<R, T> {
    /// Returns the offset in the stream at which the next value starts, or the one that was refused.
    pub fn offset(&self) -> u64 {
        self.decoder.offset()
    }

    /// Returns the bytes that were read and do not belong to a returned value.
    pub fn unread(&self) -> &[u8] {
        self.decoder.unread()
    }

    /// Returns a reference to the source.
    pub fn get_ref(&self) -> &R {
        &self.source
    }

    /// Returns the source. The bytes of [`Values::unread`] have already been read from it.
    pub fn into_inner(self) -> R {
        self.source
    }
}

impl<R: Read, T: for<'a> Decode<'a>> Iterator for Values<R, T> {
    type Item = Result<T, StreamError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            match self.decoder.next_value().transpose() {
                None if self.decoder.is_over() => return None,
                None => {}
                value => return value,
            }
            match self.source.read(self.decoder.space()) {
                Ok(0) => self.decoder.end(),
                Ok(count) => self.decoder.filled(count),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    let error = StreamError::Io(error);
                    if !error.can_retry() {
                        self.decoder.stop();
                    }
                    return Some(Err(error));
                }
            }
        }
    }
}

impl<R: Read, T: for<'a> Decode<'a>> FusedIterator for Values<R, T> {}

impl<R, T> fmt::Debug for Values<R, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Values").field("decoder", &self.decoder).finish_non_exhaustive()
    }
}
