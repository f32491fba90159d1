//! Values that are decoded on first access.

use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use alloc::vec::Vec;

use crate::decode::Decode;
use crate::encode::Encode;
use crate::error::{DecodeError, EncodeError};
use crate::facts::Facts;
use crate::fault::Fault;
use crate::form::Sink;
use crate::reader::Reader;
use crate::revision::Revision;
use crate::schema::Encoding;
use crate::traits::{BinWriter, HasEncoding, NomReader};
use crate::view::{View, Views};
use crate::wire::{Bytes, Dynamic, Prefix, Reads, U30, Writes};

/// A `T` that is decoded only on access. It holds the bytes, owned or borrowed (`Lazy<T, &[u8]>`).
///
/// | bytes | contents |
/// |------:|---|
/// | 4     | size prefix |
/// | n     | the bytes of a `T` |
///
/// The bytes are not checked when they are read or written. Only [`Lazy::force`] refuses bytes that are not a `T`.
///
/// ```
/// use tezos_encoding::{Decode, Encode, Lazy};
/// let lazy: Lazy<(u8, bool)> = Lazy::of(&(7, true)).unwrap();
/// assert_eq!(lazy.to_bytes().unwrap(), [0, 0, 0, 2, 7, 0xff]);
///
/// let message = [0, 0, 0, 1, 9];
/// let lazy: Lazy<(u8, bool), &[u8]> = Lazy::from_bytes(&message).unwrap();
/// assert_eq!(lazy.bytes(), &[9]);
/// assert_eq!(lazy.force().unwrap_err().kind().name(), "Not_enough_data");
/// ```
///
/// # Errors
/// Reading: `Not_enough_data`, `Size_limit_exceeded`, `Invalid_int` for a size of 2^31 or more.
///
/// Rule: `data-encoding`, `lazy_encoding` of `data_encoding.mli`.
pub struct Lazy<T, B = Vec<u8>> {
    bytes: B,
    value: PhantomData<fn() -> T>,
}

/// The encoding of the bytes.
type Block = Dynamic<U30, Bytes>;

impl<T> Lazy<T> {
    /// Encodes `value`.
    ///
    /// # Errors
    /// If the value cannot be encoded.
    pub fn of(value: &T) -> Result<Self, EncodeError>
    where
        T: BinWriter,
    {
        Ok(Self::new(value.to_bytes()?))
    }

    /// Encodes `value` in a revision of its format.
    ///
    /// # Errors
    /// The errors of [`Revision::encode`].
    pub fn of_in(value: &T, revision: impl Into<Revision>) -> Result<Self, EncodeError>
    where
        T: BinWriter,
    {
        Ok(Self::new(revision.into().encode(value)?))
    }
}

impl<T, B: AsRef<[u8]>> Lazy<T, B> {
    /// Wraps the bytes of a `T`, without checking them.
    pub const fn new(bytes: B) -> Self {
        Self { bytes, value: PhantomData }
    }

    /// Returns the bytes.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.as_ref()
    }

    /// Decodes the value.
    ///
    /// # Errors
    /// The errors of a `T`; offsets count from the first byte after the size prefix.
    pub fn force<'b>(&'b self) -> Result<T, DecodeError>
    where
        T: Decode<'b>,
    {
        T::from_bytes(self.bytes())
    }

    /// Decodes the value as one of a revision of its format.
    ///
    /// # Errors
    /// The errors of [`Lazy::force`] in this revision.
    pub fn force_in<'b>(&'b self, revision: impl Into<Revision>) -> Result<T, DecodeError>
    where
        T: Decode<'b>,
    {
        revision.into().decode(self.bytes())
    }
}

impl<T: HasEncoding, B> HasEncoding for Lazy<T, B> {
    const ENCODING: &'static Encoding = &Encoding::Dynamic { prefix: Prefix::U30, inner: &Encoding::Lazy(T::ENCODING) };
}

impl<'a, T, B> NomReader<'a> for Lazy<T, B>
where
    Block: Reads<'a, B>,
{
    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        Block::read(input).map(|bytes| Self { bytes, value: PhantomData })
    }
}

impl<T, B> BinWriter for Lazy<T, B>
where
    Block: Writes<B>,
{
    const FACTS: Facts = <Block as Writes<B>>::FACTS;

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        Block::write(&self.bytes, sink)
    }
}

impl<T, B> View for Lazy<T, B>
where
    for<'a> Block: Views<'a, B, View = &'a [u8]>,
{
    type View<'a> = Lazy<T, &'a [u8]>;

    #[inline]
    fn view<'a>(input: &mut Reader<'a>) -> Result<Self::View<'a>, Fault> {
        Block::view(input).map(|bytes| Lazy { bytes, value: PhantomData })
    }

    #[inline]
    fn from_view(view: &Self::View<'_>) -> Result<Self, Fault> {
        Block::own(&view.bytes).map(|bytes| Self { bytes, value: PhantomData })
    }
}

impl<T, B: Clone> Clone for Lazy<T, B> {
    fn clone(&self) -> Self {
        Self { bytes: self.bytes.clone(), value: PhantomData }
    }
}

/// Values are equal if their bytes are equal.
impl<T, B: AsRef<[u8]>, C: AsRef<[u8]>> PartialEq<Lazy<T, C>> for Lazy<T, B> {
    fn eq(&self, other: &Lazy<T, C>) -> bool {
        self.bytes() == other.bytes()
    }
}

impl<T, B: AsRef<[u8]>> Eq for Lazy<T, B> {}

impl<T, B: AsRef<[u8]>> Hash for Lazy<T, B> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.bytes().hash(state);
    }
}

impl<T, B: AsRef<[u8]>> fmt::Debug for Lazy<T, B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Lazy({} bytes)", self.bytes().len())
    }
}
