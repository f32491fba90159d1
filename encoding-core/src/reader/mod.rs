//! The cursor of the hot path.

mod limits;

use core::slice::ChunksExact;

use crate::facts::Ahead;
use crate::fault::{Fault, FaultKind};
use crate::heap::HeapBudget;
use crate::revision::Revision;

pub use limits::Limits;

/// The remaining bytes of the block being read, and the limits that apply to them.
///
/// A reader never reads outside its block. A size prefix opens a nested block ([`Reader::block`]). A size limit
/// shortens the block and records by how much ([`Reader::bounded`]), to return the same error as the reference
/// (`data-encoding`, `binary_reader.ml`, `read_atom`): `Size_limit_exceeded` if the bytes are available but not
/// allowed, `Not_enough_data` if they are not available.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    input: &'a [u8],
    /// The number of bytes after `input` that belong to the block but are excluded by a size limit.
    hidden: usize,
    /// The number of levels of recursive types that are open.
    depth: u32,
    /// The caller's depth limit; `u32::MAX` if only the limits of the types apply.
    max_depth: u32,
    /// The caller's heap budget, if there is one.
    heap: Option<&'a HeapBudget>,
    /// Whether the guards on these bytes have been checked.
    guards_checked: bool,
    /// The revision of the format of the bytes.
    revision: Revision,
    /// The buffer that contains the bytes, if values may share it.
    #[cfg(feature = "bytes")]
    shared: Option<&'a bytes::Bytes>,
}

impl<'a> Reader<'a> {
    /// Creates a reader of a block that is exactly `input`.
    #[inline]
    pub const fn new(input: &'a [u8]) -> Self {
        Self {
            input,
            hidden: 0,
            depth: 0,
            max_depth: u32::MAX,
            heap: None,
            guards_checked: false,
            revision: Revision::NEWEST,
            #[cfg(feature = "bytes")]
            shared: None,
        }
    }

    /// Creates a reader with limits set by the caller.
    #[inline]
    pub fn with_limits(input: &'a [u8], limits: Limits) -> Self {
        Self { max_depth: limits.max_depth.unwrap_or(u32::MAX), ..Self::new(input) }
    }

    /// Returns this reader with a heap budget.
    #[inline]
    #[must_use]
    pub const fn with_heap(self, heap: &'a HeapBudget) -> Self {
        Self { heap: Some(heap), ..self }
    }

    /// Sets the revision of the bytes.
    #[inline]
    #[must_use]
    pub const fn at(mut self, revision: Revision) -> Self {
        self.revision = revision;
        self
    }

    /// Returns the revision of the bytes.
    #[inline]
    pub const fn revision(&self) -> Revision {
        self.revision
    }

    /// Returns this reader with permission to share `buffer`, which contains the input.
    #[cfg(feature = "bytes")]
    #[inline]
    pub(crate) fn sharing(self, buffer: &'a bytes::Bytes) -> Self {
        Self { shared: Some(buffer), ..self }
    }

    /// Returns a part of the input as a slice of the shared buffer, or as a copy if there is none.
    #[cfg(feature = "bytes")]
    #[inline]
    pub(crate) fn shared(&self, part: &'a [u8]) -> bytes::Bytes {
        let inner = part.as_ptr_range();
        // Always true if there is a buffer, but `slice_ref` would panic if it were not.
        let holds = |outer: core::ops::Range<*const u8>| outer.start <= inner.start && inner.end <= outer.end;
        match self.shared {
            Some(buffer) if holds(buffer.as_ptr_range()) => buffer.slice_ref(part),
            _ => bytes::Bytes::copy_from_slice(part),
        }
    }

    /// Returns this reader with `depth` levels of recursive types open.
    #[inline]
    pub(crate) const fn below(self, depth: u32) -> Self {
        Self { depth, ..self }
    }

    /// Returns this reader with the guards on its bytes marked as checked or not.
    #[inline]
    pub(crate) const fn with_guards_checked(self, guards_checked: bool) -> Self {
        Self { guards_checked, ..self }
    }

    /// Returns true if the guards on these bytes have been checked, so that a view does not check them again for each
    /// enclosing value.
    #[inline]
    pub(crate) const fn are_guards_checked(&self) -> bool {
        self.guards_checked
    }

    /// Returns the bytes that may still be read.
    #[inline]
    pub const fn remaining(&self) -> &'a [u8] {
        self.input
    }

    /// Returns true if no bytes of the block are left, including those excluded by a size limit.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.input.is_empty() && self.hidden == 0
    }

    /// Returns true if a size limit excludes bytes of this block.
    #[inline]
    pub const fn is_cut(&self) -> bool {
        self.hidden != 0
    }

    /// Returns a fault at the current byte.
    #[inline]
    pub fn fault(&self, kind: FaultKind) -> Fault {
        Fault::new(kind, self.input)
    }

    /// Returns the fault for `needed` bytes that cannot be read here.
    #[doc(hidden)]
    #[inline]
    pub fn short(&self, needed: usize) -> Fault {
        short(self.input, self.hidden, needed)
    }

    /// Checks that `needed` bytes are available, without consuming them.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`.
    #[inline]
    pub fn need(&self, needed: usize) -> Result<(), Fault> {
        if needed <= self.input.len() { Ok(()) } else { Err(self.short(needed)) }
    }

    /// Checks that all bytes of a value are available, if its size is fixed. The reference does so before it reads any
    /// field of such a value (`binary_reader.ml`, `Objs` and `Tups` of kind `Fixed`).
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`.
    #[inline]
    pub fn need_fixed(&self, fixed: Option<usize>) -> Result<(), Fault> {
        match fixed {
            Some(bytes) => self.need(bytes),
            None => Ok(()),
        }
    }

    /// Checks that the bytes of several fields are available.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`; at the first field that is incomplete.
    #[inline]
    pub fn look_ahead(&self, ahead: Ahead) -> Result<(), Fault> {
        if ahead.bytes <= self.input.len() { Ok(()) } else { Err(cut_short(self.input, self.hidden, ahead)) }
    }

    /// Consumes and returns the next `count` bytes.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`.
    #[inline]
    pub fn take(&mut self, count: usize) -> Result<&'a [u8], Fault> {
        match self.input.split_at_checked(count) {
            Some((taken, rest)) => {
                self.input = rest;
                Ok(taken)
            }
            None => Err(self.short(count)),
        }
    }

    /// Skips the remaining bytes before `rest`, which are the last of them.
    #[inline]
    pub(crate) fn skip_to(&mut self, rest: &'a [u8]) {
        self.input = rest;
    }

    /// Consumes the next `N` bytes and returns them as an array.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`.
    #[inline]
    pub fn array<const N: usize>(&mut self) -> Result<&'a [u8; N], Fault> {
        match self.get() {
            Some(taken) => Ok(taken),
            None => Err(self.short(N)),
        }
    }

    /// Consumes the next `N` bytes, if they are available.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn get<const N: usize>(&mut self) -> Option<&'a [u8; N]> {
        let (taken, rest) = self.input.split_first_chunk::<N>()?;
        self.input = rest;
        Some(taken)
    }

    /// Consumes the next `N` bytes and returns a copy.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`.
    #[inline]
    pub fn bytes<const N: usize>(&mut self) -> Result<[u8; N], Fault> {
        match self.array() {
            Ok(bytes) => Ok(*bytes),
            Err(fault) => refused(fault),
        }
    }

    /// Consumes and returns all bytes to the end of the block.
    ///
    /// # Errors
    /// `Size_limit_exceeded` if the block is longer than a limit allows.
    #[inline]
    pub fn rest(&mut self) -> Result<&'a [u8], Fault> {
        self.take(self.whole())
    }

    /// Returns a reader of the rest of the block, which this reader skips.
    ///
    /// # Errors
    /// `Size_limit_exceeded` if the block is longer than a limit allows.
    #[inline]
    pub fn to_end(&mut self) -> Result<Self, Fault> {
        self.block(self.whole())
    }

    /// Opens a block of `len` bytes: returns a reader of the block, which this reader skips.
    ///
    /// # Errors
    /// `Not_enough_data`, `Size_limit_exceeded`.
    #[inline]
    pub fn block(&mut self, len: usize) -> Result<Self, Fault> {
        let input = tri!(self.take(len));
        Ok(self.over(input))
    }

    /// Splits the rest of the block into elements of `size` bytes, if it consists of whole elements and has at most
    /// `max`.
    #[inline]
    pub(crate) fn elements(&self, size: usize, max: usize) -> Option<ChunksExact<'a, u8>> {
        if size == 0 || self.is_cut() {
            return None;
        }
        let elements = self.input.chunks_exact(size);
        if elements.remainder().is_empty() && elements.len() <= max { Some(elements) } else { None }
    }

    /// Returns a reader of `part`, which is a part of this block, with the same limits.
    #[inline]
    pub(crate) const fn over(&self, part: &'a [u8]) -> Self {
        Self { input: part, hidden: 0, ..*self }
    }

    /// Returns a reader of `part`, which is a part of this block, with the same limits. If it is the end of the block,
    /// bytes that a size limit excludes follow it too.
    #[inline]
    pub(crate) fn tail(&self, part: &'a [u8]) -> Self {
        let is_end = part.as_ptr_range().end == self.input.as_ptr_range().end;
        Self { hidden: if is_end { self.hidden } else { 0 }, ..self.over(part) }
    }

    /// Replaces the result of reading a value with an error if bytes of the block are left over. The result is changed
    /// in place, because moving a large value out of it would copy it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn end<T>(&self, result: &mut Result<T, Fault>) {
        if result.is_ok()
            && let Err(fault) = self.finish()
        {
            *result = Err(fault);
        }
    }

    /// Checks that the block has been consumed.
    ///
    /// # Errors
    /// `Extra_bytes` if bytes of the block are left over.
    #[inline]
    pub fn finish(&self) -> Result<(), Fault> {
        match self.whole() {
            0 => Ok(()),
            left => Err(Fault::with_detail(FaultKind::ExtraBytes, self.input, left)),
        }
    }

    /// Returns a reader of the same block that refuses to read more than `limit` bytes. Pass it to [`Reader::resume`]
    /// afterwards.
    #[inline]
    pub fn bounded(&self, limit: usize) -> Self {
        match self.input.split_at_checked(limit) {
            None => self.clone(),
            Some((input, rest)) => Self { input, hidden: self.hidden.saturating_add(rest.len()), ..*self },
        }
    }

    /// Continues after the bytes that `inner` has consumed; `inner` was returned by [`Reader::bounded`] with the same
    /// limit.
    #[inline]
    pub fn resume(&mut self, limit: usize, inner: &Self) {
        let consumed = self.input.len().min(limit).saturating_sub(inner.input.len());
        if let Some((_, rest)) = self.input.split_at_checked(consumed) {
            self.input = rest;
        }
    }

    /// Returns a reader of all but the last `tail` bytes of the block, which belong to the following fields. This
    /// reader continues with those.
    ///
    /// # Errors
    /// `Not_enough_data` if the block is shorter than `tail`.
    #[inline]
    pub fn reserving(&mut self, tail: usize) -> Result<Self, Fault> {
        let Some(head) = self.whole().checked_sub(tail) else { return Err(self.short(tail)) };
        Ok(match self.input.split_at_checked(head) {
            Some((input, rest)) => {
                self.input = rest;
                Self { input, hidden: 0, ..*self }
            }
            None => {
                let inner = Self { hidden: head.saturating_sub(self.input.len()), ..self.clone() };
                self.hidden = self.hidden.saturating_sub(inner.hidden);
                self.input = self.input.split_at(self.input.len()).1;
                inner
            }
        })
    }

    /// Returns the number of bytes left in the block, including those excluded by a size limit.
    #[inline]
    pub(crate) const fn whole(&self) -> usize {
        self.input.len().saturating_add(self.hidden)
    }
}

/// Returns the fault for `needed` bytes that cannot be read. It takes the reader's fields instead of the reader, so
/// that the reader stays in registers. Inlined, because the compiler mostly knows that `hidden` is zero, and then the
/// kind is a constant.
#[inline]
fn short(input: &[u8], hidden: usize, needed: usize) -> Fault {
    let kind = match needed <= input.len().saturating_add(hidden) {
        true => FaultKind::SizeLimitExceeded,
        false => FaultKind::NotEnoughData,
    };
    Fault::with_detail(kind, input, needed)
}

/// Returns the fault at the first of the fields that is incomplete.
#[cold]
#[inline(never)]
fn cut_short(mut input: &[u8], hidden: usize, ahead: Ahead) -> Fault {
    for field in ahead.fields {
        match input.split_at_checked(field.min_size) {
            Some((_, rest)) => input = rest,
            None => return short(input, hidden, field.min_size),
        }
    }
    short(input, hidden, ahead.bytes)
}

/// Returns `Err(fault)`; for a value that consists of at least 32 bytes and nothing else, such as a hash, through a
/// call. If the compiler saw both results there, it would split the copy of the value at the position of the fault in
/// the same `Result`: 32 bytes into 7, 16, 8 and 1. The call makes reading lists of operations 25 % faster. It would
/// slow down shorter values and those with numbers, which it keeps in memory.
///
/// # Errors
/// Always returns the fault.
#[inline]
pub fn refused<T>(fault: Fault) -> Result<T, Fault> {
    #[cold]
    #[inline(never)]
    fn by_call<T>(fault: Fault) -> Result<T, Fault> {
        Err(fault)
    }
    let is_bytes = const { align_of::<T>() == 1 && size_of::<T>() >= 4 * align_of::<Fault>() };
    if is_bytes { by_call(fault) } else { Err(fault) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_limits_and_block_ends_have_different_errors() {
        let bytes = [0u8; 8];
        let mut outer = Reader::new(&bytes);
        let mut inner = outer.bounded(4);
        assert_eq!(inner.clone().take(8).unwrap_err().kind(), FaultKind::SizeLimitExceeded);
        assert_eq!(inner.clone().take(9).unwrap_err().kind(), FaultKind::NotEnoughData);
        assert_eq!(inner.clone().rest().unwrap_err().kind(), FaultKind::SizeLimitExceeded);
        assert_eq!(inner.take(4).unwrap().len(), 4);
        assert!(!inner.is_empty(), "the block continues beyond the limit");
        outer.resume(4, &inner);
        assert_eq!(outer.remaining().len(), 4);
    }

    #[test]
    fn a_block_inside_a_limit_ends_independently() {
        let bytes = [0u8; 8];
        let mut inner = Reader::new(&bytes).bounded(4);
        let mut block = inner.block(1).unwrap();
        assert_eq!(block.take(2).unwrap_err().kind(), FaultKind::NotEnoughData);
    }

    #[test]
    fn the_tail_is_reserved_for_the_following_fields() {
        let bytes = [1u8, 2, 3, 4];
        let mut outer = Reader::new(&bytes);
        let mut head = outer.reserving(1).unwrap();
        assert_eq!(head.rest().unwrap(), [1, 2, 3]);
        assert_eq!(outer.remaining(), [4]);
        assert_eq!(outer.reserving(2).unwrap_err().kind(), FaultKind::NotEnoughData);
    }
}
