//! Where written bytes go.
//!
//! One writer serves every destination: a sink takes bytes, and is told where a length-prefixed block begins. Sinks that
//! can go back (a vector, a slice) fill the prefix in afterwards; sinks that cannot (a hasher, a comparison, a stream) take
//! the length from the measuring pass.

use alloc::vec::Vec;

use crate::measure::Lengths;
use crate::wire::prefix::Prefix;

/// A destination of bytes.
pub trait Sink {
    /// Takes the next bytes.
    fn put(&mut self, bytes: &[u8]);

    /// Takes a block: its prefix, then what `body` writes.
    ///
    /// `nested` says whether the block may hold blocks itself; only then was its length remembered, in the order in which
    /// blocks open. A block without blocks inside gives its length by `len`, which costs no more than writing it; so does a
    /// block whose size has no fixed width.
    fn block(&mut self, prefix: Prefix, nested: bool, len: impl FnOnce() -> usize, body: impl FnOnce(&mut Self));

    /// The length of a block that follows and whose size does not stand in front: `nested` and `len` as in [`Sink::block`].
    #[inline]
    fn length(&mut self, _: bool, len: impl FnOnce() -> usize) -> usize {
        len()
    }
}

/// A sink that can go back to a size and fill it in.
trait Filled: Sink {
    /// Bytes written.
    fn end(&self) -> usize;

    /// What was written from `at` on, and maybe more.
    fn since(&mut self, at: usize) -> Option<&mut [u8]>;

    /// [`Sink::block`] by going back.
    #[inline]
    fn fill_block(&mut self, prefix: Prefix, nested: bool, len: impl FnOnce() -> usize, body: impl FnOnce(&mut Self)) {
        let at = self.end();
        let known = !nested || !prefix.is_fixed();
        if known {
            prefix.put(len(), self);
        } else {
            self.put(prefix.placeholder());
        }
        let start = self.end();
        body(self);
        if !known {
            let len = self.end().saturating_sub(start);
            if let Some(place) = self.since(at) {
                prefix.store(len, place);
            }
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
    fn block(&mut self, prefix: Prefix, nested: bool, len: impl FnOnce() -> usize, body: impl FnOnce(&mut Self)) {
        self.fill_block(prefix, nested, len, body);
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
    fn block(&mut self, prefix: Prefix, nested: bool, len: impl FnOnce() -> usize, body: impl FnOnce(&mut Self)) {
        self.fill_block(prefix, nested, len, body);
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
    fn block(&mut self, prefix: Prefix, nested: bool, len: impl FnOnce() -> usize, body: impl FnOnce(&mut Self)) {
        let len = self.length(nested, len);
        prefix.put(len, self);
        body(self);
    }

    #[inline]
    fn length(&mut self, nested: bool, len: impl FnOnce() -> usize) -> usize {
        if nested { self.lengths.next() } else { len() }
    }
}
