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
use crate::refused::Refused;
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
    /// ```
    /// use tezos_encoding::{Revision, prelude::*};
    /// #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    /// struct Vote { level: u32, #[encoding(since = 12)] round: Option<u32> }
    ///
    /// assert_eq!(Revision(11).decode::<Vote>(&[0, 0, 0, 7]).unwrap().round, None);
    /// assert_eq!(Revision(12).decode::<Vote>(&[0, 0, 0, 7, 0, 0, 0, 1]).unwrap().round, Some(1));
    /// ```
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
    /// ```
    /// # use tezos_encoding::{Limits, Revision, prelude::*};
    /// #[derive(Debug, HasEncoding, NomReader, BinWriter)]
    /// #[encoding(mu)]
    /// enum Chain { End, #[encoding(since = 12)] Link(u8, Box<Chain>) }
    ///
    /// let limits = Limits::default().with_max_depth(2);
    /// assert!(Revision(12).decode_with::<Chain>(&[1, 7, 0], limits).is_ok());
    /// let error = Revision(12).decode_with::<Chain>(&[1, 7, 1, 8, 0], limits).unwrap_err();
    /// assert_eq!(error.kind().name(), "Too_deep");
    /// ```
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
    /// ```
    /// # use tezos_encoding::{HeapBudget, Limits, Revision, prelude::*};
    /// #[derive(Debug, HasEncoding, NomReader, BinWriter)]
    /// struct Votes { #[encoding(since = 12, dynamic, list)] levels: Option<Vec<u32>> }
    ///
    /// let heap = HeapBudget::new(64);
    /// let votes: Votes = Revision(12).decode_within(&[0, 0, 0, 4, 0, 0, 0, 7], Limits::default(), &heap).unwrap();
    /// assert_eq!(votes.levels, Some(vec![7]));
    /// assert!(heap.left() < 64);
    /// ```
    ///
    /// # Errors
    /// The errors of [`Revision::decode_with`]; `Heap_exceeded`.
    pub fn decode_within<'a, T: Decode<'a>>(
        self,
        bytes: &'a [u8],
        limits: Limits,
        heap: &'a HeapBudget,
    ) -> Result<T, DecodeError> {
        self.read_within(bytes, limits, heap).map_err(|refused| refused.explain())
    }

    /// Decodes a value of this revision without explaining the error; see [`Decode::read_within`].
    ///
    /// ```
    /// # use tezos_encoding::{HeapBudget, Limits, Revision, prelude::*};
    /// # #[derive(Debug, HasEncoding, NomReader, BinWriter)]
    /// # struct Vote { level: u32, #[encoding(since = 12)] round: Option<u32> }
    /// let heap = HeapBudget::new(64);
    /// let refused = Revision(12).read_within::<Vote>(&[0, 0, 0, 7], Limits::default(), &heap).unwrap_err();
    /// assert_eq!(refused.explain().path().to_string(), "round");
    /// ```
    ///
    /// # Errors
    /// Those of [`Revision::decode_within`].
    pub fn read_within<'a, T: Decode<'a>>(
        self,
        bytes: &'a [u8],
        limits: Limits,
        heap: &'a HeapBudget,
    ) -> Result<T, Refused<&'a [u8]>> {
        let reader = Reader::with_limits(bytes, limits).at(self).with_heap(heap);
        let value = reader.charge(bytes.len()).and_then(|()| reader.read_whole());
        value.map_err(|fault| Refused::new(T::ENCODING, bytes, fault, self))
    }

    /// Decodes a value of this revision that shares `buffer`; see [`Decode::from_shared`].
    ///
    /// ```
    /// # use tezos_encoding::{Blob, Revision, prelude::*};
    /// #[derive(Debug, HasEncoding, NomReader, BinWriter)]
    /// struct Vote { #[encoding(since = 12)] round: Option<u32>, signature: Blob }
    ///
    /// let buffer = bytes::Bytes::from_static(&[0, 0, 0, 1, 0xab, 0xcd]);
    /// let vote: Vote = Revision(12).decode_shared(&buffer).unwrap();
    /// assert_eq!(vote.signature.as_ptr(), buffer[4..].as_ptr()); // not copied
    /// ```
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
    /// ```
    /// # use tezos_encoding::{Blob, HeapBudget, Limits, Revision, prelude::*};
    /// # #[derive(Debug, HasEncoding, NomReader, BinWriter)]
    /// # struct Vote { #[encoding(since = 12)] round: Option<u32>, signature: Blob }
    /// let buffer = bytes::Bytes::from_static(&[0, 0, 0, 1, 0xab, 0xcd]);
    /// let heap = HeapBudget::new(5);
    /// let error = Revision(12).decode_shared_within::<Vote>(&buffer, Limits::default(), &heap).unwrap_err();
    /// assert_eq!(error.kind().name(), "Heap_exceeded");
    /// ```
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
        self.read_shared_within(buffer, limits, heap).map_err(|refused| refused.explain())
    }

    /// Decodes a value of this revision that shares `buffer`, without explaining the error; see
    /// [`Decode::read_shared_within`].
    ///
    /// ```
    /// # use tezos_encoding::{Blob, HeapBudget, Limits, Revision, prelude::*};
    /// # #[derive(Debug, HasEncoding, NomReader, BinWriter)]
    /// # struct Vote { #[encoding(since = 12)] round: Option<u32>, signature: Blob }
    /// let (buffer, heap) = (bytes::Bytes::from_static(&[0, 0]), HeapBudget::new(64));
    /// let refused = Revision(12).read_shared_within::<Vote>(&buffer, Limits::default(), &heap).unwrap_err();
    /// assert_eq!(refused.offset(), 0);
    /// ```
    ///
    /// # Errors
    /// Those of [`Revision::decode_shared_within`].
    #[cfg(feature = "bytes")]
    pub fn read_shared_within<'a, T: Decode<'a>>(
        self,
        buffer: &'a bytes::Bytes,
        limits: Limits,
        heap: &'a HeapBudget,
    ) -> Result<T, Refused<&'a [u8]>> {
        let reader = Reader::with_limits(buffer, limits).at(self).with_heap(heap).sharing(buffer);
        let value = reader.charge(buffer.len()).and_then(|()| reader.read_whole());
        value.map_err(|fault| Refused::new(T::ENCODING, buffer, fault, self))
    }

    /// Decodes a value of this revision from the front of `bytes`; see [`Decode::from_prefix`].
    ///
    /// ```
    /// # use tezos_encoding::{Revision, prelude::*};
    /// # #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    /// # struct Vote { level: u32, #[encoding(since = 12)] round: Option<u32> }
    /// let (vote, rest) = Revision(11).decode_prefix::<Vote>(&[0, 0, 0, 7, 0, 0, 0, 8]).unwrap();
    /// assert_eq!((vote.level, rest), (7, &[0, 0, 0, 8][..])); // before revision 12 there is no `round`
    /// ```
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
    /// ```
    /// # use tezos_encoding::{NotCanonical, Revision, prelude::*};
    /// #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    /// struct Vote { level: u32, #[encoding(since = 12)] is_final: Option<bool> }
    ///
    /// assert!(Revision(12).decode::<Vote>(&[0, 0, 0, 7, 1]).is_ok()); // any byte but 0 is true
    /// let error = Revision(12).decode_canonical::<Vote>(&[0, 0, 0, 7, 1]).unwrap_err();
    /// assert_eq!(error, NotCanonical::Differs { offset: 4 }); // the writer's is 0xff
    /// ```
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
    /// ```
    /// # use tezos_encoding::{Revision, prelude::*};
    /// #[derive(HasEncoding, NomReader, BinWriter, View)]
    /// struct Vote { #[encoding(since = 12)] round: Option<u32>, note: String }
    ///
    /// let view = Revision(12).view::<Vote>(&[0, 0, 0, 1, 0, 0, 0, 2, b'h', b'i']).unwrap();
    /// assert_eq!((view.round, view.note), (Some(1), "hi")); // borrowed from the message
    /// ```
    ///
    /// # Errors
    /// The errors of [`Revision::decode`].
    pub fn view<'a, T: View + HasEncoding>(self, bytes: &'a [u8]) -> Result<T::View<'a>, DecodeError> {
        let mut reader = Reader::new(bytes).at(self);
        let mut view = T::view(&mut reader);
        reader.end(&mut view);
        view.map_err(|fault| explain(T::ENCODING, bytes, fault, self))
    }

    /// Checks that all of `bytes` are a value of this revision; see [`Validate::validate`](crate::Validate::validate).
    ///
    /// ```
    /// # use tezos_encoding::{Revision, prelude::*};
    /// # #[derive(HasEncoding, NomReader, BinWriter, View)]
    /// # struct Vote { level: u32, #[encoding(since = 12)] round: Option<u32> }
    /// assert_eq!(Revision(11).validate::<Vote>(&[0, 0, 0, 7]), Ok(()));
    /// let error = Revision(12).validate::<Vote>(&[0, 0, 0, 7]).unwrap_err();
    /// assert_eq!((error.path().to_string(), error.offset()), ("round".into(), 4));
    /// ```
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
    /// ```
    /// # use tezos_encoding::{Revision, prelude::*};
    /// # #[derive(BinWriter)]
    /// # struct Vote { level: u32, #[encoding(since = 12)] round: Option<u32> }
    /// let vote = Vote { level: 7, round: Some(1) };
    /// assert_eq!(Revision(12).encode(&vote).unwrap(), [0, 0, 0, 7, 0, 0, 0, 1]);
    /// assert_eq!(Revision(11).encode(&vote).unwrap_err().kind().name(), "Other_revision");
    /// ```
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
    /// ```
    /// # use tezos_encoding::{Revision, prelude::*};
    /// # #[derive(HasEncoding, BinWriter)]
    /// # struct Vote { level: u32, #[encoding(since = 12)] round: Option<u32> }
    /// assert_eq!(Revision(11).to_json(&Vote { level: 7, round: None }).unwrap(), r#"{"level":7}"#);
    /// assert_eq!(Revision(12).to_json(&Vote { level: 7, round: Some(1) }).unwrap(), r#"{"level":7,"round":1}"#);
    /// ```
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
    /// ```
    /// # use tezos_encoding::{Revision, prelude::*};
    /// # #[derive(HasEncoding, BinWriter)]
    /// # struct Vote { level: u32, #[encoding(since = 12)] round: Option<u32> }
    /// let json = Revision(12).json(&Vote { level: 7, round: Some(1) }).unwrap();
    /// assert_eq!(format!("[{json}]"), r#"[{"level":7,"round":1}]"#);
    /// ```
    ///
    /// # Errors
    /// The errors of [`Revision::encode`].
    pub fn json<T: BinWriter + HasEncoding + ?Sized>(self, value: &T) -> Result<JsonText, JsonError> {
        self.to_json(value).map(JsonText::new)
    }

    /// Converts JSON of this revision to a value; see [`FromJson::from_json`](crate::FromJson::from_json).
    ///
    /// ```
    /// # use tezos_encoding::{Revision, prelude::*};
    /// # #[derive(Debug, PartialEq, HasEncoding, NomReader, BinWriter)]
    /// # struct Vote { level: u32, #[encoding(since = 12)] round: Option<u32> }
    /// let json = r#"{"level": 7, "round": 1}"#;
    /// assert_eq!(Revision(12).from_json(json), Ok(Vote { level: 7, round: Some(1) }));
    /// assert!(Revision(11).from_json::<Vote>(json).is_err()); // it has no `round`
    /// ```
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
