//! Values of a revision of their format.

use alloc::string::String;
use alloc::vec::Vec;

use crate::decode::{Decode, NotCanonical, first_difference};
use crate::encode::to_bytes;
use crate::error::{DecodeError, EncodeError};
use crate::facts::Facts;
use crate::form::Sink;
use crate::heap::HeapBudget;
use crate::json_entry::JsonText;
use crate::measure::Measure;
use crate::reader::{Limits, Reader};
use crate::revision::Revision;
use crate::traits::{BinWriter, HasEncoding, NomReader};
use crate::view::View;
use crate::walk::explain::explain;
use crate::walk::json::{json_at, read_json};
use crate::walk::{JsonError, JsonErrorKind};

/// The methods of [`Decode`], [`Encode`](crate::Encode), [`Validate`](crate::Validate), [`ToJson`](crate::ToJson) and
/// [`FromJson`](crate::FromJson) for values of this revision.
impl Revision {
    /// Decodes a value of this revision from all of `bytes`; see [`Decode::from_bytes`].
    ///
    /// # Errors
    /// The errors of the encoding; `Extra_bytes` if bytes are left over.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn decode<'a, T: Decode<'a>>(self, bytes: &'a [u8]) -> Result<T, DecodeError> {
        // Not `map_err`, which would move the value once more.
        match Reader::new(bytes).at(self).read_whole() {
            Ok(value) => Ok(value),
            Err(fault) => Err(explain(T::ENCODING, bytes, fault, self)),
        }
    }

    /// Decodes a value of this revision within limits; see [`Decode::from_bytes_with`].
    ///
    /// # Errors
    /// The errors of [`Revision::decode`], and `Too_deep` above `limits.max_depth`.
    #[inline]
    pub fn decode_with<'a, T: Decode<'a>>(self, bytes: &'a [u8], limits: Limits) -> Result<T, DecodeError> {
        match Reader::with_limits(bytes, limits).at(self).read_whole() {
            Ok(value) => Ok(value),
            Err(fault) => Err(explain(T::ENCODING, bytes, fault, self)),
        }
    }

    /// Decodes a value of this revision within limits and a heap budget; see [`Decode::from_bytes_within`].
    ///
    /// # Errors
    /// The errors of [`Revision::decode_with`]; `Heap_exceeded`.
    pub fn decode_within<'a, T: Decode<'a>>(
        self,
        bytes: &'a [u8],
        limits: Limits,
        heap: &'a HeapBudget,
    ) -> Result<T, DecodeError> {
        let reader = Reader::with_limits(bytes, limits).at(self).with_heap(heap);
        let value = reader.charge(bytes.len()).and_then(|()| reader.read_whole());
        value.map_err(|fault| explain(T::ENCODING, bytes, fault, self))
    }

    /// Decodes a value of this revision that shares `buffer`; see [`Decode::from_shared`].
    ///
    /// # Errors
    /// The errors of [`Revision::decode`].
    #[cfg(feature = "bytes")]
    #[inline]
    pub fn decode_shared<'a, T: Decode<'a>>(self, buffer: &'a bytes::Bytes) -> Result<T, DecodeError> {
        match Reader::new(buffer).at(self).sharing(buffer).read_whole() {
            Ok(value) => Ok(value),
            Err(fault) => Err(explain(T::ENCODING, buffer, fault, self)),
        }
    }

    /// Decodes a value of this revision that shares `buffer`, within limits and a heap budget; see
    /// [`Decode::from_shared_within`].
    ///
    /// # Errors
    /// The errors of [`Revision::decode_within`].
    #[cfg(feature = "bytes")]
    pub fn decode_shared_within<'a, T: Decode<'a>>(
        self,
        buffer: &'a bytes::Bytes,
        limits: Limits,
        heap: &'a HeapBudget,
    ) -> Result<T, DecodeError> {
        let reader = Reader::with_limits(buffer, limits).at(self).with_heap(heap).sharing(buffer);
        let value = reader.charge(buffer.len()).and_then(|()| reader.read_whole());
        value.map_err(|fault| explain(T::ENCODING, buffer, fault, self))
    }

    /// Decodes a value of this revision from the front of `bytes`; see [`Decode::from_prefix`].
    ///
    /// # Errors
    /// The errors of the encoding.
    #[inline]
    pub fn decode_prefix<'a, T: Decode<'a>>(self, bytes: &'a [u8]) -> Result<(T, &'a [u8]), DecodeError> {
        let mut reader = Reader::new(bytes).at(self);
        match T::read(&mut reader) {
            Ok(value) => Ok((value, reader.remaining())),
            Err(fault) => Err(explain(T::ENCODING, bytes, fault, self)),
        }
    }

    /// Decodes a value from the bytes that this revision's writer would produce; see [`Decode::from_canonical_bytes`].
    ///
    /// # Errors
    /// The errors of [`Revision::decode`]; [`NotCanonical`] with the first byte that differs.
    #[inline]
    pub fn decode_canonical<'a, T: Decode<'a> + BinWriter>(self, bytes: &'a [u8]) -> Result<T, NotCanonical> {
        let value = self.decode(bytes)?;
        match first_difference(&self.of(&value), bytes) {
            None => Ok(value),
            Some(offset) => Err(NotCanonical::Differs { offset }),
        }
    }

    /// Decodes the view of a value of this revision from all of `bytes`.
    ///
    /// # Errors
    /// The errors of [`Revision::decode`].
    pub fn view<'a, T: View + HasEncoding>(self, bytes: &'a [u8]) -> Result<T::View<'a>, DecodeError> {
        let mut reader = Reader::new(bytes).at(self);
        let view = T::view(&mut reader).and_then(|view| reader.finish().map(|()| view));
        view.map_err(|fault| explain(T::ENCODING, bytes, fault, self))
    }

    /// Checks that all of `bytes` are a value of this revision; see [`Validate::validate`](crate::Validate::validate).
    ///
    /// # Errors
    /// The errors of the encoding; `Extra_bytes` if bytes are left over.
    #[inline]
    pub fn validate<T: View + HasEncoding>(self, bytes: &[u8]) -> Result<(), DecodeError> {
        let mut reader = Reader::new(bytes).at(self);
        let checked = T::check(&mut reader).and_then(|()| reader.finish());
        checked.map_err(|fault| explain(T::ENCODING, bytes, fault, self))
    }

    /// Encodes a value in this revision; see [`Encode::to_bytes`](crate::Encode::to_bytes).
    ///
    /// # Errors
    /// If the reader would refuse the bytes; `Other_revision` if the value has a field or a case that this revision
    /// does not have; `Missing_field` if it lacks a field that this revision has.
    pub fn encode<T: BinWriter + ?Sized>(self, value: &T) -> Result<Vec<u8>, EncodeError> {
        to_bytes(&self.of(value), Measure::new())
    }

    /// Returns the value with this revision: its methods of [`Encode`](crate::Encode) write this revision.
    ///
    /// ```
    /// use tezos_encoding::{Encode, Revision, prelude::*};
    /// #[derive(BinWriter)]
    /// struct Vote {
    ///     level: u32,
    ///     #[encoding(since = 12)]
    ///     round: Option<u32>,
    /// }
    ///
    /// let vote = Vote { level: 7, round: None };
    /// let mut buffer = vec![1];
    /// assert_eq!(Revision(11).of(&vote).encode_into(&mut buffer), Ok(4));
    /// assert_eq!(buffer, [1, 0, 0, 0, 7]);
    /// ```
    pub const fn of<T: BinWriter + ?Sized>(self, value: &T) -> Revised<'_, T> {
        Revised { revision: self, value }
    }

    /// Converts a value to the JSON of this revision; see [`ToJson::to_json`](crate::ToJson::to_json).
    ///
    /// # Errors
    /// The errors of [`Revision::encode`].
    pub fn to_json<T: BinWriter + HasEncoding + ?Sized>(self, value: &T) -> Result<String, JsonError> {
        let bytes = self.encode(value).map_err(|error| JsonError::new(JsonErrorKind::Value(error)))?;
        json_at(T::ENCODING, &bytes, self).map_err(|error| JsonError::new(JsonErrorKind::Bytes(error)))
    }

    /// Converts a value to the JSON of this revision, for a field of a type that derives serde's `Serialize`; see
    /// [`JsonText`].
    ///
    /// # Errors
    /// The errors of [`Revision::encode`].
    pub fn json<T: BinWriter + HasEncoding + ?Sized>(self, value: &T) -> Result<JsonText, JsonError> {
        self.to_json(value).map(JsonText::new)
    }

    /// Converts JSON of this revision to a value; see [`FromJson::from_json`](crate::FromJson::from_json).
    ///
    /// # Errors
    /// If the text is not JSON, or not the JSON of a value of this type in this revision.
    pub fn from_json<T: HasEncoding + for<'a> NomReader<'a>>(self, text: &str) -> Result<T, JsonError> {
        read_json(T::ENCODING, text, self, |bytes| self.decode(bytes))
    }
}

/// A value and the revision in which it is written, returned by [`Revision::of`].
#[derive(Clone, Copy, Debug)]
pub struct Revised<'v, T: ?Sized> {
    revision: Revision,
    value: &'v T,
}

impl<T: BinWriter + ?Sized> BinWriter for Revised<'_, T> {
    const FACTS: Facts = Facts { by_revision: false, ..T::FACTS };

    fn write<S: Sink>(&self, sink: &mut S) -> Result<(), EncodeError> {
        sink.revised(self.value, self.revision)
    }
}
