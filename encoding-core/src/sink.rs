//! Destinations of encoded bytes.
//!
//! One writer serves every destination: a sink takes bytes and is told where a block with a size prefix begins. Sinks
//! that can seek back (a vector, a slice) fill in the size prefix afterwards; sinks that cannot (a hash function, a
//! comparison, a stream) take the length from the measuring pass.

use alloc::vec::Vec;

use crate::form::{Length, Sink, Writes, measured};
use crate::measure::Lengths;

/// A sink that can seek back to fill in a size prefix.
trait Filled: Sink {
    /// Returns the number of bytes written.
    fn end(&self) -> usize;

    /// Returns the buffer from offset `at` onwards, which may extend beyond the bytes written.
    fn since(&mut self, at: usize) -> Option<&mut [u8]>;

    /// Implements [`Sink::block`]: fills in the size afterwards if the block may contain blocks and the prefix has a
    /// fixed width, otherwise measures the block first.
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

    /// Writes a placeholder for the size prefix and returns its offset, for [`Self::close`].
    #[inline]
    fn open<L: Length>(&mut self) -> usize {
        let at = self.end();
        L::put(0, self);
        at
    }

    /// Fills in the size of the block opened at `at`.
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

/// Writes to a slice that is long enough: the caller has measured the value.
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

/// A sink that cannot seek back: passes every piece to `take`, and takes the lengths of blocks from the measuring pass.
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
    /// Returns the length of the next block: recorded if it may contain blocks, otherwise measured now.
    #[inline]
    pub(crate) fn of<T, W: Writes<T>>(&mut self, value: &T) -> usize {
        if const { W::FACTS.blocks.any() } { self.next() } else { measured::<T, W>(value) }
    }
}
