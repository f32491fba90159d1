//! Whole messages from bytes.

use crate::error::DecodeError;
use crate::fault::Fault;
use crate::heap::HeapBudget;
use crate::measure::{Lengths, Measure};
use crate::reader::{Limits, Reader};
use crate::revision::Revision;
use crate::schema::explain::explain;
use crate::sink::ForwardSink;
use crate::traits::{BinWriter, HasEncoding, NomReader};

/// Decoding of whole messages: every type with a schema and a reader has it.
///
/// The reader decides; when it refuses, the schema is walked over the same bytes to say which field, which byte, what was
/// expected and what was found.
pub trait Decode<'a>: NomReader<'a> + HasEncoding {
    /// The value that `bytes` are, all of them.
    ///
    /// # Errors
    /// Whatever the encoding refuses; `Extra_bytes` where bytes are left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from_bytes(bytes: &'a [u8]) -> Result<Self, DecodeError> {
        // Not `map_err`, which would move the value once more.
        match whole(Reader::new(bytes)) {
            Ok(value) => Ok(value),
            Err(fault) => Err(explain(Self::ENCODING, bytes, fault, Revision::NEWEST)),
        }
    }

    /// The same with limits of the caller's.
    ///
    /// # Errors
    /// As [`Decode::from_bytes`], and what goes past the limits.
    #[inline]
    fn from_bytes_with(bytes: &'a [u8], limits: Limits) -> Result<Self, DecodeError> {
        match whole(Reader::with_limits(bytes, limits)) {
            Ok(value) => Ok(value),
            Err(fault) => Err(explain(Self::ENCODING, bytes, fault, Revision::NEWEST)),
        }
    }

    /// The same with a budget of heap, from which is taken what the value takes: as many bytes as the message has, for all that is copied
    /// as it stands, and what lists, boxes and maps take beyond that. After an error, what was taken stays taken.
    ///
    /// # Errors
    /// As [`Decode::from_bytes_with`]; `Heap_exceeded`.
    fn from_bytes_within(bytes: &'a [u8], limits: Limits, heap: &'a HeapBudget) -> Result<Self, DecodeError> {
        let reader = Reader::with_limits(bytes, limits).with_heap(heap);
        let value = reader.charge(bytes.len()).and_then(|()| whole(reader));
        value.map_err(|fault| explain(Self::ENCODING, bytes, fault, Revision::NEWEST))
    }

    /// The value that `buffer` is. Its fields of the types [`Blob`](crate::Blob) and `bytes::Bytes` are parts of the buffer: nothing is
    /// copied, and the buffer is freed with the last of them.
    ///
    /// # Errors
    /// As [`Decode::from_bytes`].
    #[cfg(feature = "bytes")]
    #[inline]
    fn from_shared(buffer: &'a bytes::Bytes) -> Result<Self, DecodeError> {
        match whole(Reader::new(buffer).sharing(buffer)) {
            Ok(value) => Ok(value),
            Err(fault) => Err(explain(Self::ENCODING, buffer, fault, Revision::NEWEST)),
        }
    }

    /// [`Decode::from_shared`] with limits of the caller's and a budget of heap. The budget is charged for the whole buffer, because the
    /// value keeps it.
    ///
    /// # Errors
    /// As [`Decode::from_bytes_within`].
    #[cfg(feature = "bytes")]
    fn from_shared_within(buffer: &'a bytes::Bytes, limits: Limits, heap: &'a HeapBudget) -> Result<Self, DecodeError> {
        let reader = Reader::with_limits(buffer, limits).with_heap(heap).sharing(buffer);
        let value = reader.charge(buffer.len()).and_then(|()| whole(reader));
        value.map_err(|fault| explain(Self::ENCODING, buffer, fault, Revision::NEWEST))
    }

    /// The value at the front of `bytes`, and the bytes behind it. For encodings that go to the end of their block, there are
    /// none behind.
    ///
    /// # Errors
    /// Whatever the encoding refuses.
    #[inline]
    fn from_prefix(bytes: &'a [u8]) -> Result<(Self, &'a [u8]), DecodeError> {
        let mut reader = Reader::new(bytes);
        match Self::read(&mut reader) {
            Ok(value) => Ok((value, reader.remaining())),
            Err(fault) => Err(explain(Self::ENCODING, bytes, fault, Revision::NEWEST)),
        }
    }

    /// The same as [`Decode::from_bytes`] for bytes that the writer would write; readers take some others too, as the
    /// reference does (any non-zero byte for true, for one).
    ///
    /// # Errors
    /// As [`Decode::from_bytes`]; [`NotCanonical`] with the first byte that differs.
    #[inline]
    fn from_canonical_bytes(bytes: &'a [u8]) -> Result<Self, NotCanonical>
    where
        Self: BinWriter,
    {
        let value = Self::from_bytes(bytes)?;
        match first_difference(&value, bytes) {
            None => Ok(value),
            Some(offset) => Err(NotCanonical::Differs { offset }),
        }
    }
}

impl<'a, T: NomReader<'a> + HasEncoding> Decode<'a> for T {}

/// Reads a value that must be all of the bytes. Inlined, so that the value is made where it is wanted.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn whole<'a, T: NomReader<'a>>(mut reader: Reader<'a>) -> Result<T, Fault> {
    let value = tri!(T::read(&mut reader));
    if const { !T::FACTS.to_end } {
        tri!(reader.finish());
    }
    Ok(value)
}

/// Why bytes are not the canonical form of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NotCanonical {
    /// They are no value at all.
    Refused(DecodeError),
    /// They are read as a value that is written otherwise.
    Differs {
        /// The first byte that differs.
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
            Self::Differs { offset } => write!(f, "the value is written otherwise from byte {offset} on"),
        }
    }
}

impl core::error::Error for NotCanonical {}

/// The first byte at which the written form of `value` differs from `bytes`.
fn first_difference<T: BinWriter>(value: &T, bytes: &[u8]) -> Option<usize> {
    let mut lengths = Lengths::default();
    if value.measure(&mut Measure::remembering(&mut lengths)).is_err() {
        return Some(0);
    }
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
    value.write(&mut ForwardSink { lengths: &mut lengths, take });
    (differs || !rest.is_empty()).then(|| bytes.len().saturating_sub(rest.len()))
}
