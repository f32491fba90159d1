//! Decodes the values of a stream as a codec of `tokio_util`.

use bytes::{Buf as _, BytesMut};
use tezos_encoding::{
    Decode,
    stream::{StreamError, StreamSettings, ValueDecoder},
};
use tokio_util::codec::Decoder;

/// A [`Decoder`] of consecutive values. With [`FramedRead`](tokio_util::codec::FramedRead), it turns an
/// [`AsyncRead`](tokio::io::AsyncRead) into a `Stream` of values.
///
/// The limits and errors are those of [`tezos_encoding::stream`]. The bytes of an incomplete value are in the buffer of the `FramedRead`, so
/// a future that waits for the next value can be dropped without losing bytes. No values follow an error.
///
/// ```
/// use futures_util::TryStreamExt;
/// use tezos_encoding::stream::StreamError;
/// use tezos_net::ValueCodec;
/// use tokio_util::codec::FramedRead;
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), StreamError> {
/// // Usually a `tokio::fs::File` or a `TcpStream`.
/// let source: &[u8] = &[0, 0, 0, 2, b'h', b'i', 0, 0, 0, 1, b'!'];
/// let mut values = FramedRead::new(source, ValueCodec::<String>::default());
/// assert_eq!(values.try_next().await?.as_deref(), Some("hi"));
/// assert_eq!(values.try_next().await?.as_deref(), Some("!"));
/// assert_eq!(values.try_next().await?, None);
/// # Ok(())
/// # }
/// ```
#[derive(Debug)]
pub struct ValueCodec<T> {
    decoder: ValueDecoder<T>,
}

impl<T: for<'a> Decode<'a>> ValueCodec<T> {
    /// Returns a codec at the start of a stream. Does not compile for types whose values cannot follow one another.
    #[must_use]
    pub fn new(settings: StreamSettings) -> Self {
        Self { decoder: ValueDecoder::new(settings) }
    }

    fn next(&mut self, bytes: &mut BytesMut, ended: bool) -> Result<Option<T>, StreamError> {
        let decoded = self.decoder.decode(bytes, ended);
        if self.decoder.framer().is_over() {
            bytes.clear();
        }
        Ok(decoded?.map(|(value, size)| {
            bytes.advance(size);
            value
        }))
    }
}

impl<T> ValueCodec<T> {
    /// Returns the offset in the stream at which the next value starts, or the one that was refused.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.decoder.framer().offset()
    }
}

impl<T: for<'a> Decode<'a>> Default for ValueCodec<T> {
    fn default() -> Self {
        Self::new(StreamSettings::default())
    }
}

impl<T: for<'a> Decode<'a>> Decoder for ValueCodec<T> {
    type Item = T;
    type Error = StreamError;

    /// Returns the value at the front of the bytes, if it is complete.
    ///
    /// # Errors
    /// All of [`StreamError`] except those of reading from a source.
    fn decode(&mut self, bytes: &mut BytesMut) -> Result<Option<T>, StreamError> {
        self.next(bytes, false)
    }

    /// Returns the last value after the stream has ended, if it is complete.
    ///
    /// # Errors
    /// The errors of [`ValueCodec::decode`]; [`StreamError::EndsEarly`].
    fn decode_eof(&mut self, bytes: &mut BytesMut) -> Result<Option<T>, StreamError> {
        self.next(bytes, true)
    }
}
