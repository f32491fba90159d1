//! Values with the bytes that they were read from.

use core::ops::Deref;

use crate::error::EncodeError;
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::Sink;
use crate::measure::Measure;
use crate::nom::{NomResult, nom_read};
use crate::reader::Reader;
use crate::schema::Encoding;
use crate::traits::{BinWriter, HasEncoding, NomReader};

/// A `T` and the bytes that it was read from, which a node hashes, checks against a signature, or sends on.
///
/// | bytes | contents |
/// |------:|---|
/// | n     | a `T` |
///
/// The bytes are written as they were received, in one copy and without another check, even if the writer of `T` would write others (any
/// non-zero byte is read as true). The reference hashes what it writes again: to get its hash, `T` must have only one form, as
/// operations and block headers do, or `T::from_canonical_bytes` must accept the bytes. (All bytes of a `Received` are canonical, because
/// they are what is written.) The value cannot be changed, so that it remains that of the bytes; [`Received::into_value`] returns it.
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
/// // A message of two operations, each with its own bytes.
/// let message = [7, 0x01, 9, 0xff];
/// let both: [Received<'_, (u8, bool)>; 2] = Decode::from_bytes(&message).unwrap();
/// assert_eq!(*both[0], (7, true));
/// assert_eq!(both[0].bytes(), [7, 0x01]);
/// // Its hash is that of these bytes, and so is what is sent on; the value alone is written with `ff` for true.
/// assert_eq!(both[0].hash::<Sum>().unwrap(), 8);
/// assert_eq!(both.to_bytes().unwrap(), message);
/// assert_eq!(both[0].into_value().to_bytes().unwrap(), [7, 0xff]);
/// ```
///
/// # Errors
/// Reading: those of a `T`. Writing: none.
///
/// Rule: ours; the reference keeps no bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Received<'a, T> {
    value: T,
    bytes: &'a [u8],
}

impl<'a, T> Received<'a, T> {
    /// The bytes as received.
    pub const fn bytes(&self) -> &'a [u8] {
        self.bytes
    }

    /// The value without its bytes.
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
    fn nom_read(input: &'a [u8]) -> NomResult<'a, Self> {
        nom_read(input, Self::read)
    }

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
    fn measure(&self, _: &mut Measure<'_>) -> Result<usize, EncodeError> {
        Ok(self.bytes.len())
    }

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) {
        sink.put(self.bytes);
    }
}
