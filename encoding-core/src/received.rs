//! Values together with the bytes that they were decoded from.

use core::ops::Deref;

use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::Sink;
use crate::reader::Reader;
use crate::schema::Encoding;
use crate::traits::{BinWriter, HasEncoding, NomReader};

/// A `T` with the bytes that it was decoded from, so that a node can hash them, check their signature, or forward them.
///
/// | bytes | contents |
/// |------:|---|
/// | n     | a `T` |
///
/// The writer emits the bytes as they were received, in one copy and without further checks, even if the writer of `T`
/// would produce different ones (any non-zero byte is read as true). The reference hashes the re-encoded value. For the
/// same hash, the encoding of `T` must be unique, as it is for operations and block headers, or
/// `T::from_canonical_bytes` must accept the bytes. (Every `Received` is canonical itself, because it is written as it
/// was read.) The value is immutable, so that it always matches the bytes; [`Received::into_value`] returns it.
///
/// ```
/// use tezos_encoding::{Decode, Digest, Encode, Received};
///
/// struct Sum(u8);
/// impl Digest for Sum {
///     type Output = u8;
///     fn new() -> Self { Self(0) }
///     fn update(&mut self, bytes: &[u8]) { bytes.iter().for_each(|byte| self.0 = self.0.wrapping_add(*byte)) }
///     fn finish(self) -> u8 { self.0 }
/// }
///
/// // A message of two operations, each with its bytes.
/// let message = [7, 0x01, 9, 0xff];
/// let both: [Received<'_, (u8, bool)>; 2] = Decode::from_bytes(&message).unwrap();
/// assert_eq!(*both[0], (7, true));
/// assert_eq!(both[0].bytes(), [7, 0x01]);
/// // The received bytes are hashed and forwarded; the writer of the value alone writes `ff` for true.
/// assert_eq!(both[0].hash::<Sum>().unwrap(), 8);
/// assert_eq!(both.to_bytes().unwrap(), message);
/// assert_eq!(both[0].into_value().to_bytes().unwrap(), [7, 0xff]);
/// ```
///
/// # Errors
/// Reading: those of a `T`. Writing: none.
///
/// Rule: ours; the reference does not keep the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Received<'a, T> {
    value: T,
    bytes: &'a [u8],
}

impl<'a, T> Received<'a, T> {
    /// Returns the bytes as received.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// Returns the value without the bytes.
    pub fn into_value(self) -> T {
        self.value
    }
}

impl<T> Deref for Received<'_, T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: HasEncoding> HasEncoding for Received<'_, T> {
    const ENCODING: &'static Encoding = T::ENCODING;
}

impl<'a, T: NomReader<'a>> NomReader<'a> for Received<'a, T> {
    const FACTS: Facts = T::FACTS;

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        let start = input.remaining();
        let value = tri!(T::read(input));
        let read = start.len().saturating_sub(input.remaining().len());
        Ok(Self { value, bytes: start.get(..read).unwrap_or_default() })
    }
}

impl<T> BinWriter for Received<'_, T> {
    const FACTS: Facts = Facts::FLAT;

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        sink.put(self.bytes);
        Ok(())
    }
}
