//! Destinations of encoded bytes.
//!
//! One writer serves every destination: a sink takes bytes and is told where a block with a size prefix begins. Sinks
//! that can seek back (a vector, a slice) fill in the size prefix afterwards; sinks that cannot (a hash function, a
//! comparison, a stream) take the length from the first pass.

use alloc::vec::Vec;
use core::marker::PhantomData;

use crate::error::{EncodeError, ErrorKind};
use crate::facts::Facts;
use crate::form::{Length, Sealed, Sink, Writes};
use crate::measure::{Lengths, Measure, is_recorded};
use crate::number::ShortBytes;
use crate::revision::Revision;
use crate::traits::BinWriter;

/// A sink that can seek back to fill in a size prefix.
pub(crate) trait Filled: Sink {
    /// Returns the buffer from offset `at` onwards, which may extend beyond the bytes written.
    fn since(&mut self, at: usize) -> Option<&mut [u8]>;

    /// Implements [`Sink::block`]: fills in the size afterwards if the block may contain blocks, otherwise measures the block first.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fill_block<T, L: Length, W: Writes<T>>(&mut self, value: &T) -> Result<(), EncodeError> {
        if const { !W::FACTS.blocks.any() } {
            return measured_block::<T, L, W, Self>(tri!(measured::<T, W>(value)), value, self);
        }
        self.fill_afterwards::<T, L, W>(value)
    }

    /// Writes a block, then its size prefix: over a placeholder of its width, or behind the block, before which it is then moved.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fill_afterwards<T, L: Length, W: Writes<T>>(&mut self, value: &T) -> Result<(), EncodeError> {
        let at = self.written();
        if const { L::PREFIX.is_fixed() } {
            L::put(0, self);
        }
        let start = self.written();
        tri!(W::write(value, self));
        let len = self.written().saturating_sub(start);
        tri!(L::check(len));
        if const { L::PREFIX.is_fixed() } {
            if let Some(place) = self.since(at) {
                L::store(len, place);
            }
            return Ok(());
        }
        L::put(len, self);
        let all = self.written().saturating_sub(at);
        if let Some(block) = self.since(at).and_then(|block| block.get_mut(..all)) {
            block.rotate_right(all.saturating_sub(len));
        }
        Ok(())
    }
}

/// Writes a block of `len` bytes.
///
/// A block without blocks inside is compared with the first pass only as a part of the whole message. A comparison for
/// each would be another way to fail for each element of a list: 23 instructions for an operation in a block.
#[inline]
pub(crate) fn measured_block<T, L: Length, W: Writes<T>, S: Sink>(
    len: usize,
    value: &T,
    sink: &mut S,
) -> Result<(), EncodeError> {
    L::put(len, sink);
    let start = sink.written();
    tri!(W::write(value, sink));
    match const { W::FACTS.blocks.any() } {
        true => agree(len, sink.written().saturating_sub(start)),
        false => Ok(()),
    }
}

/// Returns the encoded length of a value that has been accepted. In WebAssembly, it is not inlined into the writer of each block.
#[cfg_attr(target_family = "wasm", inline(never))]
#[cfg_attr(not(target_family = "wasm"), inline)]
fn measured<T, W: Writes<T>>(value: &T) -> Result<usize, EncodeError> {
    let mut measure = Measure::new().accepted();
    tri!(W::write(value, &mut measure));
    Ok(measure.written())
}

/// Checks that a writer has written as many bytes as in the first pass.
#[inline]
pub(crate) fn agree(measured: usize, written: usize) -> Result<(), EncodeError> {
    if measured == written { Ok(()) } else { Err(unsteady(measured, written)) }
}

#[cold]
#[inline(never)]
fn unsteady(measured: usize, written: usize) -> EncodeError {
    EncodeError::new(ErrorKind::Unsteady { measured, written })
}

impl Filled for Vec<u8> {
    #[inline]
    fn since(&mut self, at: usize) -> Option<&mut [u8]> {
        self.get_mut(at..)
    }
}

impl Sealed for Vec<u8> {}

impl Sink for Vec<u8> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    #[inline]
    fn put_number(&mut self, number: ShortBytes) {
        number.append(self);
    }

    #[inline]
    fn written(&self) -> usize {
        self.len()
    }

    #[inline]
    fn block<T, L: Length, W: Writes<T>>(&mut self, value: &T) -> Result<(), EncodeError> {
        self.fill_block::<T, L, W>(value)
    }
}

/// The capacity of a new vector before it grows: growing from a few bytes would cost a small value more than writing it.
const FIRST_CAPACITY: usize = 1024;

/// Checks and writes a value in one pass: sizes are filled in afterwards.
pub(crate) struct OnePass {
    bytes: Vec<u8>,
    measure: Measure<'static>,
    /// Whether a block was found whose size must be known before it is written.
    is_ahead: bool,
}

impl OnePass {
    /// Appends a value to `bytes` and returns the number of bytes, or `None` if the value has to be measured first.
    /// After an error and `None`, `bytes` is unchanged. A new vector gets the exact capacity.
    #[inline(never)]
    pub(crate) fn append<T: BinWriter + ?Sized>(
        value: &T,
        measure: Measure<'static>,
        bytes: &mut Vec<u8>,
    ) -> Option<Result<usize, EncodeError>> {
        let is_new = bytes.capacity() == 0;
        if is_new {
            bytes.reserve_exact(FIRST_CAPACITY);
        }
        let mut sink = Self { bytes: core::mem::take(bytes), measure, is_ahead: false };
        let start = sink.written();
        let written = value.write(&mut sink).map(|()| sink.written().saturating_sub(start));
        *bytes = sink.bytes;
        if written.is_err() || sink.is_ahead {
            bytes.truncate(start);
        }
        if is_new {
            bytes.shrink_to_fit();
        }
        if sink.is_ahead { None } else { Some(written) }
    }
}

impl Filled for OnePass {
    #[inline]
    fn since(&mut self, at: usize) -> Option<&mut [u8]> {
        self.bytes.get_mut(at..)
    }
}

impl Sealed for OnePass {}

impl Sink for OnePass {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    #[inline]
    fn put_number(&mut self, number: ShortBytes) {
        number.append(&mut self.bytes);
    }

    #[inline]
    fn written(&self) -> usize {
        self.bytes.len()
    }

    #[inline]
    fn revision(&self) -> Revision {
        self.measure.revision()
    }

    fn revised<T: BinWriter + ?Sized>(&mut self, value: &T, revision: Revision) -> Result<(), EncodeError> {
        let before = self.measure.switch(revision);
        let written = value.write(self);
        self.measure.switch(before);
        written
    }

    #[inline]
    fn check(&mut self, check: impl FnOnce(&mut Measure<'_>) -> Result<(), EncodeError>) -> Result<(), EncodeError> {
        check(&mut self.measure)
    }

    #[inline]
    fn block<T, L: Length, W: Writes<T>>(&mut self, value: &T) -> Result<(), EncodeError> {
        if const { L::PREFIX.is_fixed() } {
            return self.fill_afterwards::<T, L, W>(value);
        }
        // Measuring each block, and again the blocks inside it, would take time quadratic in their depth.
        self.is_ahead = true;
        Err(unsteady(0, 0))
    }
}

/// Writes to a slice that is long enough: the caller has measured the value.
pub(crate) struct SliceSink<'s> {
    pub(crate) bytes: &'s mut [u8],
    pub(crate) at: usize,
}

impl Filled for SliceSink<'_> {
    #[inline]
    fn since(&mut self, at: usize) -> Option<&mut [u8]> {
        self.bytes.get_mut(at..)
    }
}

impl Sealed for SliceSink<'_> {}

impl Sink for SliceSink<'_> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        let end = self.at.saturating_add(bytes.len());
        if let Some(place) = self.bytes.get_mut(self.at..end) {
            place.copy_from_slice(bytes);
        }
        // Beyond the slice too, so that the caller sees a writer that writes more than it has measured.
        self.at = end;
    }

    #[inline]
    fn written(&self) -> usize {
        self.at
    }

    #[inline]
    fn block<T, L: Length, W: Writes<T>>(&mut self, value: &T) -> Result<(), EncodeError> {
        self.fill_block::<T, L, W>(value)
    }
}

/// A sink that cannot seek back: passes every piece to `take`, and takes the lengths of blocks from the first pass.
pub(crate) struct ForwardSink<'l, F> {
    lengths: &'l mut Lengths,
    written: usize,
    take: F,
}

impl<'l, F: FnMut(&[u8])> ForwardSink<'l, F> {
    #[inline]
    pub(crate) fn new(lengths: &'l mut Lengths, take: F) -> Self {
        Self { lengths, written: 0, take }
    }
}

impl<F> Sealed for ForwardSink<'_, F> {}

impl<F: FnMut(&[u8])> Sink for ForwardSink<'_, F> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.written = self.written.saturating_add(bytes.len());
        (self.take)(bytes);
    }

    #[inline]
    fn written(&self) -> usize {
        self.written
    }

    #[inline]
    fn block<T, L: Length, W: Writes<T>>(&mut self, value: &T) -> Result<(), EncodeError> {
        let len = tri!(self.lengths.of::<T, L, W>(value));
        measured_block::<T, L, W, Self>(len, value, self)
    }
}

/// A sink that writes to another and takes the lengths of blocks from the first pass, as far as they were recorded.
pub(crate) struct Known<'s, S> {
    sink: &'s mut S,
    lengths: &'s mut Lengths,
}

impl<'s, S: Filled> Known<'s, S> {
    #[inline]
    pub(crate) fn new(sink: &'s mut S, lengths: &'s mut Lengths) -> Self {
        Self { sink, lengths }
    }
}

impl<S: Filled> Filled for Known<'_, S> {
    #[inline]
    fn since(&mut self, at: usize) -> Option<&mut [u8]> {
        self.sink.since(at)
    }
}

impl<S> Sealed for Known<'_, S> {}

impl<S: Filled> Sink for Known<'_, S> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.sink.put(bytes);
    }

    #[inline]
    fn put_number(&mut self, number: ShortBytes) {
        self.sink.put_number(number);
    }

    #[inline]
    fn written(&self) -> usize {
        self.sink.written()
    }

    #[inline]
    fn revision(&self) -> Revision {
        self.sink.revision()
    }

    #[inline]
    fn block<T, L: Length, W: Writes<T>>(&mut self, value: &T) -> Result<(), EncodeError> {
        if const { is_recorded::<T, L, W>() }
            && let Some(len) = self.lengths.next(W::FACTS.blocks)
        {
            return measured_block::<T, L, W, Self>(len, value, self);
        }
        self.fill_block::<T, L, W>(value)
    }
}

impl Lengths {
    /// Returns the length of the next block, measured now if it was not recorded.
    #[inline]
    pub(crate) fn of<T, L: Length, W: Writes<T>>(&mut self, value: &T) -> Result<usize, EncodeError> {
        if const { is_recorded::<T, L, W>() }
            && let Some(len) = self.next(W::FACTS.blocks)
        {
            return Ok(len);
        }
        measured::<T, W>(value)
    }
}

/// A sink of the second pass that writes a revision.
pub(crate) struct InRevision<'s, S> {
    sink: &'s mut S,
    revision: Revision,
}

impl<'s, S: Sink> InRevision<'s, S> {
    #[inline]
    pub(crate) fn new(sink: &'s mut S, revision: Revision) -> Self {
        Self { sink, revision }
    }
}

impl<S> Sealed for InRevision<'_, S> {}

impl<S: Sink> Sink for InRevision<'_, S> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.sink.put(bytes);
    }

    #[inline]
    fn put_number(&mut self, number: ShortBytes) {
        self.sink.put_number(number);
    }

    #[inline]
    fn written(&self) -> usize {
        self.sink.written()
    }

    #[inline]
    fn revision(&self) -> Revision {
        self.revision
    }

    #[inline]
    fn block<T, L: Length, W: Writes<T>>(&mut self, value: &T) -> Result<(), EncodeError> {
        self.sink.block::<_, L, OfRevision<W>>(&(value, self.revision))
    }
}

/// The encoding `W` of a value, in the revision that comes with the value.
struct OfRevision<W>(PhantomData<W>);

impl<T, W: Writes<T>> Writes<(&T, Revision)> for OfRevision<W> {
    const FACTS: Facts = W::FACTS;

    #[inline]
    fn write<S: Sink>((value, revision): &(&T, Revision), sink: &mut S) -> Result<(), EncodeError> {
        sink.revised(&With::<T, W>::new(value), *revision)
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
