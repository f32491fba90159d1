//! Encoding of whole messages.

use alloc::vec::Vec;

use arrayvec::ArrayVec;

use crate::error::{EncodeError, ErrorKind};
use crate::form::{Length, Sealed, Sink};
use crate::measure::{Lengths, Measure};
use crate::revision::Revision;
use crate::sink::{Filled, ForwardSink, Known, OnePass, SliceSink, With, agree, measured_block};
use crate::traits::BinWriter;
use crate::wire::Writes;

/// Encodes whole messages. Implemented for every type that has a writer. For a value whose encoding
/// [differs between revisions](crate::Facts::by_revision), call the methods on [`Revision::of`].
///
/// ```
/// use tezos_encoding::Encode;
/// assert_eq!((7u8, "abc").to_bytes().unwrap(), [7, 0, 0, 0, 3, b'a', b'b', b'c']);
/// let mut buffer = [0; 8];
/// assert_eq!((7u8, "abc").write_to_slice(&mut buffer).unwrap(), 8);
/// ```
pub trait Encode: BinWriter {
    /// Returns the exact number of bytes of the encoding.
    ///
    /// ```
    /// use tezos_encoding::Encode;
    /// assert_eq!((7u8, "abc").encoded_len(), Ok(1 + 4 + 3)); // a byte, a size prefix, a text
    /// ```
    ///
    /// # Errors
    /// If the reader would refuse the bytes; with the path of the field.
    #[inline]
    fn encoded_len(&self) -> Result<usize, EncodeError> {
        const { Self::FACTS.of_all_revisions() };
        let mut measure = Measure::new();
        tri!(self.write(&mut measure));
        Ok(measure.written())
    }

    /// Returns the bytes, in a vector of their exact length. It is allocated once; for a recursive value, which is
    /// written without having been measured, it grows.
    ///
    /// ```
    /// use tezos_encoding::{Encode, N};
    /// assert_eq!((true, N::from(300)).to_bytes().unwrap(), [0xff, 0xac, 0x02]);
    /// ```
    ///
    /// # Errors
    /// The errors of [`Encode::encoded_len`].
    // Always inlined, as `from_bytes` is: encoding a connection message takes a third less time.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn to_bytes(&self) -> Result<Vec<u8>, EncodeError> {
        const { Self::FACTS.of_all_revisions() };
        to_bytes(self, Measure::new())
    }

    /// Appends the bytes and returns their number. After an error, `bytes` is unchanged.
    ///
    /// ```
    /// use tezos_encoding::Encode;
    /// let mut messages = Vec::new();
    /// assert_eq!((7u16.encode_into(&mut messages), "a".encode_into(&mut messages)), (Ok(2), Ok(5)));
    /// assert_eq!(messages, [0, 7, 0, 0, 0, 1, b'a']);
    /// ```
    ///
    /// # Errors
    /// The errors of [`Encode::encoded_len`].
    #[inline]
    fn encode_into(&self, bytes: &mut Vec<u8>) -> Result<usize, EncodeError> {
        const { Self::FACTS.of_all_revisions() };
        if const { Self::FACTS.one_pass }
            && let Some(written) = OnePass::append(self, Measure::new(), bytes)
        {
            return written;
        }
        let start = bytes.len();
        // An empty buffer is given the exact capacity. One that already has content grows by doubling: otherwise,
        // appending many messages would take quadratic time.
        let written = write(self, Measure::new(), bytes, |bytes, len| {
            if bytes.is_empty() {
                bytes.reserve_exact(len)
            } else {
                bytes.reserve(len)
            }
            Ok(())
        });
        if written.is_err() {
            bytes.truncate(start);
        }
        written
    }

    /// Writes the bytes to the front of `buffer` and returns their number, without allocating.
    ///
    /// ```
    /// use tezos_encoding::Encode;
    /// let mut buffer = [0; 4];
    /// assert_eq!(7u16.write_to_slice(&mut buffer), Ok(2));
    /// assert_eq!("abc".write_to_slice(&mut buffer).unwrap_err().kind().name(), "No_space_left");
    /// assert_eq!(buffer, [0, 7, 0, 0]);
    /// ```
    ///
    /// # Errors
    /// The errors of [`Encode::encoded_len`]; `No_space_left` if `buffer` is too short. After these, `buffer` is unchanged.
    #[inline]
    fn write_to_slice(&self, buffer: &mut [u8]) -> Result<usize, EncodeError> {
        const { Self::FACTS.of_all_revisions() };
        write(self, Measure::new(), &mut SliceSink { bytes: buffer, at: 0 }, |sink, needed| {
            let available = sink.bytes.len();
            match needed > available {
                true => Err(EncodeError::new(ErrorKind::Destination { needed, available })),
                false => Ok(()),
            }
        })
    }

    /// Returns the digest of the bytes, which are hashed as they are produced. Nothing is allocated, except for a recursive
    /// type whose value has more than sixteen blocks whose lengths are remembered.
    ///
    /// ```
    /// use tezos_encoding::{Digest, Encode};
    /// /// The sum of the bytes.
    /// struct Sum(u32);
    /// impl Digest for Sum {
    ///     type Output = u32;
    ///     fn new() -> Self { Self(0) }
    ///     fn update(&mut self, bytes: &[u8]) { self.0 += bytes.iter().map(|byte| u32::from(*byte)).sum::<u32>() }
    ///     fn finish(self) -> u32 { self.0 }
    /// }
    /// assert_eq!(Encode::hash::<Sum>(&(7u8, "ab")), Ok(7 + 2 + 97 + 98));
    /// ```
    ///
    /// # Errors
    /// The errors of [`Encode::encoded_len`].
    #[inline]
    fn hash<D: Digest>(&self) -> Result<D::Output, EncodeError> {
        const { Self::FACTS.of_all_revisions() };
        let mut lengths = Lengths::default();
        let len = tri!(lengths.record(self));
        let mut digest = D::new();
        let mut staged = Staged::new(&mut digest, &mut lengths);
        tri!(self.write(&mut staged));
        tri!(agree(len, staged.written()));
        staged.flush();
        Ok(digest.finish())
    }

    /// Writes the bytes to a stream and returns their number. The writes are small: use a buffered stream.
    ///
    /// ```
    /// use tezos_encoding::Encode;
    /// let mut stream = std::io::BufWriter::new(Vec::new());
    /// assert_eq!((7u8, "abc").write_to(&mut stream)?, 8);
    /// assert_eq!(stream.into_inner()?, [7, 0, 0, 0, 3, b'a', b'b', b'c']);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    /// The errors of the stream. Those of [`Encode::encoded_len`] are wrapped in an `InvalidInput`.
    #[cfg(feature = "std")]
    fn write_to(&self, stream: &mut impl std::io::Write) -> std::io::Result<usize> {
        const { Self::FACTS.of_all_revisions() };
        let invalid = |error| std::io::Error::new(std::io::ErrorKind::InvalidInput, error);
        let mut lengths = Lengths::default();
        let len = lengths.record(self).map_err(invalid)?;
        let mut result = Ok(());
        let take = |bytes: &[u8]| {
            if result.is_ok() {
                result = stream.write_all(bytes);
            }
        };
        forward(self, len, &mut lengths, take).map_err(invalid)?;
        result.map(|()| len)
    }
}

impl<T: BinWriter + ?Sized> Encode for T {}

/// Returns the bytes of a value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn to_bytes<T: BinWriter + ?Sized>(value: &T, measure: Measure<'static>) -> Result<Vec<u8>, EncodeError> {
    if const { T::FACTS.one_pass } {
        let mut bytes = Vec::new();
        if let Some(written) = OnePass::append(value, measure.aside(), &mut bytes) {
            tri!(written);
            return Ok(bytes);
        }
    }
    if const { cfg!(target_family = "wasm") && T::FACTS.blocks.remembered() } {
        return in_two_passes(measure, &|pass| match pass {
            Pass::Measure(measure) => value.write(measure),
            Pass::Write(bytes) => value.write(bytes),
        });
    }
    let mut bytes = Vec::new();
    tri!(write(value, measure, &mut bytes, |bytes, len| {
        *bytes = Vec::with_capacity(len);
        Ok(())
    }));
    Ok(bytes)
}

/// A pass of encoding.
enum Pass<'p, 'l> {
    Measure(&'p mut Measure<'l>),
    Write(&'p mut Known<'l, Vec<u8>>),
}

/// Returns the bytes of a value whose passes `pass` runs. It is not compiled for each type: without it, a kernel is larger by a twentieth.
#[inline(never)]
fn in_two_passes(
    measure: Measure<'static>,
    pass: &dyn Fn(Pass<'_, '_>) -> Result<(), EncodeError>,
) -> Result<Vec<u8>, EncodeError> {
    let mut lengths = Lengths::default();
    let mut measure = measure.in_lengths(&mut lengths);
    tri!(pass(Pass::Measure(&mut measure)));
    let len = measure.written();
    let mut bytes = Vec::with_capacity(len);
    tri!(pass(Pass::Write(&mut Known::new(&mut bytes, &mut lengths))));
    tri!(agree(len, bytes.len()));
    Ok(bytes)
}

/// Returns the bytes of a value of a revision with the encoding `W`.
pub(crate) fn to_bytes_with<T, W: Writes<T>>(value: &T, revision: Revision) -> Result<Vec<u8>, EncodeError> {
    to_bytes(&revision.of(&With::<T, W>::new(value)), Measure::new())
}

/// Measures a value, calls `prepare` with the sink and the length, then writes the value. Returns the length.
#[inline]
fn write<T: BinWriter + ?Sized, S: Filled>(
    value: &T,
    mut measure: Measure<'static>,
    sink: &mut S,
    prepare: impl FnOnce(&mut S, usize) -> Result<(), EncodeError>,
) -> Result<usize, EncodeError> {
    let start = sink.written();
    let len = if const { T::FACTS.blocks.remembered() } {
        let mut lengths = Lengths::default();
        let mut measure = measure.in_lengths(&mut lengths);
        tri!(value.write(&mut measure));
        let len = measure.written();
        tri!(prepare(sink, len));
        tri!(value.write(&mut Known::new(sink, &mut lengths)));
        len
    } else {
        tri!(value.write(&mut measure));
        let len = measure.written();
        tri!(prepare(sink, len));
        if const { T::FACTS.blocks.recursive() } && measure.is_ahead() {
            tri!(write_ahead(value, sink));
        } else {
            tri!(value.write(sink));
        }
        len
    };
    tri!(agree(len, sink.written().saturating_sub(start)));
    Ok(len)
}

/// Writes a value after recording the lengths of all its blocks.
#[cold]
#[inline(never)]
fn write_ahead<T: BinWriter + ?Sized, S: Filled>(value: &T, sink: &mut S) -> Result<(), EncodeError> {
    let mut lengths = Lengths::default();
    tri!(value.write(&mut Measure::remembering(&mut lengths).accepted()));
    value.write(&mut Known::new(sink, &mut lengths))
}

/// Passes the bytes of a value, whose length and blocks have been measured, to `take`.
#[inline]
pub(crate) fn forward<T: BinWriter + ?Sized>(
    value: &T,
    len: usize,
    lengths: &mut Lengths,
    take: impl FnMut(&[u8]),
) -> Result<(), EncodeError> {
    let mut sink = ForwardSink::new(lengths, take);
    tri!(value.write(&mut sink));
    agree(len, sink.written())
}

impl Lengths {
    /// Measures a value and records the lengths of its blocks.
    #[inline]
    pub(crate) fn record<T: BinWriter + ?Sized>(&mut self, value: &T) -> Result<usize, EncodeError> {
        let mut measure = Measure::remembering(self);
        tri!(value.write(&mut measure));
        Ok(measure.written())
    }
}

/// Bytes that are collected before they are hashed: a multiple of the block size, because a call for each field costs
/// more than a copy.
const STAGE: usize = 1024;

/// Collects bytes and passes them to a hash function in large pieces.
struct Staged<'d, D> {
    /// Borrowed, because the state of a hash function is as large as the buffer.
    digest: &'d mut D,
    lengths: &'d mut Lengths,
    /// The number of bytes that have been hashed.
    hashed: usize,
    stage: ArrayVec<u8, STAGE>,
}

impl<'d, D: Digest> Staged<'d, D> {
    #[inline]
    fn new(digest: &'d mut D, lengths: &'d mut Lengths) -> Self {
        Self { digest, lengths, hashed: 0, stage: ArrayVec::new() }
    }

    /// Hashes the collected bytes.
    #[inline(never)]
    fn flush(&mut self) {
        self.digest.update(&self.stage);
        self.hashed = self.hashed.saturating_add(self.stage.len());
        self.stage.clear();
    }
}

impl<D> Sealed for Staged<'_, D> {}

impl<D: Digest> Sink for Staged<'_, D> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        // Not a separate function: its argument would force the bytes into memory.
        if bytes.len() > self.stage.remaining_capacity() {
            self.flush();
            if bytes.len() > STAGE {
                self.hashed = self.hashed.saturating_add(bytes.len());
                return self.digest.update(bytes);
            }
        }
        // Cannot fail: the buffer has enough capacity now.
        let _ = self.stage.try_extend_from_slice(bytes);
    }

    #[inline]
    fn written(&self) -> usize {
        self.hashed.saturating_add(self.stage.len())
    }

    #[inline]
    fn block<T, L: Length, W: Writes<T>>(&mut self, value: &T) -> Result<(), EncodeError> {
        let len = tri!(self.lengths.of::<T, L, W>(value));
        measured_block::<T, L, W, Self>(len, value, self)
    }
}

/// A hash function, used by [`Encode::hash`].
pub trait Digest {
    /// The digest.
    type Output;

    /// Starts a new computation.
    fn new() -> Self;

    /// Adds bytes to the input.
    fn update(&mut self, bytes: &[u8]);

    /// Returns the digest of all bytes.
    fn finish(self) -> Self::Output;
}

/// A type that holds the digest of bytes, such as the type of a field marked `hash`.
pub trait DigestOf: Sized {
    /// Computes the digest of `bytes`.
    fn digest_of(bytes: &[u8]) -> Self;
}
