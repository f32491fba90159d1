//! Values that keep the bytes they were read from.

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

/// A `T` and the bytes that it was read from, for what a node does next: hash them, check a signature over them, send them on.
///
/// | bytes | contents |
/// |------:|---|
/// | n     | a `T` |
///
/// It is written as it was received, in one copy and without being measured or checked again, also where the writer of `T` would choose
/// other bytes (any non-zero byte is read as true). The reference hashes what it writes again: where its hash is meant, `T` has to have one
/// form only, as operations and block headers have, or `T::from_canonical_bytes` has to take the bytes. (As a `Received` any bytes that
/// are a `T` are canonical, because they are what is written.) The value cannot be changed, so that it stays the value of its bytes;
/// [`Received::into_value`] gives it up.
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
    /// The bytes as they came.
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
