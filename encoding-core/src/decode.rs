//! Decoding of whole messages.

use crate::encode::forward;
use crate::error::DecodeError;
use crate::fault::Fault;
use crate::heap::HeapBudget;
use crate::measure::Lengths;
use crate::reader::{Limits, Reader};
use crate::refused::Refused;
use crate::revision::Revision;
use crate::traits::{BinWriter, HasEncoding, NomReader};

/// Decodes whole messages. Implemented for every type that has a schema and a reader. A type whose encoding
/// [differs between revisions](crate::Facts::by_revision) is decoded by the methods of [`Revision`].
///
/// Only the reader decides whether bytes are accepted. When it refuses them, the schema is walked over the same bytes
/// to find the field, the offset, what was expected and what was found.
pub trait Decode<'a>: NomReader<'a> + HasEncoding {
    /// Decodes a value from all of `bytes`.
    ///
    /// ```
    /// use tezos_encoding::Decode;
    /// assert_eq!(<(u8, String)>::from_bytes(&[7, 0, 0, 0, 2, b'h', b'i']).unwrap(), (7, "hi".into()));
    /// assert_eq!(u8::from_bytes(&[7, 8]).unwrap_err().kind().name(), "Extra_bytes");
    /// ```
    ///
    /// # Errors
    /// The errors of the encoding; `Extra_bytes` if bytes are left over.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_bytes(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        const { <Self as NomReader<'a>>::FACTS.of_all_revisions() };
        Revision::NEWEST.decode(bytes)
    }

    /// Decodes a value from all of `bytes`, within limits set by the caller.
    ///
    /// ```
    /// use tezos_encoding::{Limits, prelude::*};
    /// #[derive(Debug, HasEncoding, NomReader, BinWriter)]
    /// #[encoding(mu)]
    /// enum Chain { End, Link(u8, Box<Chain>) }
    ///
    /// let error = Chain::from_bytes_with(&[1, 7, 1, 8, 0], Limits::default().with_max_depth(2)).unwrap_err();
    /// assert_eq!(error.kind().name(), "Too_deep");
    /// ```
    ///
    /// # Errors
    /// The errors of [`Decode::from_bytes`], and `Too_deep` above `limits.max_depth`.
    #[inline]
    fn from_bytes_with(bytes: &'a [u8], limits: Limits) -> Result<Self, DecodeError> {
        const { <Self as NomReader<'a>>::FACTS.of_all_revisions() };
        Revision::NEWEST.decode_with(bytes, limits)
    }

    /// Decodes a value from all of `bytes` within limits and a heap budget. The budget is charged for the length of
    /// `bytes`, which covers everything that is copied unchanged, and for what lists, boxes and maps take beyond that.
    /// What was charged before an error stays charged.
    ///
    /// ```
    /// use tezos_encoding::{Decode, HeapBudget, Limits};
    /// let heap = HeapBudget::new(10);
    /// assert_eq!(String::from_bytes_within(&[0, 0, 0, 2, b'h', b'i'], Limits::default(), &heap).unwrap(), "hi");
    /// assert_eq!(heap.left(), 4);
    /// ```
    ///
    /// # Errors
    /// The errors of [`Decode::from_bytes_with`]; `Heap_exceeded`.
    fn from_bytes_within(bytes: &'a [u8], limits: Limits, heap: &'a HeapBudget) -> Result<Self, DecodeError> {
        const { <Self as NomReader<'a>>::FACTS.of_all_revisions() };
        Revision::NEWEST.decode_within(bytes, limits, heap)
    }

    /// Decodes a value as [`Decode::from_bytes_within`] does, without explaining the error: refusing bytes takes no longer
    /// than reading them.
    ///
    /// ```
    /// use tezos_encoding::{Decode, HeapBudget, Limits};
    /// let heap = HeapBudget::new(10);
    /// assert_eq!(u16::read_within(&[0, 7], Limits::default(), &heap).unwrap(), 7);
    /// let refused = u16::read_within(&[7], Limits::default(), &heap).unwrap_err();
    /// assert_eq!(refused.explain(), u16::from_bytes(&[7]).unwrap_err());
    /// ```
    ///
    /// # Errors
    /// Those of [`Decode::from_bytes_within`].
    fn read_within(bytes: &'a [u8], limits: Limits, heap: &'a HeapBudget) -> Result<Self, Refused<&'a [u8]>> {
        const { <Self as NomReader<'a>>::FACTS.of_all_revisions() };
        Revision::NEWEST.read_within(bytes, limits, heap)
    }

    /// Decodes a value from all of `buffer`. Its fields of the types [`Blob`](crate::Blob) and `bytes::Bytes` become
    /// slices of the buffer: they are not copied, and the buffer is freed when the last of them is dropped.
    ///
    /// ```
    /// use tezos_encoding::{Blob, Decode};
    /// let buffer = bytes::Bytes::from_static(&[7, 0xab, 0xcd]);
    /// let (tag, payload): (u8, Blob) = Decode::from_shared(&buffer).unwrap();
    /// assert_eq!((tag, payload.as_ptr()), (7, buffer[1..].as_ptr())); // not copied
    /// ```
    ///
    /// # Errors
    /// The errors of [`Decode::from_bytes`].
    #[cfg(feature = "bytes")]
    #[inline]
    fn from_shared(buffer: &'a bytes::Bytes) -> Result<Self, DecodeError> {
        const { <Self as NomReader<'a>>::FACTS.of_all_revisions() };
        Revision::NEWEST.decode_shared(buffer)
    }

    /// Decodes a value from all of `buffer`, sharing it as [`Decode::from_shared`] does, within limits and a heap
    /// budget. The budget is charged for the whole buffer, because the value keeps it alive.
    ///
    /// ```
    /// use tezos_encoding::{Blob, Decode, HeapBudget, Limits};
    /// let (buffer, heap) = (bytes::Bytes::from_static(&[7, 0xab, 0xcd]), HeapBudget::new(10));
    /// let (_, payload): (u8, Blob) = Decode::from_shared_within(&buffer, Limits::default(), &heap).unwrap();
    /// assert_eq!((payload.len(), heap.left()), (2, 7)); // the payload keeps all three bytes alive
    /// ```
    ///
    /// # Errors
    /// The errors of [`Decode::from_bytes_within`].
    #[cfg(feature = "bytes")]
    fn from_shared_within(buffer: &'a bytes::Bytes, limits: Limits, heap: &'a HeapBudget) -> Result<Self, DecodeError> {
        const { <Self as NomReader<'a>>::FACTS.of_all_revisions() };
        Revision::NEWEST.decode_shared_within(buffer, limits, heap)
    }

    /// Decodes a value as [`Decode::from_shared_within`] does, without explaining the error; see [`Decode::read_within`].
    ///
    /// ```
    /// use tezos_encoding::{Blob, Decode, HeapBudget, Limits};
    /// let (buffer, heap) = (bytes::Bytes::from_static(&[]), HeapBudget::new(10));
    /// let refused = <(u8, Blob)>::read_shared_within(&buffer, Limits::default(), &heap).unwrap_err();
    /// assert_eq!(refused.offset(), 0);
    /// ```
    ///
    /// # Errors
    /// Those of [`Decode::from_shared_within`].
    #[cfg(feature = "bytes")]
    fn read_shared_within(
        buffer: &'a bytes::Bytes,
        limits: Limits,
        heap: &'a HeapBudget,
    ) -> Result<Self, Refused<&'a [u8]>> {
        const { <Self as NomReader<'a>>::FACTS.of_all_revisions() };
        Revision::NEWEST.read_shared_within(buffer, limits, heap)
    }

    /// Decodes a value from the front of `bytes` and returns it with the bytes that follow it. An encoding that extends
    /// to the end of its block consumes all bytes.
    ///
    /// ```
    /// use tezos_encoding::Decode;
    /// let (first, rest) = u16::from_prefix(&[0, 7, 0, 8, 9]).unwrap();
    /// let (second, rest) = u16::from_prefix(rest).unwrap();
    /// assert_eq!((first, second, rest), (7, 8, &[9][..]));
    /// ```
    ///
    /// # Errors
    /// The errors of the encoding.
    #[inline]
    fn from_prefix(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), DecodeError> {
        const { <Self as NomReader<'a>>::FACTS.of_all_revisions() };
        Revision::NEWEST.decode_prefix(bytes)
    }

    /// Decodes a value from all of `bytes`, which must be the bytes that the writer would produce. Readers accept some
    /// others too, as the reference does: any non-zero byte is read as true.
    ///
    /// ```
    /// use tezos_encoding::{Decode, NotCanonical};
    /// assert_eq!((bool::from_bytes(&[1]), bool::from_bytes(&[0xff])), (Ok(true), Ok(true)));
    /// assert_eq!(bool::from_canonical_bytes(&[0xff]), Ok(true));
    /// assert_eq!(bool::from_canonical_bytes(&[1]), Err(NotCanonical::Differs { offset: 0 }));
    /// ```
    ///
    /// # Errors
    /// The errors of [`Decode::from_bytes`]; [`NotCanonical`] with the first byte that differs.
    #[inline]
    fn from_canonical_bytes(bytes: &'a [u8]) -> Result<Self, NotCanonical>
    where
        Self: BinWriter,
    {
        const { <Self as NomReader<'a>>::FACTS.of_all_revisions() };
        Revision::NEWEST.decode_canonical(bytes)
    }
}

impl<'a, T: NomReader<'a> + HasEncoding> Decode<'a> for T {}

impl<'a> Reader<'a> {
    /// Reads a value that must consume the block. [`Decode`] does the same and explains the error, for
    /// which it walks the schema; a [`Fault`] has only the kind and the position of the error, and needs no schema. The
    /// WASM PVM refuses kernels in which a schema is linked, because schemas contain floats.
    ///
    /// ```
    /// use tezos_encoding::{FaultKind, Reader};
    ///
    /// assert_eq!(Reader::new(&[0, 7]).read_whole::<u16>(), Ok(7));
    /// let fault = Reader::new(&[0, 7, 8]).read_whole::<u16>().unwrap_err();
    /// assert_eq!(fault.kind(), FaultKind::ExtraBytes);
    /// ```
    ///
    /// # Errors
    /// The errors of the encoding; `Extra_bytes` if bytes are left over.
    // Inlined, so that the value is constructed in its destination.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn read_whole<T: NomReader<'a>>(mut self) -> Result<T, Fault> {
        let mut result = T::read(&mut self);
        if const { !T::FACTS.to_end } {
            self.end(&mut result);
        }
        result
    }
}

/// Why bytes are not the canonical encoding of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotCanonical {
    /// The bytes cannot be decoded.
    Refused(DecodeError),
    /// The bytes can be decoded, but the writer produces different bytes for the value.
    Differs {
        /// The offset of the first byte that differs.
        offset: usize,
    },
}

impl From<DecodeError> for NotCanonical {
    fn from(error: DecodeError) -> Self {
        Self::Refused(error)
    }
}

impl core::fmt::Display for NotCanonical {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Refused(error) => error.fmt(f),
            Self::Differs { offset } => write!(
                f,
                "the encoding is not canonical: it differs at byte {offset} from the bytes that the writer produces"
            ),
        }
    }
}

impl core::error::Error for NotCanonical {}

/// Returns the offset of the first byte at which the encoding of `value` differs from `bytes`.
pub(crate) fn first_difference<T: BinWriter>(value: &T, bytes: &[u8]) -> Option<usize> {
    let mut lengths = Lengths::default();
    let Ok(len) = lengths.record(value) else { return Some(0) };
    let mut rest = bytes;
    let mut differs = false;
    let take = |piece: &[u8]| {
        if differs {
            return;
        }
        let same = piece.iter().zip(rest).take_while(|(a, b)| a == b).count();
        differs = same < piece.len();
        rest = rest.get(same..).unwrap_or_default();
    };
    let written = forward(value, len, &mut lengths, take);
    (differs || !rest.is_empty() || written.is_err()).then(|| bytes.len().saturating_sub(rest.len()))
}
