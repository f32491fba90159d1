//! Where written bytes go.
//!
//! One writer serves every destination: a sink takes bytes, and is told where a length-prefixed block begins. Sinks that
//! can go back (a vector, a slice) fill the prefix in afterwards; sinks that cannot (a hasher, a comparison, a stream) take
//! the length from the measuring pass.

use alloc::vec::Vec;

use crate::form::{Length, Sink, Writes, measured};
use crate::measure::Lengths;

/// A sink that can go back to a size and fill it in.
trait Filled: Sink {
    /// Bytes written.
    fn end(&self) -> usize;

    /// What was written from `at` on, and maybe more.
    fn since(&mut self, at: usize) -> Option<&mut [u8]>;

    /// [`Sink::block`] by going back, where the length is not known and has a fixed width.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fill_block<T, L: Length, W: Writes<T>>(&mut self, value: &T) {
        if const { W::FACTS.blocks.any() && L::PREFIX.is_fixed() } {
            let at = self.open::<L>();
            W::write(value, self);
            self.close::<L>(at);
        } else {
            L::put(measured::<T, W>(value), self);
            W::write(value, self);
        }
    }

    /// Begins a block of which the size is filled in by [`Self::close`], and says where.
    #[inline]
    fn open<L: Length>(&mut self) -> usize {
        let at = self.end();
        L::put(0, self);
        at
    }

    /// Ends the block that was begun at `at`.
    #[inline]
    fn close<L: Length>(&mut self, at: usize) {
        let len = self.end().saturating_sub(at).saturating_sub(L::PREFIX.bytes());
        if let Some(place) = self.since(at) {
            L::store(len, place);
        }
    }
}

impl Filled for Vec<u8> {
    #[inline]
    fn end(&self) -> usize {
        self.len()
    }

    #[inline]
    fn since(&mut self, at: usize) -> Option<&mut [u8]> {
        self.get_mut(at..)
    }
}

impl Sink for Vec<u8> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    #[inline]
    fn block<T, L: Length, W: Writes<T>>(&mut self, value: &T) {
        self.fill_block::<T, L, W>(value);
    }
}

/// Writes into a slice that is long enough: the caller has measured.
pub(crate) struct SliceSink<'s> {
    pub(crate) bytes: &'s mut [u8],
    pub(crate) at: usize,
}

impl Filled for SliceSink<'_> {
    #[inline]
    fn end(&self) -> usize {
        self.at
    }

    #[inline]
    fn since(&mut self, at: usize) -> Option<&mut [u8]> {
        self.bytes.get_mut(at..)
    }
}

impl Sink for SliceSink<'_> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        let end = self.at.saturating_add(bytes.len());
        if let Some(place) = self.bytes.get_mut(self.at..end) {
            place.copy_from_slice(bytes);
            self.at = end;
        }
    }

    #[inline]
    fn block<T, L: Length, W: Writes<T>>(&mut self, value: &T) {
        self.fill_block::<T, L, W>(value);
    }
}

/// A sink that only moves forward: hands every piece to `take`, with block lengths from the measuring pass.
pub(crate) struct ForwardSink<'l, F> {
    pub(crate) lengths: &'l mut Lengths,
    pub(crate) take: F,
}

impl<F: FnMut(&[u8])> Sink for ForwardSink<'_, F> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        (self.take)(bytes);
    }

    #[inline]
    fn length<T, W: Writes<T>>(&mut self, value: &T) -> usize {
        self.lengths.of::<T, W>(value)
    }
}

impl Lengths {
    /// The length of a block that comes next, remembered where it may hold blocks.
    #[inline]
    pub(crate) fn of<T, W: Writes<T>>(&mut self, value: &T) -> usize {
        if const { W::FACTS.blocks.any() } { self.next() } else { measured::<T, W>(value) }
    }
}
