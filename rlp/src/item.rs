//! Whole values.

use core::marker::PhantomData;

use alloc::vec::Vec;

use tezos_encoding::schema::Encoding;
use tezos_encoding::view::{View, Views};
use tezos_encoding::wire::{Reads, Schema, Writes};
use tezos_encoding::{
    BinWriter, Decode, DecodeError, Digest, Encode, EncodeError, Facts, Fault, HasEncoding, NomReader, Reader, Sink,
};

use crate::Rlp;
use crate::form::Envelope;

/// A value whose encoding is RLP, in places that take `data-encoding`: its methods of `Decode`, `Encode`, `ToJson` and `FromJson`, its
/// schema, streams, lazy values and the tools. `W` is the form: [`struct@Rlp`], or [`Envelope`].
///
/// ```
/// use tezos_encoding::{prelude::*, schema};
/// use tezos_rlp::Item;
/// let item: Item<(u64, String)> = Item::from_bytes(&[0xc5, 7, 0x83, b'a', b'b', b'c']).unwrap();
/// assert_eq!(item.value, (7, "abc".to_string()));
/// assert_eq!(item.to_json().unwrap(), r#"["0x7","abc"]"#);
/// ```
pub struct Item<T, W = Rlp> {
    /// The value.
    pub value: T,
    form: PhantomData<W>,
}

impl<T, W> Item<T, W> {
    /// Creates an item of a value.
    pub const fn new(value: T) -> Self {
        Self { value, form: PhantomData }
    }
}

impl<T, W> From<T> for Item<T, W> {
    fn from(value: T) -> Self {
        Self::new(value)
    }
}

impl<T: Clone, W> Clone for Item<T, W> {
    fn clone(&self) -> Self {
        Self::new(self.value.clone())
    }
}

impl<T: PartialEq, W> PartialEq for Item<T, W> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: core::fmt::Debug, W> core::fmt::Debug for Item<T, W> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("Item").field(&self.value).finish()
    }
}

impl<T, W: Schema<T>> HasEncoding for Item<T, W> {
    const ENCODING: &'static Encoding = W::ENCODING;
}

impl<'a, T, W: Reads<'a, T>> NomReader<'a> for Item<T, W> {
    const FACTS: Facts = W::FACTS;

    #[inline]
    fn read(input: &mut Reader<'a>) -> Result<Self, Fault> {
        W::read_as(input, Self::new)
    }
}

impl<T, W: Writes<T>> BinWriter for Item<T, W> {
    const FACTS: Facts = W::FACTS;

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        W::write(&self.value, sink)
    }
}

impl<T, W: for<'a> Views<'a, T>> View for Item<T, W> {
    type View<'a> = <W as Views<'a, T>>::View;

    #[inline]
    fn view<'a>(input: &mut Reader<'a>) -> Result<Self::View<'a>, Fault> {
        W::view(input)
    }

    #[inline]
    fn from_view(view: &Self::View<'_>) -> Result<Self, Fault> {
        W::own(view).map(Self::new)
    }
}

/// A value with the encoding `W`.
pub(crate) struct With<'v, T, W>(&'v T, PhantomData<W>);

impl<'v, T, W> With<'v, T, W> {
    #[inline]
    pub(crate) fn new(value: &'v T) -> Self {
        Self(value, PhantomData)
    }
}

impl<T, W: Writes<T>> BinWriter for With<'_, T, W> {
    const FACTS: Facts = W::FACTS;

    #[inline]
    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        W::write(self.0, sink)
    }
}

/// Reads whole values. Implemented for every type that has a schema and a reader in RLP.
pub trait FromRlp<'a>: Sized {
    /// Decodes a value from all of `bytes`.
    ///
    /// ```
    /// use tezos_rlp::FromRlp;
    /// assert_eq!(<(u64, String)>::from_rlp(&[0xc5, 7, 0x83, b'a', b'b', b'c']).unwrap(), (7, "abc".into()));
    /// assert_eq!(u64::from_rlp(&[0x81, 7]).unwrap_err().kind().name(), "Invalid_item");
    /// ```
    ///
    /// # Errors
    /// Those of the encoding, with offset and path; `Extra_bytes` if bytes are left over.
    fn from_rlp(bytes: &'a [u8]) -> Result<Self, DecodeError>;
}

impl<'a, T> FromRlp<'a> for T
where
    Rlp: Reads<'a, T> + Schema<T>,
{
    #[inline]
    fn from_rlp(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Item::<T>::from_bytes(bytes).map(|item| item.value)
    }
}

/// Reads whole envelopes. Implemented for every enum with `#[rlp(typed)]`.
pub trait FromEnvelope<'a>: Sized {
    /// Decodes an envelope from all of `bytes`: a type and its content, or a list.
    ///
    /// # Errors
    /// Those of the encoding, with offset and path; `Extra_bytes` if bytes are left over.
    fn from_envelope(bytes: &'a [u8]) -> Result<Self, DecodeError>;
}

impl<'a, T> FromEnvelope<'a> for T
where
    Envelope: Reads<'a, T> + Schema<T>,
{
    #[inline]
    fn from_envelope(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        Item::<T, Envelope>::from_bytes(bytes).map(|item| item.value)
    }
}

macro_rules! writing {
    ($trait:ident, $form:ty, $what:literal, $len:ident $bytes:ident $into:ident $slice:ident $hash:ident $to:ident) => {
        #[doc = concat!("Writes ", $what, ", whose length is known before the first byte is written.")]
        ///
        /// ```
        /// use tezos_rlp::ToRlp;
        /// assert_eq!((7u64, "abc").to_rlp().unwrap(), [0xc5, 7, 0x83, b'a', b'b', b'c']);
        /// assert_eq!((7u64, "abc").rlp_len(), Ok(6));
        /// ```
        pub trait $trait: Sized
        where
            $form: Writes<Self>,
        {
            /// Returns the exact number of bytes.
            ///
            /// # Errors
            /// If the reader would refuse the bytes; with the path of the field.
            #[inline]
            fn $len(&self) -> Result<usize, EncodeError> {
                With::<Self, $form>::new(self).encoded_len()
            }

            /// Returns the bytes, in a vector of their exact length, which is allocated once.
            ///
            /// # Errors
            /// Those of the length.
            #[inline]
            fn $bytes(&self) -> Result<Vec<u8>, EncodeError> {
                With::<Self, $form>::new(self).to_bytes()
            }

            /// Appends the bytes and returns their number. After an error, `bytes` is unchanged.
            ///
            /// # Errors
            /// Those of the length.
            #[inline]
            fn $into(&self, bytes: &mut Vec<u8>) -> Result<usize, EncodeError> {
                With::<Self, $form>::new(self).encode_into(bytes)
            }

            /// Writes the bytes to the front of `buffer` and returns their number, without allocating.
            ///
            /// # Errors
            /// Those of the length; `No_space_left`.
            #[inline]
            fn $slice(&self, buffer: &mut [u8]) -> Result<usize, EncodeError> {
                With::<Self, $form>::new(self).write_to_slice(buffer)
            }

            /// Returns the digest of the bytes, which are hashed as they are produced. Nothing is allocated, unless the type is
            /// recursive.
            ///
            /// # Errors
            /// Those of the length.
            #[inline]
            fn $hash<D: Digest>(&self) -> Result<D::Output, EncodeError> {
                With::<Self, $form>::new(self).hash::<D>()
            }

            /// Writes the bytes to a stream and returns their number. The writes are small: use a buffered stream.
            ///
            /// # Errors
            /// Those of the stream; those of the length as `InvalidInput`.
            #[cfg(feature = "std")]
            #[inline]
            fn $to(&self, stream: &mut impl std::io::Write) -> std::io::Result<usize> {
                With::<Self, $form>::new(self).write_to(stream)
            }
        }

        impl<T> $trait for T where $form: Writes<T> {}
    };
}

writing!(ToRlp, Rlp, "whole values", rlp_len to_rlp rlp_into rlp_to_slice rlp_hash write_rlp);
writing!(ToEnvelope, Envelope, "whole envelopes (EIP-2718)",
    envelope_len to_envelope envelope_into envelope_to_slice envelope_hash write_envelope);

impl<T> Item<T> {
    /// Decodes a value from the front of `bytes`, which may be followed by others, and returns the bytes behind it.
    ///
    /// # Errors
    /// Those of the encoding.
    pub fn take<'a>(bytes: &'a [u8]) -> Result<(T, &'a [u8]), DecodeError>
    where
        Rlp: Reads<'a, T> + Schema<T>,
    {
        let mut reader = Reader::new(bytes);
        match crate::header::skip(&mut reader.clone()) {
            Ok(own) => T::from_rlp(own).map(|value| (value, bytes.get(own.len()..).unwrap_or_default())),
            Err(_) => Item::<T>::from_bytes(bytes).map(|item| (item.value, reader.rest().unwrap_or_default())),
        }
    }
}
