//! Values of a stream as a codec of `tokio_util`.

use tezos_encoding::{
    Decode,
    stream::{Settings, StreamError, ValueDecoder},
};
use tokio_util::{
    bytes::{Buf as _, BytesMut},
    codec::Decoder,
};

/// The values of a stream, one after the other, as a [`Decoder`]: with
/// [`FramedRead`](tokio_util::codec::FramedRead), an [`AsyncRead`](tokio::io::AsyncRead) is a `Stream` of them.
///
/// Values are those of [`tezos_encoding::stream`], with its limits and errors. The bytes of a value that is not complete are in the buffer
/// of the `FramedRead`: a future that waits for the next value can be dropped, and no byte is lost. After an error there are no more
/// values.
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
    /// Returns a codec at the start of a stream. Types of which values cannot follow one another do not compile.
    #[must_use]
    pub fn new(settings: Settings) -> Self {
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
    /// Where the next value starts in the stream, or the one that was refused.
    #[must_use]
    pub fn offset(&self) -> u64 {
        self.decoder.framer().offset()
    }
}

impl<T: for<'a> Decode<'a>> Default for ValueCodec<T> {
    fn default() -> Self {
        Self::new(Settings::default())
    }
}

impl<T: for<'a> Decode<'a>> Decoder for ValueCodec<T> {
    type Item = T;
    type Error = StreamError;

    /// Returns the value at the front of the bytes, if it is complete.
    ///
    /// # Errors
    /// All of [`StreamError`] but those of reading.
    fn decode(&mut self, bytes: &mut BytesMut) -> Result<Option<T>, StreamError> {
        self.next(bytes, false)
    }

    /// Returns what is left when the stream has ended.
    ///
    /// # Errors
    /// Those of [`ValueCodec::decode`]; [`StreamError::EndsEarly`].
    fn decode_eof(&mut self, bytes: &mut BytesMut) -> Result<Option<T>, StreamError> {
        self.next(bytes, true)
    }
}
