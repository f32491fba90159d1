//! Whole messages to bytes.

use alloc::vec::Vec;

use arrayvec::ArrayVec;

use crate::error::{EncodeError, ErrorKind};
use crate::form::Sink;
use crate::measure::{Lengths, Measure};
use crate::sink::{ForwardSink, SliceSink};
use crate::traits::BinWriter;
use crate::wire::Writes;

/// Encoding of whole messages: every type with a writer has it.
///
/// ```
/// use tezos_encoding::Encode;
/// assert_eq!((7u8, "abc").to_bytes().unwrap(), [7, 0, 0, 0, 3, b'a', b'b', b'c']);
/// let mut place = [0; 8];
/// assert_eq!((7u8, "abc").write_to_slice(&mut place).unwrap(), 8);
/// ```
pub trait Encode: BinWriter {
    /// The exact number of bytes.
    ///
    /// # Errors
    /// Where the reader would refuse the bytes, with the path of the field.
    #[inline]
    fn encoded_len(&self) -> Result<usize, EncodeError> {
        self.measure(&mut Measure::new())
    }

    /// The bytes, in one allocation of their exact length.
    ///
    /// # Errors
    /// As [`Encode::encoded_len`].
    // Inlined always, as `from_bytes` is: of a connection message it saves a third of the time.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_bytes(&self) -> Result<Vec<u8>, EncodeError> {
        to_bytes(self, Measure::new())
    }

    /// Appends the bytes and returns how many; `bytes` is as it was after an error.
    ///
    /// # Errors
    /// As [`Encode::encoded_len`].
    #[inline]
    fn encode_into(&self, bytes: &mut Vec<u8>) -> Result<usize, EncodeError> {
        let mut measure = Measure::new();
        let len = tri!(self.measure(&mut measure));
        // An empty buffer is made for this message; one that has others already grows as a vector does, or appending would be quadratic.
        if bytes.is_empty() {
            bytes.reserve_exact(len)
        } else {
            bytes.reserve(len)
        }
        write(self, &measure, bytes);
        Ok(len)
    }

    /// Writes the bytes to the front of `place` and returns how many; nothing is allocated.
    ///
    /// # Errors
    /// As [`Encode::encoded_len`]; `No_space_left` where `place` is too short, which is then as it was.
    #[inline]
    fn write_to_slice(&self, place: &mut [u8]) -> Result<usize, EncodeError> {
        let mut measure = Measure::new();
        let needed = tri!(self.measure(&mut measure));
        let available = place.len();
        if needed > available {
            return Err(EncodeError::new(ErrorKind::Destination { needed, available }));
        }
        write(self, &measure, &mut SliceSink { bytes: place, at: 0 });
        Ok(needed)
    }

    /// The digest of the bytes, which are not put together anywhere; up to sixteen nested blocks, nothing is allocated.
    ///
    /// # Errors
    /// As [`Encode::encoded_len`].
    #[inline]
    fn hash<D: Digest>(&self) -> Result<D::Output, EncodeError> {
        let mut lengths = Lengths::default();
        tri!(self.measure(&mut Measure::remembering(&mut lengths)));
        let mut digest = D::new();
        let mut staged = Staged::new(&mut digest, &mut lengths);
        self.write(&mut staged);
        staged.flush();
        Ok(digest.finish())
    }

    /// Writes the bytes to a stream and returns how many. The stream sees many small writes: give a buffered one.
    ///
    /// # Errors
    /// Those of the stream; as [`Encode::encoded_len`], inside an `InvalidInput`.
    #[cfg(feature = "std")]
    fn write_to(&self, stream: &mut impl std::io::Write) -> std::io::Result<usize> {
        let mut lengths = Lengths::default();
        let len = self
            .measure(&mut Measure::remembering(&mut lengths))
            .map_err(|error| std::io::Error::new(std::io::ErrorKind::InvalidInput, error))?;
        let mut result = Ok(());
        let take = |bytes: &[u8]| {
            if result.is_ok() {
                result = stream.write_all(bytes);
            }
        };
        self.write(&mut ForwardSink { lengths: &mut lengths, take });
        result.map(|()| len)
    }
}

impl<T: BinWriter + ?Sized> Encode for T {}

/// Returns the bytes of a value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn to_bytes<T: BinWriter + ?Sized>(value: &T, mut measure: Measure<'_>) -> Result<Vec<u8>, EncodeError> {
    let mut bytes = Vec::with_capacity(tri!(value.measure(&mut measure)));
    write(value, &measure, &mut bytes);
    Ok(bytes)
}

/// Writes a value that was measured.
#[inline]
fn write<T: BinWriter + ?Sized, S: Sink>(value: &T, measured: &Measure<'_>, sink: &mut S) {
    if const { T::FACTS.blocks.measured() } && measured.is_ahead() {
        write_ahead(value, sink)
    } else {
        value.write(sink)
    }
}

/// The same with all lengths at hand.
#[cold]
#[inline(never)]
fn write_ahead<T: BinWriter + ?Sized, S: Sink>(value: &T, sink: &mut S) {
    let mut lengths = Lengths::default();
    if value.measure(&mut Measure::remembering(&mut lengths).again()).is_ok() {
        value.write(&mut ForwardSink { lengths: &mut lengths, take: |bytes: &[u8]| sink.put(bytes) });
    }
}

/// Bytes that are collected for a hash function: some of its blocks, because a call for each field costs more than a copy.
const STAGE: usize = 1024;

/// A hash function that is given bytes in large pieces.
struct Staged<'d, D> {
    /// Where it stands: the state of a hash function is as large as what is collected for it.
    digest: &'d mut D,
    lengths: &'d mut Lengths,
    stage: ArrayVec<u8, STAGE>,
}

impl<'d, D: Digest> Staged<'d, D> {
    #[inline]
    fn new(digest: &'d mut D, lengths: &'d mut Lengths) -> Self {
        Self { digest, lengths, stage: ArrayVec::new() }
    }

    /// Hands on what was collected.
    #[inline(never)]
    fn flush(&mut self) {
        self.digest.update(&self.stage);
        self.stage.clear();
    }
}

impl<D: Digest> Sink for Staged<'_, D> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        // Not a function that takes the bytes: they would have to stand in memory for it.
        if bytes.len() > self.stage.remaining_capacity() {
            self.flush();
            if bytes.len() > STAGE {
                return self.digest.update(bytes);
            }
        }
        // There is room for them now.
        let _ = self.stage.try_extend_from_slice(bytes);
    }

    #[inline]
    fn length<T, W: Writes<T>>(&mut self, value: &T) -> usize {
        self.lengths.of::<T, W>(value)
    }
}

/// A hash function, for [`Encode::hash`].
pub trait Digest {
    /// What comes out.
    type Output;

    /// Before the first byte.
    fn new() -> Self;

    /// Takes the next bytes.
    fn update(&mut self, bytes: &[u8]);

    /// After the last.
    fn finish(self) -> Self::Output;
}

/// A type that is the digest of bytes: what a field marked `hash` holds.
pub trait DigestOf: Sized {
    /// The digest of `bytes`.
    fn digest_of(bytes: &[u8]) -> Self;
}
